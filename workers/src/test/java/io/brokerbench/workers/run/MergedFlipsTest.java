package io.brokerbench.workers.run;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import io.brokerbench.clock.ManualClock;
import io.brokerbench.generator.Flip;
import io.brokerbench.generator.RunClients;
import io.brokerbench.load.Timeline;
import io.brokerbench.record.LatencyRecorder;
import io.brokerbench.results.Metric;
import io.brokerbench.results.ProcessFigure;
import io.brokerbench.results.clocks.ChronyTracking;
import io.brokerbench.results.workers.WorkerUse;
import io.brokerbench.workers.protocol.Command;
import io.brokerbench.workers.protocol.Counts;
import io.brokerbench.workers.protocol.Durations;
import io.brokerbench.workers.protocol.FlipReport;
import io.brokerbench.workers.protocol.GroupCounts;
import io.brokerbench.workers.protocol.Machine;
import io.brokerbench.workers.protocol.Report;
import io.brokerbench.workers.protocol.Status;
import io.brokerbench.workload.TestWorkload;
import io.brokerbench.workload.Workload;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

@Execution(ExecutionMode.CONCURRENT)
final class MergedFlipsTest {

  private static final long SECOND_NANOS = 1_000_000_000;

  private final ManualClock clock = new ManualClock();
  private final Timeline timeline = new Timeline(0);
  private final FakeWorker a = new FakeWorker("a");
  private final FakeWorker b = new FakeWorker("b");
  private final MergedFlips flips =
      new MergedFlips(List.of(a.worker(), b.worker()), 0, timeline, clock);

  MergedFlipsTest() {
    a.reacts(command -> a.answers(command, flip(1, 5)));
  }

  /** So many latencies of 1 ms, with this error. */
  private static FlipReport flip(long messages, long errorNanos) {
    Histogram latencies = LatencyRecorder.emptyHistogram();
    latencies.recordValueWithCount(1_000_000, messages);
    Status counts =
        Status.newBuilder().setMeasured(Counts.newBuilder().setAttempted(100 * messages)).build();
    return FlipReport.newBuilder()
        .setStatus(counts)
        .setAtEnd(counts)
        .putAllMeasured(RunWire.latencies(Map.of(Metric.END_TO_END, latencies)))
        .putErrorNanos(Metric.END_TO_END.name(), errorNanos)
        .setHiccups(RunWire.durations(latencies))
        .setMachine(Machine.newBuilder().putProcess(ProcessFigure.CPU_NANOS.name(), messages))
        .build();
  }

  private Flip next() {
    cut();
    return flips.flip().orElseThrow();
  }

  private void cut() {
    clock.advance(SECOND_NANOS);
    flips.cut();
  }

  private static long merged(Flip flip) {
    assertThat(flip.hiccups().getTotalCount())
        .isEqualTo(requireNonNull(flip.measured().get(Metric.END_TO_END)).getTotalCount());
    return flip.hiccups().getTotalCount();
  }

  @Test
  void latenciesAddUpAndTheLargestErrorCounts() {
    b.reacts(command -> b.answers(command, flip(20, 9)));
    for (int second = 0; second < 2; second++) {
      Flip flip = next();
      assertThat(merged(flip)).isEqualTo(21);
      assertThat(flip.errorNanos()).isEqualTo(Map.of(Metric.END_TO_END, 9L));
      assertThat(flip.warmup()).isEmpty();
    }
    assertThat(flips.latest()).containsOnlyKeys("worker-a", "worker-b");
  }

  /** Its messages go on while it waits for its turn. */
  @Test
  void aSecondHasTheCountsAtItsEndAndTheWorkerThoseOfItsReport() {
    FlipReport report = flip(20, 9);
    Status later = Status.newBuilder().setSettled(true).build();
    b.reacts(command -> b.answers(command, report.toBuilder().setStatus(later).build()));
    assertThat(next().standing().measured().attempted()).isEqualTo(2_100);
    assertThat(b.worker().status()).isEqualTo(later);
  }

