package io.brokerbench.workers.run;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.brokerbench.generator.Generators;
import io.brokerbench.results.Audit;
import io.brokerbench.results.Consumption;
import io.brokerbench.results.Consumption.DrainEnd;
import io.brokerbench.results.LimitStep;
import io.brokerbench.results.Throughput;
import io.brokerbench.results.Throughput.WarmupEnd;
import io.brokerbench.results.Transactions;
import io.brokerbench.results.workers.WorkerUse;
import io.brokerbench.run.Experiment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Transactions, backlogs, quantities and windows of two workers. */
@Tag("nightly")
final class LoadShapesTest {

  private static final String[] SHARED = {
    "workers.count=2", "workers.local=true", "load.threads=4"
  };
  private static final String[] CONSUMED = {"consume.threads=1", "consume.clients=2"};

  private static Path output;
  private static Generators workers;

  @BeforeAll
  static void join(@TempDir Path directory) throws Exception {
    output = directory;
    workers = ObservedRun.experiment(output, SHARED).generators().gather(line -> {});
  }

  @AfterAll
  static void letGo() {
    workers.close();
  }

  private static String[] all(String[]... settings) {
    return Stream.of(settings).flatMap(Stream::of).toArray(String[]::new);
  }

  private static ObservedRun run(String[]... settings) throws Exception {
    Experiment experiment = ObservedRun.experiment(output, all(SHARED, all(settings)));
    return ObservedRun.of(experiment, workers);
  }

  private static ObservedRun alone(String[]... settings) throws Exception {
    return ObservedRun.alone(output, all(new String[] {SHARED[2]}, all(settings)));
  }

  private static void assertAllDelivered(ObservedRun run) {
    Audit audit = run.result().audit();
    assertThat(audit.delivered()).isEqualTo(audit.attempted()).isPositive();
    assertThat(audit.agreesWithBroker()).isTrue();
    assertThat(audit.agreesWithProgress()).isTrue();
    assertThat(run.verdict().texts()).isEmpty();
  }

  @Test
  void transactionsEndAsInOneProcess() throws Exception {
    String[] settings = {
      "load.messages=4000",
      "load.duration=0",
      "transaction.enabled=true",
      "transaction.send-rollback=0.2",
      "transaction.send-unknown=0.3",
      "transaction.check-rollback=0.1",
      "transaction.check-unknown=0.2"
    };
    ObservedRun one = alone(CONSUMED, settings);
    ObservedRun two = run(CONSUMED, settings);
    Transactions transactions = requireNonNull(two.result().transactions());
    assertThat(transactions.unknown()).isPositive();
    assertThat(transactions.checkBacks()).isGreaterThan(transactions.unknown());
    assertThat(transactions).isEqualTo(one.result().transactions());
    assertThat(two.result().sends()).isEqualTo(one.result().sends());
    assertThat(two.result().audit()).isEqualTo(one.result().audit());
    assertThat(two.result().audit().delivered())
        .isEqualTo(transactions.committed() + transactions.checkedCommitted());
    assertThat(two.verdict().texts()).isEmpty();
  }

  /** Two windows of three and four sends, none of which is answered. */
  @Test
  void aWindowIsDealtAmongWorkersAndGrowsByItsSteps() throws Exception {
    String[] settings = {
      "driver=scripted",
      "scripted.mute=true",
      "load.mode=async",
      "load.in-flight=7 for 2s, 11 for 2s",
      "load.settle=1s"
    };
    for (ObservedRun run : List.of(alone(settings), run(settings))) {
      assertThat(run.result().sends().attempted()).isEqualTo(11);
      assertThat(run.result().sends().acked()).isZero();
      List<LimitStep> steps = requireNonNull(run.result().steps());
      assertThat(steps).extracting(LimitStep::inFlight).containsExactly("7", "11");
      assertThat(steps)
          .extracting(step -> Math.round(step.sentPerSecond() * step.seconds()))
          .containsExactly(7L, 4L);
    }
  }

  @Test
  @Tag("nightly")
  void aQuantityInAClosedLoopIsSentAndReceived() throws Exception {
    ObservedRun run =
        run(
            CONSUMED,
            new String[] {
              "load.messages=10001", "load.duration=0", "load.mode=async", "load.in-flight=8"
            });
    assertThat(run.result().sends().attempted()).isEqualTo(10_001);
    assertAllDelivered(run);
  }

