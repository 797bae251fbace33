package io.brokerbench.fault;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.brokerbench.fault.FaultAnalysis.LoadSpan;
import io.brokerbench.fault.ModelRun.Fate;
import io.brokerbench.fault.ModelRun.Receipt;
import io.brokerbench.fault.ServerModel.Down;
import io.brokerbench.fault.ServerModel.Mode;
import io.brokerbench.fault.ServerModel.Reply;
import io.brokerbench.record.SendOutcome;
import io.brokerbench.results.faults.FaultImpact;
import io.brokerbench.results.faults.FaultImpact.ConsumerImpact;
import io.brokerbench.results.faults.FaultImpact.LossInSecond;
import io.brokerbench.results.faults.FaultImpact.QueueImpact;
import io.brokerbench.results.faults.FaultImpact.Window;
import io.brokerbench.results.faults.PlannedFaults;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.function.DoubleUnaryOperator;
import java.util.function.LongFunction;
import java.util.function.LongPredicate;
import org.junit.jupiter.api.Test;

/** Runs of 1,000 messages per second against a server with 4 times that capacity. */
final class FaultAnalysisTest {

  private static final int PER_SECOND = 1_000;
  private static final double WITHIN = 0.02;

  private static long at(double seconds) {
    return Math.round(seconds * 1e9);
  }

  private static ServerModel server(Down... downs) {
    return new ServerModel(4 * PER_SECOND, at(0.001), List.of(downs));
  }

  private static ModelRun minute(ServerModel server) {
    return minute(server, due -> false);
  }

  /** The messages of a minute, due at the intended times of one of 4 senders each. */
  private static ModelRun minute(ServerModel server, LongPredicate lost) {
    ModelRun run = new ModelRun();
    for (int i = 0; i < 60 * PER_SECOND; i++) {
      long due = at(i / (double) PER_SECOND);
      run.add(i % 4, 1, due, server.reply(due), lost.test(due));
    }
    return run;
  }

  private static List<FaultImpact> analyse(ModelRun run, InjectedFault... faults) {
    return FaultAnalysis.of(
            run.sent(1),
            List.of(faults),
            ModelRun.load(at(5), at(60)),
            run.unsentNanos(),
            List.of(run.audit()))
        .faults();
  }

  private static ConsumerImpact consumption(FaultImpact impact) {
    return Objects.requireNonNull(impact.consumption());
  }

  private static FaultImpact only(ModelRun run, InjectedFault fault) {
    return analyse(run, fault).get(0);
  }

  /**
   * The master dies for 7.3 s with all requests in flight, and the next one needs 5 s until it has
   * its full capacity. The last 30 ms before and a tenth of some messages after are lost.
   */
  @Test
  void aStallAndASlowStart() {
    Down down = new Down(at(20), at(27.3), Mode.STALLS, at(32.3));
    LongPredicate lost =
        due ->
            (due >= at(19.97) && due < at(20))
                || (due >= at(24) && due < at(25) && due % at(0.01) == 0);
    FaultImpact impact = only(minute(server(down), lost), ModelRun.fault(at(20), at(27.3)));
    assertThat(impact.fault()).isEqualTo("kill master");
    assertThat(impact.node()).isEqualTo("broker-a");
    assertThat(impact.atSeconds()).isEqualTo(20);
    assertThat(impact.endedSeconds()).isEqualTo(7.3);
    // Twice 1.25 ms, which is rounded up.
    assertThat(impact.slowSeconds()).isEqualTo(0.0026);
    assertThat(impact.detectionSeconds()).isEqualTo(0);
    assertThat(impact.unavailable())
        .singleElement()
        .satisfies(
            window -> {
              assertThat(window.fromSeconds()).isCloseTo(0, within(WITHIN));
              assertThat(window.toSeconds()).isCloseTo(7.3, within(WITHIN));
            });
    assertThat(impact.unavailableSeconds()).isCloseTo(7.3, within(WITHIN));
    assertThat(impact.firstSuccessSeconds()).isCloseTo(7.3, within(WITHIN));
    assertThat(impact.rateBackSeconds()).isCloseTo(7.3, within(WITHIN));
    // 7,300 messages wait: 5,000 fewer after 5 s at half of the capacity, the rest at 3,000/s.
    double drained = 7.3 + 5 + 2_300 / 3_000.0;
    assertThat(impact.latencyBackSeconds()).isCloseTo(drained, within(WITHIN));
    assertThat(impact.due()).isCloseTo(13_067, within(20L));
    assertThat(impact.late()).isEqualTo(impact.due());
    assertThat(impact.inTime() + impact.rejected() + impact.unknown() + impact.unsent()).isZero();
    assertThat(impact.lost()).isEqualTo(130);
    assertThat(consumption(impact).lostOldestSeconds()).isEqualTo(-0.03);
    assertThat(consumption(impact).lostNewestSeconds()).isEqualTo(4.99);
    assertThat(consumption(impact).lostBySecond())
        .containsExactly(new LossInSecond(-1, 30), new LossInSecond(4, 100));
  }