  /** A group received 70 of 100 messages in it, and more until the workers reported. */
  @Test
  void aBacklogIsThatOfTheEndOfTheSecond() {
    Workload workload = TestWorkload.of("consume.threads=1");
    MergedFlips ofOneGroup = new MergedFlips(List.of(a.worker(), b.worker()), 1, timeline, clock);
    assertThat(ofOneGroup.backlogs(workload.consumption()).values())
        .containsExactly(OptionalLong.empty());
    FlipReport report =
        FlipReport.newBuilder()
            .setAwaited(50)
            .setAtEnd(received(35))
            .setStatus(received(49))
            .build();
    a.reacts(command -> a.answers(command, report));
    b.reacts(command -> b.answers(command, report));
    ofOneGroup.cut();
    assertThat(ofOneGroup.flip()).isPresent();
    assertThat(ofOneGroup.awaited()).hasValue(100);
    assertThat(ofOneGroup.backlogs(workload.consumption()).values())
        .containsExactly(OptionalLong.of(30));
  }

  private static Status received(long messages) {
    return Status.newBuilder().addGroups(GroupCounts.newBuilder().setMessages(messages)).build();
  }

  @Test
  void workersOfOneMachineReportInTurn() {
    cut();
    assertThat(delays(List.of(a, b))).containsExactly(0L, 25L);
    List<FakeWorker> many =
        IntStream.range(0, 20).mapToObj(number -> new FakeWorker("w" + number)).toList();
    new MergedFlips(many.stream().map(FakeWorker::worker).toList(), 0, timeline, clock).cut();
    assertThat(delays(many))
        .doesNotHaveDuplicates()
        .allMatch(millis -> millis < RunClients.FLIP_MILLIS);
  }

  private static List<Long> delays(List<FakeWorker> workers) {
    return workers.stream()
        .map(worker -> worker.commands().get(0).getTakeFlip().getReportAfterMillis())
        .toList();
  }

  /** As of a worker that is frozen for nine seconds: it answers all questions when it goes on. */
  @Test
  void whatComesLateStillBelongsToItsSecond() {
    for (int second = 0; second < 9; second++) {
      cut();
      assertThat(flips.flip()).isEmpty();
    }
    List<Command> asked = List.copyOf(b.commands());
    assertThat(asked).hasSize(9);
    for (int second = 0; second < 9; second++) {
      b.answers(asked.get(second), flip(20 + second, 9));
    }
    for (int second = 0; second < 9; second++) {
      Flip flip = flips.flip().orElseThrow();
      assertThat(merged(flip)).isEqualTo(1 + 20 + second);
      assertThat(flip.standing().measured().attempted()).isEqualTo(100L * (1 + 20 + second));
    }
    assertThat(flips.flip()).isEmpty();
    b.reacts(command -> b.answers(command, flip(300, 9)));
    assertThat(merged(next())).isEqualTo(301);
  }

  @Test
  void secondsOfAWorkerThatIsLostAreThoseOfTheOthers() {
    b.reacts(command -> b.answers(command, flip(20, 9)));
    assertThat(merged(next())).isEqualTo(21);
    b.reacts(command -> {});
    cut();
    cut();
    assertThat(flips.flip()).isEmpty();
    b.worker().lost("b: nothing was heard from it for 10 s");
    for (int second = 0; second < 2; second++) {
      Flip flip = flips.flip().orElseThrow();
      assertThat(merged(flip)).isEqualTo(1);
      // What it had sent is kept.
      assertThat(flip.standing().measured().attempted()).isEqualTo(100 * 21);
    }
    assertThat(merged(next())).isEqualTo(1);
  }

  @Test
  void aWorkerThatIsThereAndGivesNoFiguresIsLost() {
    cut();
    clock.advance(30 * SECOND_NANOS);
    assertThat(flips.flip()).isEmpty();
    assertThat(b.worker().isLost()).isFalse();
    clock.advance(1);
    assertThat(merged(flips.flip().orElseThrow())).isEqualTo(1);
    assertThat(b.worker().loss()).isEqualTo("b at 10.0.0.1: it reported no figures for 30 s");
    assertThat(b.isClosed()).isTrue();
  }

