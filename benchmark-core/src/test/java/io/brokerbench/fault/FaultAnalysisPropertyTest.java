package io.brokerbench.fault;

import static org.assertj.core.api.Assertions.assertThat;

import io.brokerbench.fault.FaultAnalysis.LoadSpan;
import io.brokerbench.fault.ModelRun.Fate;
import io.brokerbench.fault.ModelRun.Receipt;
import io.brokerbench.fault.ServerModel.Down;
import io.brokerbench.fault.ServerModel.Mode;
import io.brokerbench.fault.ServerModel.Reply;
import io.brokerbench.results.faults.FaultImpact;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Compares the analysis of random scripts with the definitions of the figures. */
final class FaultAnalysisPropertyTest {

  private static final int SCRIPTS = 100;
  private static final List<Mode> MODES = List.of(Mode.values());

  /** Impacts of these kinds, so that the comparison is not one of nulls alone. */
  private int recovered;

  private int notRecovered;
  private int unaffected;
  private int baselines;
  private int losses;
  private int repeated;
  private int alwaysLevel;
  private int levelAgain;
  private int neverLevel;
  private int someQueues;

  @Test
  void everyFigureIsThatOfItsDefinition() {
    for (long seed = 1; seed <= SCRIPTS; seed++) {
      compare(seed);
    }
    assertThat(
            List.of(
                recovered,
                notRecovered,
                unaffected,
                baselines,
                losses,
                repeated,
                alwaysLevel,
                levelAgain,
                neverLevel,
                someQueues))
        .allSatisfy(count -> assertThat(count).isGreaterThan(SCRIPTS / 10));
  }

  private void compare(long seed) {
    Random random = new Random(seed);
    boolean withBaseline = random.nextInt(3) > 0;
    int batch = 1 + random.nextInt(3);
    double perSecond = 200 + random.nextInt(800);
    int requests = ((withBaseline ? 1_600 : 100) + random.nextInt(300)) / batch;
    long endNanos = (long) (requests * batch / perSecond * 1e9);
    long firstNanos = withBaseline ? endNanos * 7 / 10 : endNanos / 20;
    List<InjectedFault> faults = new ArrayList<>();
    List<Down> downs = new ArrayList<>();
    for (int i = Math.max(0, random.nextInt(5) - 2); i >= 0; i--) {
      long at = firstNanos + nanos(random, (endNanos - firstNanos) / 2);
      long length = nanos(random, (endNanos - firstNanos) / (4 + random.nextInt(12)));
      faults.add(ModelRun.fault(at, random.nextBoolean() ? at + length : null));
      if (random.nextInt(3) > 0) {
        Mode mode = MODES.get(random.nextInt(MODES.size()));
        downs.add(new Down(at, at + length, mode, at + length + nanos(random, length + 1)));
      }
    }
    faults.sort(Comparator.comparingLong(InjectedFault::atNanos));
    downs.sort(Comparator.comparingLong(Down::fromNanos));
    ServerModel server =
        new ServerModel(
            perSecond / batch * (1.1 + 4 * random.nextDouble()), nanos(random, 5_000_000), downs);
    long stallNanos = firstNanos + nanos(random, (endNanos - firstNanos) / 2);
    Stall stall = new Stall(stallNanos, stallNanos + nanos(random, (endNanos - firstNanos)));
    boolean poisson = random.nextBoolean();
    boolean unsents = random.nextInt(3) == 0;
    ModelRun run = new ModelRun();
    double due = 0;
    for (int i = 0; i < requests; i++) {
      long dueNanos = (long) (due * 1e9);
      due += batch / perSecond * (poisson ? -Math.log1p(-random.nextDouble()) : 1);
      if (dueNanos < endNanos) {
        Reply reply = disturbed(server.reply(dueNanos), dueNanos, unsents, random);
        run.add(random.nextInt(3), batch, dueNanos, reply, receipt(reply, stall, random));
      }
    }
    LoadSpan load = ModelRun.load(nanos(random, endNanos / 20), endNanos);
    SentMessages sent = seed % 2 == 0 ? run.sent(batch) : sentByWorkers(run, batch, random);
    List<FaultImpact> impacts =
        FaultAnalysis.of(sent, faults, load, run.unsentNanos(), List.of(run.audit())).faults();
    FaultReference reference = new FaultReference(run.messages, faults, load);
    for (int i = 0; i < faults.size(); i++) {
      assertThat(impacts.get(i))
          .as("fault %d of seed %d", i, seed)
          .usingRecursiveComparison()
          .isEqualTo(reference.impact(i));
      note(impacts.get(i));
    }
  }