  /** Of 22 million responses, 99 times their number is more than 31 bits hold. */
  @Test
  void theLimitOfASlowResponseIsThatOfAnyNumberOfResponses() {
    assertThat(FaultAnalysis.percentile99(1_000)).isEqualTo(989);
    assertThat(FaultAnalysis.percentile99(1_001)).isEqualTo(990);
    assertThat(FaultAnalysis.percentile99(22_000_000)).isEqualTo(21_779_999);
  }

  @Test
  void rejectedMessagesLeaveNoBacklog() {
    FaultImpact impact =
        only(
            minute(server(new Down(at(20), at(27.3), Mode.FAILS, 0))),
            ModelRun.fault(at(20), null));
    assertThat(impact.endedSeconds()).isNull();
    assertThat(impact.detectionSeconds()).isEqualTo(0);
    assertThat(impact.firstSuccessSeconds()).isCloseTo(7.3, within(WITHIN));
    assertThat(impact.unavailableSeconds()).isCloseTo(7.3, within(WITHIN));
    assertThat(impact.rateBackSeconds()).isEqualTo(impact.firstSuccessSeconds());
    assertThat(impact.latencyBackSeconds()).isEqualTo(7.3);
    assertThat(impact.rejected()).isEqualTo(7_300);
    assertThat(impact.due() - impact.rejected()).isEqualTo(impact.inTime()).isBetween(0L, 20L);
    assertThat(impact.lost()).isZero();
    assertThat(consumption(impact).lostNewestSeconds()).isNull();
    assertThat(consumption(impact).lostOldestSeconds()).isNull();
    assertThat(consumption(impact).lostBySecond()).isEmpty();
  }

  @Test
  void aFaultWithoutEffect() {
    FaultImpact impact = only(minute(server()), ModelRun.fault(at(20.0005), at(30)));
    assertThat(impact)
        .isEqualTo(
            new FaultImpact(
                "kill master",
                "broker-a",
                20.0005,
                9.9995,
                null,
                List.of(),
                0,
                null,
                0.0,
                0.0,
                9.9995,
                0.0026,
                0,
                0,
                0,
                0,
                0,
                0,
                new ConsumerImpact(0, null, null, List.of(), 0, 0L, 0, 100, 0.0, List.of()),
                List.of()));
  }

  @Test
  void everythingDownUntilTheEnd() {
    FaultImpact impact =
        only(
            minute(server(new Down(at(20), at(100), Mode.IGNORES, 0))),
            ModelRun.fault(at(20), null));
    assertThat(impact.detectionSeconds()).isEqualTo(0);
    assertThat(impact.unavailable()).hasSize(1);
    assertThat(impact.unavailable().get(0).toSeconds()).isNull();
    assertThat(impact.unavailableSeconds()).isCloseTo(40, within(WITHIN));
    assertThat(impact.firstSuccessSeconds()).isNull();
    assertThat(impact.rateBackSeconds()).isNull();
    assertThat(impact.latencyBackSeconds()).isNull();
    assertThat(impact.unknown()).isEqualTo(40_000).isEqualTo(impact.due());
  }

  /** Answers after the end of the load are no recovery, although the messages are late at last. */
  @Test
  void answersAfterTheEndDoNotCount() {
    FaultImpact impact =
        only(
            minute(server(new Down(at(20), at(60), Mode.STALLS, 0))), ModelRun.fault(at(20), null));
    assertThat(impact.firstSuccessSeconds()).isNull();
    assertThat(impact.rateBackSeconds()).isNull();
    assertThat(impact.late()).isEqualTo(40_000).isEqualTo(impact.due());
  }

  /** A minute whose messages have these replies, by their intended time. */
  private static ModelRun replied(LongFunction<Reply> replies) {
    ModelRun run = new ModelRun();
    for (int i = 0; i < 60 * PER_SECOND; i++) {
      long due = at(i / (double) PER_SECOND);
      run.add(0, 1, due, replies.apply(due), false);
    }
    return run;
  }

  private static Reply in60Millis(long due) {
    return new Reply(Fate.ACKED, due + at(0.06));
  }

  /** Whether the messages of the last 0.12 s are slow is unknown, and shows no recovery. */
  @Test
  void whatIsSlowUntilTheEndDoesNotRecover() {
    Reply never = new Reply(Fate.UNANSWERED, Long.MAX_VALUE);
    for (boolean half : new boolean[] {true, false}) {
      LongFunction<Reply> late =
          due -> half && due % at(0.002) == 0 ? new Reply(Fate.ACKED, due + at(1)) : never;
      FaultImpact impact =
          only(
              replied(due -> due < at(20) ? in60Millis(due) : late.apply(due)),
              ModelRun.fault(at(20), null));
      assertThat(impact.slowSeconds()).isEqualTo(0.12);
      assertThat(impact.rateBackSeconds()).isNull();
      assertThat(impact.latencyBackSeconds()).isNull();
      assertThat(impact.recoveredSeconds()).isNull();
    }
  }