  @Test
  void aWorkerThatIsLostMeanwhileIsLeftOut() {
    b.reacts(command -> b.worker().lost("b: its connection ended"));
    assertThat(merged(next())).isEqualTo(1);
    assertThat(merged(next())).isEqualTo(1);
    assertThat(b.commands()).hasSize(1);
    assertThat(flips.latest()).containsOnlyKeys("worker-a");
  }

  @Test
  void aWorkerWhoseAnswerIsMalformedIsLost() {
    FlipReport malformed =
        flip(20, 9).toBuilder()
            .putMeasured("RESPONSE", Durations.newBuilder().addCounts(1).build())
            .build();
    b.reacts(command -> b.answers(command, malformed));
    assertThat(merged(next())).isEqualTo(1);
    assertThat(b.worker().loss())
        .isEqualTo("b at 10.0.0.1: a message that is not understood: durations without counts");
    assertThat(b.isClosed()).isTrue();
  }

  /** As brokers block the connections of all workers at the same time. */
  @Test
  void countsOfConnectionsAddUpAndTheLongestBlockCounts() {
    a.reacts(command -> a.answers(command, connections(2, 900)));
    b.reacts(command -> b.answers(command, connections(3, 700)));
    Flip unused = next();
    assertThat(flips.figures(new TreeMap<>(Map.of("readyMessages", 9L))))
        .isEqualTo(Map.of("readyMessages", 9L, "lostConnections", 5L, "blockedMillis", 900L));
  }

  private static FlipReport connections(long lost, long blockedMillis) {
    return flip(1, 0).toBuilder()
        .putFigures("lostConnections", lost)
        .putFigures("blockedMillis", blockedMillis)
        .build();
  }

  /** Two seconds of warm-up, two of measured time, and two in which sends settle. */
  @Test
  void pausesAndWaitsOfAWorkerAreThoseOfTheMeasuredTime() {
    timeline.measure(2 * SECOND_NANOS, 4 * SECOND_NANOS);
    Map<Long, FlipReport> bySecond =
        Map.of(
            1L, flip(90, 0, 0),
            2L, flip(80, 7, 3),
            3L, flip(40, 7, 5),
            4L, flip(30, 8, 6),
            5L, flip(70, 90, 6),
            6L, flip(60, 95, 6));
    a.reacts(
        command ->
            a.answers(command, requireNonNull(bySecond.get(clock.nanoTime() / SECOND_NANOS))));
    b.worker().lost("b: its connection ended");
    Workload workload = TestWorkload.of();
    for (int second = 1; second <= 6; second++) {
      Flip unused = next();
    }
    WorkerUse part = flips.parts(workload).get(0);
    assertThat(part.hiccupP99Nanos()).isEqualTo(40);
    // It waited one of the four nanoseconds.
    assertThat(part.starvedShare()).isEqualTo(0.25);
  }

  @Test
  void eachWorkerHasTheStateOfItsOwnClock() {
    ChronyTracking state = ChronyTracking.of(-3_000, 20_000, 101, "Normal");
    ready(a, Optional.of(state));
    ready(b, Optional.empty());
    assertThat(flips.parts(TestWorkload.of()))
        .extracting(WorkerUse::chrony)
        .containsExactly(state, null);
  }

  private static void ready(FakeWorker worker, Optional<ChronyTracking> chrony) {
    worker.reports(Report.newBuilder().setReady(RunWire.ready(chrony)).build().toByteArray());
  }

  /** A pause of so many nanoseconds, and the counters of the machine at the end of the second. */
  private static FlipReport flip(long pauseNanos, long waitedNanos, long cpuNanos) {
    return flip(1, 0).toBuilder()
        .setHiccups(Durations.newBuilder().addDistances(pauseNanos).addCounts(1))
        .setMachine(
            Machine.newBuilder()
                .setWaitedNanos(waitedNanos)
                .putProcess(ProcessFigure.CPU_NANOS.name(), cpuNanos))
        .build();
  }
}