  /** The same messages, sent and received by three processes with clocks of their own. */
  private static SentMessages sentByWorkers(ModelRun run, int batch, Random random) {
    SentMessages all = run.book(ModelRun.ORIGIN);
    for (int worker = 0; worker < 3; worker++) {
      int part = worker;
      long ahead = nanos(random, 86_400_000_000_000L) - 43_200_000_000_000L;
      SentMessages own = run.book(ModelRun.ORIGIN + ahead);
      run.sent(own, batch, ModelRun.ORIGIN + ahead, sender -> sender % 3 == part);
      run.received(own, ModelRun.ORIGIN + ahead, message -> message.sequence() % 3 == part);
      own.export(chunk -> all.accept(chunk, nanos -> nanos - ahead));
    }
    return all;
  }

  private void note(FaultImpact impact) {
    Double back = impact.latencyBackSeconds();
    if (back == null || impact.rateBackSeconds() == null) {
      notRecovered++;
    } else if (back == 0) {
      unaffected++;
    } else {
      recovered++;
    }
    baselines += impact.slowSeconds() == null ? 0 : 1;
    FaultImpact.ConsumerImpact consumption = Objects.requireNonNull(impact.consumption());
    losses += consumption.lostBySecond().isEmpty() ? 0 : 1;
    someQueues += consumption.unavailableQueues().isEmpty() ? 0 : 1;
    repeated += consumption.duplicates() > 0 ? 1 : 0;
    Double level = consumption.levelSeconds();
    if (level == null) {
      neverLevel++;
    } else if (level == 0) {
      alwaysLevel++;
    } else {
      levelAgain++;
    }
  }

  /** A time in which consumers receive nothing. */
  private record Stall(long fromNanos, long toNanos) {}

  /** Messages may come before their acknowledgement, never, or in a crowd after a stall. */
  private static Receipt receipt(Reply reply, Stall stall, Random random) {
    int kind = random.nextInt(100);
    if (kind < 10) {
      return Receipt.LOST;
    }
    if (kind == 10) {
      return new Receipt(Receipt.NEVER, false, random.nextBoolean(), false, false);
    }
    long answered = reply.atNanos() == Long.MAX_VALUE ? 0 : reply.atNanos();
    long nanos = Math.max(1, answered + nanos(random, 3_000_000) - 1_000_000);
    boolean stalls = nanos >= stall.fromNanos() && nanos < stall.toNanos();
    return new Receipt(
        stalls ? stall.toNanos() + nanos(random, 50_000_000) : nanos,
        false,
        false,
        random.nextInt(20) == 0,
        random.nextInt(20) == 0);
  }

  /** Delays some answers, so that they overtake each other, and drops or fails others. */
  private static Reply disturbed(Reply reply, long dueNanos, boolean unsents, Random random) {
    if (reply.fate() != Fate.ACKED) {
      return unsents && random.nextInt(4) == 0 ? new Reply(Fate.UNSENT, Long.MAX_VALUE) : reply;
    }
    return switch (random.nextInt(4_000)) {
      case 0 -> new Reply(Fate.UNKNOWN, dueNanos + nanos(random, 3_000_000_000L));
      case 1 -> new Reply(Fate.UNANSWERED, Long.MAX_VALUE);
      case 2 -> new Reply(Fate.REJECTED, reply.atNanos());
      case 3, 4, 5 -> new Reply(Fate.ACKED, reply.atNanos() + nanos(random, 200_000_000));
      default -> new Reply(Fate.ACKED, reply.atNanos() + nanos(random, 1_000_000));
    };
  }

  private static long nanos(Random random, long bound) {
    return (long) (random.nextDouble() * bound);
  }
}