  @Test
  void aFaultJustBeforeTheEndShowsNoRecovery() {
    PlannedFaults found =
        FaultAnalysis.of(
            replied(FaultAnalysisTest::in60Millis).sent(1),
            List.of(ModelRun.fault(at(59.9), null)),
            ModelRun.load(at(5), at(60)),
            new long[0],
            List.of());
    FaultImpact impact = found.faults().get(0);
    assertThat(impact.rateBackSeconds()).isNull();
    assertThat(impact.latencyBackSeconds()).isNull();
    assertThat(impact.recoveredSeconds()).isNull();
    // From 5 s to 0.12 s before the fault.
    assertThat(found.undisturbed().due()).isEqualTo(54_780);
  }

  @Test
  void noMessageAfterTheFault() {
    FaultImpact impact = only(minute(server()), ModelRun.fault(at(60.5), at(61)));
    assertThat(impact.atSeconds()).isEqualTo(60.5);
    assertThat(impact.detectionSeconds()).isNull();
    assertThat(impact.unavailable()).isEmpty();
    assertThat(impact.rateBackSeconds()).isNull();
    assertThat(impact.latencyBackSeconds()).isNull();
    assertThat(impact.due()).isZero();
  }

  @Test
  void noMessageAtAll() {
    FaultImpact impact = only(new ModelRun(), ModelRun.fault(at(20), at(30)));
    assertThat(impact.slowSeconds()).isNull();
    assertThat(impact.unavailable()).isEmpty();
    assertThat(impact.rateBackSeconds()).isNull();
    assertThat(impact.latencyBackSeconds()).isNull();
    assertThat(analyse(new ModelRun())).isEmpty();
  }

  /** Each fault has its own analysis, and loses what was acknowledged just before it. */
  @Test
  void twoFaults() {
    ModelRun run =
        minute(
            server(
                new Down(at(20), at(22), Mode.STALLS, 0), new Down(at(40), at(44), Mode.FAILS, 0)),
            due -> (due >= at(19.9) && due < at(20)) || (due >= at(39.95) && due < at(40)));
    List<FaultImpact> impacts =
        analyse(run, ModelRun.fault(at(40), at(44)), ModelRun.fault(at(20), at(25)));
    assertThat(impacts).extracting(FaultImpact::atSeconds).containsExactly(20.0, 40.0);
    FaultImpact first = impacts.get(0);
    assertThat(first.unavailable()).hasSize(1);
    assertThat(first.firstSuccessSeconds()).isCloseTo(2, within(WITHIN));
    assertThat(first.latencyBackSeconds()).isCloseTo(2 + 2_000 / 3_000.0, within(WITHIN));
    assertThat(first.lost()).isEqualTo(100);
    FaultImpact second = impacts.get(1);
    assertThat(second.firstSuccessSeconds()).isCloseTo(4, within(WITHIN));
    assertThat(second.latencyBackSeconds()).isCloseTo(4, within(WITHIN));
    assertThat(second.lost()).isEqualTo(50);
    assertThat(consumption(second).lostNewestSeconds()).isEqualTo(-0.001);
  }

  /** The first node is back after the second fault, and the second one after the load. */
  @Test
  void aNodeThatIsBackAfterTheAnalysisShowsNoRecovery() {
    List<FaultImpact> impacts =
        analyse(
            minute(server()), ModelRun.fault(at(20), at(45)), ModelRun.fault(at(40), at(60.001)));
    assertThat(impacts).hasSize(2).allMatch(impact -> impact.recoveredSeconds() == null);
    assertThat(impacts).extracting(FaultImpact::rateBackSeconds).containsExactly(0.0, 0.0);
  }

  @Test
  void aNodeThatIsRestartedAndNeverBackShowsNoRecovery() {
    InjectedFault back = ModelRun.fault(at(20), at(30));
    InjectedFault never =
        new InjectedFault(
            back.plan(), back.node(), back.atNanos(), back.endedNanos(), null, List.of());
    FaultImpact impact = only(minute(server()), never);
    assertThat(impact.rateBackSeconds()).isEqualTo(0);
    assertThat(impact.recoveredSeconds()).isNull();
  }

  /** A node that was cut off loses what it acknowledged until it returned. */
  @Test
  void aLossBelongsToTheNearestInjectionOrEnd() {
    ModelRun run = minute(server(), due -> due == at(29) || due == at(36) || due == at(36.5));
    List<FaultImpact> impacts =
        analyse(run, ModelRun.fault(at(10), at(30)), ModelRun.fault(at(43.0026), null));
    // The last of them is acknowledged at 36.5013 s, 6.5013 s from both.
    assertThat(impacts).extracting(FaultImpact::lost).containsExactly(2L, 1L);
  }