  /** The end is found in the merged seconds, and each worker cuts its messages there. */
  @Test
  @Tag("nightly")
  void aWarmUpEndsWhenTheLoadOfAllWorkersIsSteady() throws Exception {
    ObservedRun run =
        run(
            CONSUMED,
            new String[] {
              "load.warmup=auto", "load.warmup-limit=60s", "load.rate=200/s", "load.duration=3s"
            });
    Throughput rates = run.result().throughput();
    // A busy machine may not let it become steady.
    assertThat(rates.warmupEndedBy()).isIn(WarmupEnd.STEADY, WarmupEnd.LIMIT);
    assertThat(rates.warmupSeconds()).isPositive();
    assertThat(rates.measuredSeconds()).isCloseTo(3, within(1e-6));
    long measured = run.result().sends().attempted();
    List<WorkerUse> parts = requireNonNull(run.result().workers());
    assertThat(parts).allMatch(part -> part.sent() > 0);
    assertThat(parts.stream().mapToLong(WorkerUse::sent).sum()).isEqualTo(measured);
    assertThat(run.result().audit().attempted()).isGreaterThan(measured);
    assertAllDelivered(run);
  }

  @Test
  @Tag("nightly")
  void aBacklogIsBuiltAndCaughtUpWith() throws Exception {
    ObservedRun run =
        run(
            CONSUMED,
            new String[] {"consume.backlog=1000", "load.rate=1000/s", "load.duration=60s"});
    Consumption consumption = requireNonNull(run.result().consumption());
    Consumption.Backlog backlog = requireNonNull(consumption.backlog());
    assertThat(backlog.messages()).isGreaterThanOrEqualTo(1000);
    assertThat(backlog.caughtUpSeconds()).isNotNull();
    assertThat(consumption.drainEndedBy()).isEqualTo(DrainEnd.COMPLETE);
    assertAllDelivered(run);
  }

  @Test
  @Tag("nightly")
  void stepsOfALimitHaveFiguresOfTheirOwn() throws Exception {
    ObservedRun run =
        run(
            CONSUMED,
            new String[] {
              "load.mode=async", "load.in-flight=1 each for 2s, 3 each for 2s", "load.rate=200/s"
            });
    List<LimitStep> steps = requireNonNull(run.result().steps());
    assertThat(steps).extracting(LimitStep::inFlight).containsExactly("1 each", "3 each");
    assertThat(steps).allMatch(step -> step.sentPerSecond() > 0 && step.latency().size() > 0);
    assertAllDelivered(run);
  }

  /** The result of a rate, and of twenty times that rate. */
  @Test
  @Tag("nightly")
  void theSizeOfAResultDoesNotGrowWithItsRate() throws Exception {
    Map<String, FileSize> slow = sizes("1000/s");
    Map<String, FileSize> fast = sizes("20000/s");
    assertThat(fast.keySet()).isEqualTo(slow.keySet()).contains("intervals.csv", "latency.hlog");
    fast.forEach(
        (name, size) -> {
          FileSize before = requireNonNull(slow.get(name));
          // A busy machine omits a second, or drains for one more.
          assertThat(size.lines()).as(name).isLessThan(1.5 * before.lines());
          // A row of a histogram grows with the values that occurred, not with how often they did.
          assertThat(size.bytes() / size.lines())
              .as(name)
              .isLessThan(
                  (name.equals("latency.hlog") ? 10 : 1.5) * before.bytes() / before.lines());
        });
  }

  private record FileSize(double lines, double bytes) {}

  private static Map<String, FileSize> sizes(String rate) throws Exception {
    ObservedRun run =
        run(
            CONSUMED,
            new String[] {
              "load.rate=" + rate, "load.duration=5s", "load.mode=async", "load.in-flight=100000"
            });
    assertAllDelivered(run);
    Map<String, FileSize> sizes = new TreeMap<>();
    try (Stream<Path> files = Files.list(run.directory())) {
      for (Path file : files.toList()) {
        sizes.put(
            String.valueOf(file.getFileName()),
            new FileSize(Files.readAllLines(file).size(), Files.size(file)));
      }
    }
    return sizes;
  }
}