  /** The messages in flight at the second fault fail because of that one. */
  @Test
  void aFaultIsNotBlamedForTheNextOne() {
    ModelRun run = minute(server(new Down(at(40), at(44), Mode.STALLS, 0)));
    FaultImpact first =
        analyse(run, ModelRun.fault(at(20), null), ModelRun.fault(at(40.0005), null)).get(0);
    assertThat(first.detectionSeconds()).isNull();
    assertThat(first.unavailable()).isEmpty();
    assertThat(first.latencyBackSeconds()).isEqualTo(0);
    assertThat(first.rateBackSeconds()).isEqualTo(0);
  }

  /** The second fault comes while nothing is answered because of the first one. */
  @Test
  void anOutageGoesOnThroughASecondFault() {
    ModelRun run = minute(server(new Down(at(20), at(30), Mode.FAILS, 0)));
    List<FaultImpact> impacts =
        analyse(run, ModelRun.fault(at(20), null), ModelRun.fault(at(26), null));
    FaultImpact first = impacts.get(0);
    assertThat(first.unavailable().get(0).toSeconds()).isNull();
    assertThat(first.unavailableSeconds()).isCloseTo(6, within(WITHIN));
    assertThat(first.due()).isEqualTo(first.rejected()).isEqualTo(6_000);
    FaultImpact second = impacts.get(1);
    assertThat(second.unavailable().get(0).fromSeconds()).isCloseTo(-6, within(WITHIN));
    assertThat(second.unavailableSeconds()).isCloseTo(4, within(WITHIN));
    assertThat(second.firstSuccessSeconds()).isCloseTo(4, within(WITHIN));
  }

  /** Gaps between the arrivals of 20 messages per second are far longer than a slow response. */
  @Test
  void gapsWithoutDemandAreNoOutages() {
    Random random = new Random(1);
    ModelRun run = new ModelRun();
    ServerModel server = server(new Down(at(200), at(203), Mode.FAILS, 0));
    double due = 0;
    while (due < 400) {
      run.add(0, 1, at(due), server.reply(at(due)), false);
      due -= Math.log1p(-random.nextDouble()) / 20;
    }
    // A message that never ends is not a demand for ever.
    run.add(1, 1, at(100), new Reply(Fate.UNANSWERED, Long.MAX_VALUE), false);
    FaultImpact impact =
        FaultAnalysis.of(
                run.sent(1),
                List.of(ModelRun.fault(at(200), null)),
                ModelRun.load(0, at(400)),
                new long[0],
                List.of())
            .faults()
            .get(0);
    assertThat(Objects.requireNonNull(impact.slowSeconds())).isLessThan(0.01);
    assertThat(impact.unavailable()).hasSize(1);
    assertThat(impact.unavailable().get(0).fromSeconds()).isBetween(0.0, 0.5);
    assertThat(impact.firstSuccessSeconds()).isBetween(3.0, 3.5);
    assertThat(impact.rateBackSeconds()).isEqualTo(impact.firstSuccessSeconds());
    assertThat(impact.rejected()).isBetween(30L, 100L);
    assertThat(impact.lost()).isNull();
    assertThat(impact.consumption()).isNull();
  }

  /** Messages in flight do not make a rate that is held look lower, however random they arrive. */
  @Test
  void randomArrivalsDoNotLowerTheRate() {
    Random random = new Random(2);
    ModelRun run = new ModelRun();
    double due = 0;
    while (due < 60) {
      run.add(
          0, 1, at(due), new Reply(Fate.ACKED, at(due + 0.02 + 0.02 * random.nextDouble())), false);
      due -= Math.log1p(-random.nextDouble()) / PER_SECOND;
    }
    FaultImpact impact = only(run, ModelRun.fault(at(20), null));
    assertThat(impact.rateBackSeconds()).isEqualTo(0);
    assertThat(impact.detectionSeconds()).isNull();
  }

  @Test
  void unsentMessagesWereDue() {
    ModelRun run = new ModelRun();
    ServerModel server = server();
    for (int i = 0; i < 60 * PER_SECOND; i++) {
      long due = at(i / (double) PER_SECOND);
      boolean unsent = due >= at(21) && due < at(24);
      run.add(
          0, 1, due, unsent ? new Reply(Fate.UNSENT, Long.MAX_VALUE) : server.reply(due), false);
    }
    FaultImpact impact = only(run, ModelRun.fault(at(20), null));
    assertThat(impact.detectionSeconds()).isEqualTo(1);
    assertThat(impact.unavailable())
        .singleElement()
        .satisfies(window -> assertThat(window.fromSeconds()).isCloseTo(1, within(WITHIN)));
    assertThat(impact.unavailableSeconds()).isCloseTo(3, within(WITHIN));
    assertThat(impact.rateBackSeconds()).isCloseTo(4, within(WITHIN));
    assertThat(impact.latencyBackSeconds()).isEqualTo(4);
    assertThat(impact.unsent()).isEqualTo(3_000);
    assertThat(impact.inTime()).isCloseTo(1_000, within(20L));
    ModelRun early = new ModelRun();
    early.add(0, 1, -1, new Reply(Fate.UNSENT, Long.MAX_VALUE), false);
    assertThatThrownBy(() -> only(early, ModelRun.fault(at(20), null)))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void aBatchIsManyMessages() {
    ModelRun run = new ModelRun();
    ServerModel server = server(new Down(at(20), at(21), Mode.FAILS, 0));
    for (int i = 0; i < 60 * PER_SECOND; i += 10) {
      long due = at(i / (double) PER_SECOND);
      run.add(i / 10 % 2, 10, due, server.reply(due), due == at(19.99));
    }
    FaultImpact impact =
        FaultAnalysis.of(
                run.sent(10),
                List.of(ModelRun.fault(at(20), null)),
                ModelRun.load(0, at(60)),
                new long[0],
                List.of(run.audit()))
            .faults()
            .get(0);
    assertThat(impact.rejected()).isEqualTo(1_000);
    assertThat(impact.latencyBackSeconds()).isEqualTo(1);
    assertThat(impact.lost()).isEqualTo(10);
  }

  /** The limit of a slow response is then 0.1 s, by which no message is slow. */
  @Test
  void withoutABaseline() {
    ModelRun run = minute(server(new Down(at(20), at(20.05), Mode.STALLS, 0)));
    List<FaultImpact> impacts =
        FaultAnalysis.of(
                run.sent(1),
                List.of(ModelRun.fault(at(20), null)),
                ModelRun.load(at(19.002), at(60)),
                new long[0],
                List.of())
            .faults();
    FaultImpact impact = impacts.get(0);
    assertThat(impact.slowSeconds()).isNull();
    assertThat(impact.latencyBackSeconds()).isNull();
    assertThat(impact.unavailable()).isEmpty();
    assertThat(impact.rateBackSeconds()).isEqualTo(0);
    assertThat(impact.due()).isEqualTo(40_000).isEqualTo(impact.inTime());
  }

  /** One of 100 messages fails until 40 s, so that each of these has the same maximum. */
  @Test
  void aShareOfExactlyOnePercent() {
    ModelRun run = new ModelRun();
    ServerModel server = server();
    for (int i = 0; i < 60 * PER_SECOND; i++) {
      long due = at(i / (double) PER_SECOND);
      Reply reply = server.reply(due);
      boolean fails = i >= 20_000 && i < 40_000 && i % 100 == 0;
      run.add(0, 1, due, fails ? new Reply(Fate.REJECTED, reply.atNanos()) : reply, false);
    }
    FaultImpact impact = only(run, ModelRun.fault(at(20), null));
    // The answer to the message of 39.899 s is the first one after the last maximum.
    assertThat(impact.rateBackSeconds()).isEqualTo(19.9003);
    assertThat(impact.latencyBackSeconds()).isEqualTo(19.901);
    assertThat(impact.rejected()).isEqualTo(200);
  }

  /** 1,000 responses are enough for a 99th percentile, 999 are not. */
  @Test
  void theSmallestBaseline() {
    ModelRun run = minute(server());
    for (int count : new int[] {999, 1_000}) {
      // The message of 19.998 is the last one that is answered by then.
      LoadSpan load = ModelRun.load(at(19.999) - count * at(0.001), at(60));
      FaultImpact impact =
          FaultAnalysis.of(
                  run.sent(1), List.of(ModelRun.fault(at(20), null)), load, new long[0], List.of())
              .faults()
              .get(0);
      assertThat(impact.slowSeconds()).isEqualTo(count < 1_000 ? null : 0.0026);
    }
  }

  /** Of the messages before, those that were rejected have no response, and time-outs have one. */
  @Test
  void failuresBeforeTheFirstFault() {
    for (Fate fate : new Fate[] {Fate.REJECTED, Fate.UNKNOWN}) {
      ModelRun run = new ModelRun();
      ServerModel server = server();
      for (int i = 0; i < 60 * PER_SECOND; i++) {
        long due = at(i / (double) PER_SECOND);
        Reply reply = server.reply(due);
        run.add(0, 1, due, i % 50 == 0 ? new Reply(fate, due + at(3)) : reply, false);
      }
      FaultImpact impact = only(run, ModelRun.fault(at(20), null));
      assertThat(impact.slowSeconds()).isEqualTo(fate == Fate.UNKNOWN ? 6 : 0.0026);
    }
  }

  /** Those of the last 2.6 ms may still become slow: the last one that counts is of 59.997 s. */
  @Test
  void oneHundredMessagesShowARecovery() {
    for (double up : new double[] {59.898, 59.899}) {
      ModelRun run = minute(server(new Down(at(59.5), at(up), Mode.FAILS, 0)));
      FaultImpact impact = only(run, ModelRun.fault(at(59.5), null));
      assertThat(impact.latencyBackSeconds()).isEqualTo(up < 59.899 ? 0.398 : null);
    }
  }

  /** An answer at the very end is no recovery, and one at the very injection ends no outage. */
  @Test
  void answersAtTheBoundaries() {
    ModelRun run = new ModelRun();
    run.add(0, 1, at(19), new Reply(Fate.ACKED, at(20)), false);
    run.add(0, 1, at(39), new Reply(Fate.ACKED, at(40)), false);
    run.add(0, 1, at(40), new Reply(Fate.ACKED, at(41)), false);
    List<FaultImpact> impacts =
        analyse(run, ModelRun.fault(at(20), null), ModelRun.fault(at(40), null));
    assertThat(impacts.get(0).unavailable()).containsExactly(new Window(19, null));
    assertThat(impacts.get(0).firstSuccessSeconds()).isNull();
    assertThat(impacts.get(1).unavailable()).containsExactly(new Window(0, 1.0));
  }

  /** Several messages of one moment without an answer, which are equal in every respect. */
  @Test
  void equalMessages() {
    ModelRun run = minute(server());
    for (int i = 0; i < 9; i++) {
      run.add(5, 1, at(20), new Reply(Fate.UNANSWERED, Long.MAX_VALUE), false);
    }
    FaultImpact impact = only(run, ModelRun.fault(at(20), null));
    assertThat(impact.unknown()).isEqualTo(9);
  }

  /** One of 20 messages fails for good: what follows the last of them shows no recovery. */
  @Test
  void aFewGoodMessagesAtTheEndAreNoRecovery() {
    ModelRun run = new ModelRun();
    ServerModel server = server();
    for (int i = 0; i < 60 * PER_SECOND; i++) {
      long due = at(i / (double) PER_SECOND);
      Reply reply = server.reply(due);
      run.add(
          0,
          1,
          due,
          i >= 20_000 && i % 20 == 0 ? new Reply(Fate.REJECTED, reply.atNanos()) : reply,
          false);
    }
    FaultImpact impact = only(run, ModelRun.fault(at(20), null));
    assertThat(impact.rateBackSeconds()).isNull();
    assertThat(impact.latencyBackSeconds()).isNull();
    assertThat(impact.rejected()).isEqualTo(2_000);
    assertThat(impact.inTime()).isEqualTo(38_000);
  }

  /** A message lost to two groups is lost once. */
  @Test
  void lossesOfSeveralGroups() {
    ModelRun run = minute(server(), due -> due == at(19.999));
    ModelRun other = minute(server(), due -> due == at(19.999) || due == at(20));
    FaultImpact impact =
        FaultAnalysis.of(
                run.sent(1),
                List.of(ModelRun.fault(at(20), null)),
                ModelRun.load(0, at(60)),
                new long[0],
                List.of(run.audit(), other.audit()))
            .faults()
            .get(0);
    assertThat(impact.lost()).isEqualTo(2);
  }

  /** planned-faults.md has this example: the consumers are back 1.2 s after the senders. */
  @Test
  void consumersThatAreBackLaterThanSenders() {
    ServerModel server = server(new Down(at(20), at(27.3), Mode.STALLS, at(32.3)));
    ModelRun run = new ModelRun();
    for (int i = 0; i < 60 * PER_SECOND; i++) {
      long due = at(i / (double) PER_SECOND);
      Reply reply = server.reply(due);
      long received = reply.atNanos() + at(0.001);
      run.add(
          i % 4,
          1,
          due,
          reply,
          new Receipt(
              received >= at(20) ? Math.max(received, at(28.5)) : received,
              false,
              false,
              due >= at(19.996) && due < at(20),
              false));
    }
    ConsumerImpact consumption = consumption(only(run, ModelRun.fault(at(20), at(27.3))));
    assertThat(consumption)
        .usingRecursiveComparison()
        .ignoringFields("unavailableQueues")
        .isEqualTo(new ConsumerImpact(0, null, null, List.of(), 4, 0L, 2_399, 100, 8.5, List.of()));
    assertThat(consumption.unavailableQueues())
        .extracting(QueueImpact::queue)
        .containsExactly(0, 1, 2, 3, 4);
    assertThat(consumption.unavailableQueues())
        .allSatisfy(
            queue -> {
              assertThat(queue.unavailable()).hasSize(1);
              assertThat(queue.unavailableSeconds()).isCloseTo(7.3, within(0.02));
            });
  }

  /** The queue's leader is down; clients send to the others as before. */
  @Test
  void oneQueueIsUnavailableAndTheOthersAreNot() {
    ModelRun run = new ModelRun();
    for (int i = 0; i < 60 * PER_SECOND; i++) {
      long due = at(i / (double) PER_SECOND);
      // A sender's message number n goes to queue n modulo 5.
      boolean down = i / 4 % 5 == 3 && due >= at(20) && due < at(27.3);
      long end = down ? at(27.3) : due + at(0.01);
      run.add(i % 4, 1, due, new Reply(Fate.ACKED, end), Receipt.at(end + at(0.001)));
    }
    FaultImpact impact = only(run, ModelRun.fault(at(20), at(27.3)));
    assertThat(impact.unavailable()).isEmpty();
    assertThat(consumption(impact).unavailableQueues()).hasSize(1);
    QueueImpact queue = consumption(impact).unavailableQueues().get(0);
    assertThat(queue.queue()).isEqualTo(3);
    assertThat(queue.unavailable()).hasSize(1);
    assertThat(queue.unavailable().get(0).fromSeconds()).isBetween(-0.02, 0.01);
    assertThat(queue.unavailable().get(0).toSeconds()).isCloseTo(7.3, within(0.002));
    assertThat(queue.unavailableSeconds()).isCloseTo(7.3, within(0.02));
  }

  /** A minute whose messages are received at these times, in seconds, by their intended time. */
  private static ModelRun received(DoubleUnaryOperator seconds) {
    return received(server(), due -> Receipt.at(at(seconds.applyAsDouble(due / 1e9))));
  }

  private static ModelRun received(ServerModel server, LongFunction<Receipt> receipts) {
    ModelRun run = new ModelRun();
    for (int i = 0; i < 60 * PER_SECOND; i++) {
      long due = at(i / (double) PER_SECOND);
      run.add(i % 4, 1, due, server.reply(due), receipts.apply(due));
    }
    return run;
  }

  /** All messages of 5 s come together, each of which was acknowledged within 1.3 ms. */
  @Test
  void theBacklogOfAConsumersStall() {
    ModelRun run = received(due -> due >= 20 && due < 25 ? 25.5 : due + 0.002);
    ConsumerImpact consumption = consumption(only(run, ModelRun.fault(at(20), null)));
    // Those, and one on its way.
    assertThat(consumption.backlogMax()).isEqualTo(5_001);
    assertThat(consumption.levelBacklog()).isEqualTo(100);
    assertThat(consumption.levelSeconds()).isEqualTo(5.5);
  }

  /** The messages of 0.1 s are level, one more is not. */
  @Test
  void aBacklogIsLevelUpToItsLimit() {
    ModelRun limit = received(due -> due >= 20 && due < 20.1 ? 20.102 : due + 0.0001);
    ConsumerImpact within = consumption(only(limit, ModelRun.fault(at(20), null)));
    assertThat(within.backlogMax()).isEqualTo(100);
    assertThat(within.levelSeconds()).isEqualTo(0);
    ModelRun above = received(due -> due >= 20 && due < 20.101 ? 20.103 : due + 0.0001);
    ConsumerImpact beyond = consumption(only(above, ModelRun.fault(at(20), null)));
    assertThat(beyond.backlogMax()).isEqualTo(101);
    assertThat(beyond.levelSeconds()).isEqualTo(0.103);
  }

  /** The first stall is short, and the last one ends after the load. */
  @Test
  void eachFaultHasItsBacklogUntilTheNext() {
    ModelRun run =
        received(
            due ->
                due >= 10 && due < 10.09
                    ? 10.1
                    : due >= 30 && due < 32 ? 32 : due >= 50 ? 61 : due + 0.002);
    List<FaultImpact> impacts =
        analyse(
            run,
            ModelRun.fault(at(20), null),
            ModelRun.fault(at(30), null),
            ModelRun.fault(at(31), null),
            ModelRun.fault(at(50), null));
    // Twice the 90 messages of the first stall and the one on its way.
    assertThat(impacts).allMatch(impact -> consumption(impact).levelBacklog() == 182);
    assertThat(impacts.stream().map(impact -> consumption(impact).backlogMax()))
        .containsExactly(1L, 999L, 1_999L, 9_999L);
    assertThat(impacts.stream().map(impact -> consumption(impact).levelSeconds()))
        .containsExactly(0.0, null, 1.0, null);
  }

  /** Nothing shows what consumers have yet to receive of these messages. */
  @Test
  void whatIsLostUnacknowledgedOrEarlyIsNoBacklog() {
    ModelRun run =
        received(
            server(new Down(at(30), at(35), Mode.IGNORES, 0)),
            due -> {
              if (due >= at(40)) {
                return due < at(45) ? Receipt.LOST : Receipt.at(due + 1);
              }
              return Receipt.at(due >= at(30) && due < at(35) ? at(38) : due + at(0.002));
            });
    ConsumerImpact consumption = consumption(only(run, ModelRun.fault(at(30), at(35))));
    assertThat(consumption.lost()).isEqualTo(5_000);
    assertThat(consumption.backlogMax()).isEqualTo(1);
    assertThat(consumption.levelSeconds()).isEqualTo(0);
  }

  /** The run ended before the drain, so that nothing is lost. */
  @Test
  void whatWasNotAwaitedIsInTheBacklogUntilTheEnd() {
    Receipt open = new Receipt(Receipt.NEVER, false, true, false, false);
    ModelRun run = received(server(), due -> due < at(59) ? Receipt.at(due + at(0.002)) : open);
    ConsumerImpact consumption = consumption(only(run, ModelRun.fault(at(20), null)));
    assertThat(consumption.lost()).isZero();
    assertThat(consumption.backlogMax()).isEqualTo(999);
    assertThat(consumption.levelSeconds()).isNull();
  }

  /** A message that was never answered belongs where it was due. */
  @Test
  void duplicatesAndReorderedMessagesBelongToTheNearestFault() {
    ModelRun run =
        received(
            server(
                new Down(at(20), at(25), Mode.STALLS, 0),
                new Down(at(40), at(41), Mode.IGNORES, 0)),
            due ->
                new Receipt(
                    due + at(10),
                    false,
                    false,
                    (due >= at(20) && due < at(20.05)) || (due >= at(40) && due < at(40.007)),
                    due >= at(39) && due < at(39.003)));
    List<FaultImpact> impacts =
        analyse(
            run,
            ModelRun.fault(at(16), null),
            ModelRun.fault(at(26), null),
            ModelRun.fault(at(41), null),
            ModelRun.fault(at(58), null));
    // Those due just after 20 s had their answers at 25 s.
    assertThat(impacts.stream().map(impact -> consumption(impact).duplicates()))
        .containsExactly(0L, 50L, 7L, 0L);
    assertThat(impacts.stream().map(impact -> consumption(impact).reordered()))
        .containsExactly(0L, 0L, 3L, 0L);
  }

  /** A message that several groups received twice is one. */
  @Test
  void duplicatesOfSeveralGroups() {
    ModelRun run =
        received(
            server(), due -> new Receipt(due + at(0.002), false, false, due < at(0.003), true));
    ModelRun other =
        received(
            server(), due -> new Receipt(due + at(0.002), false, false, due < at(0.005), false));
    GroupAudit unordered =
        new GroupAudit(
            other.audit().lost(), other.audit().indeterminate(), other.audit().duplicates(), null);
    ConsumerImpact consumption =
        consumption(
            FaultAnalysis.of(
                    run.sent(1),
                    List.of(ModelRun.fault(at(20), null)),
                    ModelRun.load(0, at(60)),
                    new long[0],
                    List.of(run.audit(), unordered))
                .faults()
                .get(0));
    assertThat(consumption.duplicates()).isEqualTo(5);
    assertThat(consumption.reordered()).isNull();
  }

  @Test
  void millionsOfMessages() {
    int messages = 2_000_000;
    SentMessages sent = new SentMessages(4, 0, 0);
    for (int i = 0; i < messages; i++) {
      long due = i * 10_000L;
      boolean down = due >= at(10) && due < at(12);
      sent.attempted(i % 4, i / 4, 1, due);
      sent.ended(
          i % 4,
          i / 4,
          1,
          down ? SendOutcome.REJECTED : SendOutcome.ACKED,
          300_000 + i % 7 * 100_000L);
    }
    FaultImpact impact =
        FaultAnalysis.of(
                sent,
                List.of(
                    new InjectedFault("kill master", "broker-a", at(10), null, null, List.of())),
                new LoadSpan(0, 0, at(20)),
                new long[0],
                List.of())
            .faults()
            .get(0);
    assertThat(impact.rejected()).isEqualTo(200_000);
    assertThat(impact.unavailable())
        .singleElement()
        .extracting(Window::toSeconds)
        .isEqualTo(impact.firstSuccessSeconds());
    assertThat(impact.latencyBackSeconds()).isEqualTo(2);
  }

  /**
   * A second of service before the fault, in which a quarter of the load is rejected, and all after
   * it.
   */
  @Test
  void whatWasDueBeforeAFaultIsCountedAsItWasThen() {
    SentMessages sent = new SentMessages(1, 0, 0);
    long sequence = 0;
    for (int milli = 1; milli < 4_000; milli++) {
      long intendedNanos = milli * 1_000_000L;
      boolean waiting = milli >= 1_500 && milli < 3_000;
      sent.attempted(0, sequence, 1, intendedNanos);
      // What is due in the last half second before the fault waits for it, and fails.
      sent.ended(
          0,
          sequence,
          1,
          (milli < 1_000 && milli % 4 == 0) || waiting ? SendOutcome.REJECTED : SendOutcome.ACKED,
          waiting ? 3_000_000_000L - intendedNanos : 1_000_000);
      sequence++;
    }
    PlannedFaults result =
        FaultAnalysis.of(
            sent,
            List.of(
                new InjectedFault("kill broker", "broker", 2_000_000_000, null, null, List.of())),
            new LoadSpan(0, 0, 4_000_000_000L),
            new long[0],
            List.of());
    PlannedFaults.Undisturbed undisturbed = result.undisturbed();
    long before = 1_999 - 2;
    long after = 4_000 - 3_000;
    assertThat(undisturbed.due()).isCloseTo(before + after, within(3L));
    assertThat(undisturbed.due() - undisturbed.sent()).isCloseTo(500L, within(3L));
    assertThat(undisturbed.failed()).isEqualTo(249);
  }
}
