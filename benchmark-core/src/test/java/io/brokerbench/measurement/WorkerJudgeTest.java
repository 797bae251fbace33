package io.brokerbench.measurement;

import static io.brokerbench.measurement.TestResult.SECOND;
import static io.brokerbench.measurement.TestResult.host;
import static io.brokerbench.measurement.TestResult.process;
import static org.assertj.core.api.Assertions.assertThat;

import io.brokerbench.clock.ClockTracker;
import io.brokerbench.results.Verdict;
import io.brokerbench.results.Verdict.Status;
import io.brokerbench.results.clocks.ClockComparison;
import io.brokerbench.results.workers.ClockCeilings;
import io.brokerbench.results.workers.WorkerUse;
import io.brokerbench.sample.HostFigures;
import io.brokerbench.sample.NodeFigures;
import io.brokerbench.sample.ProcessFigures;
import io.brokerbench.sample.Sample;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Verdicts about runs with workers: one that is in trouble is named. */
final class WorkerJudgeTest {

  private static final HostFigures OTHER_MACHINE = host(SECOND, 1);

  /** That of the controller, without its build. */
  private static final String JDK = "17";

  private static WorkerUse worker(
      String name, double starvedShare, long hiccupNanos, double silentSeconds, String lost) {
    return worker(name, JDK, starvedShare, hiccupNanos, Optional.empty(), silentSeconds, lost);
  }

  private static WorkerUse worker(
      String name,
      String jdk,
      double starvedShare,
      long hiccupNanos,
      Optional<ClockComparison> clock,
      double silentSeconds,
      String lost) {
    return new WorkerUse(
        name,
        "10.0.0.1",
        jdk,
        4,
        new ClockCeilings(40, 60_000),
        2,
        1,
        5_000,
        5_000,
        20_000L,
        starvedShare < 0 ? null : starvedShare,
        hiccupNanos,
        clock.orElse(null),
        null,
        clock.isPresent() ? 1_000L : null,
        silentSeconds > 0 ? silentSeconds : null,
        lost.isEmpty() ? null : lost);
  }

  private static WorkerUse sound(String name) {
    return worker(name, 0.1, 1_000_000, 0, "");
  }

  /** A machine on which only the run uses processors: this process one, each worker others. */
  private static Sample sample(
      long second, Optional<HostFigures> workersMachine, Map<String, ProcessFigures> workers) {
    Map<String, ProcessFigures> processes = new LinkedHashMap<>();
    processes.put("generator", process(second * SECOND));
    processes.putAll(workers);
    Map<String, NodeFigures> nodes = new LinkedHashMap<>();
    workers.forEach(
        (name, figures) ->
            nodes.put(
                name, new NodeFigures(second * SECOND, Optional.of(figures), workersMachine)));
    return new Sample(second * SECOND, processes, host(3 * second * SECOND, second), nodes, 0);
  }

  private static TestResult withWorkers(
      Optional<HostFigures> machine, ProcessFigures a, ProcessFigures b) {
    return new TestResult()
        .workers(sound("a"), sound("b"))
        .samples(
            sample(0, machine, Map.of("worker-a", process(0), "worker-b", process(0))),
            sample(10, machine, Map.of("worker-a", a, "worker-b", b)));
  }

  private static void assertVerdict(TestResult result, Status status, String... reasons) {
    Verdict verdict = result.verdict();
    assertThat(verdict.texts()).containsExactly(reasons);
    assertThat(verdict.status()).isEqualTo(status);
  }

  @Test
  void aWorkerThatUsesAllItsProcessorsIsNamed() {
    Optional<HostFigures> other = Optional.of(OTHER_MACHINE);
    String foreign = "processes outside the run used 2.00 processors; the generator has 4";
    assertVerdict(
        withWorkers(other, process(35 * SECOND), process(38 * SECOND)),
        Status.INVALID,
        "worker b used 3.80 of the 4 processors it has",
        foreign);
    assertVerdict(
        withWorkers(other, process(10 * SECOND), process(10 * SECOND, 1_001)),
        Status.SUSPECT,
        "worker b collected garbage 10.0 % of the time",
        foreign);
  }

  @Test
  void collectionsAreAShareOfTheTimeInWhichAWorkersFiguresAreKnown() {
    Map<String, ProcessFigures> known = Map.of("worker-a", process(10 * SECOND, 501));
    Sample half = sample(5, Optional.empty(), known);
    Sample end = sample(10, Optional.empty(), known);
    assertVerdict(
        new TestResult()
            .workers(sound("a"))
            .samples(
                sample(0, Optional.empty(), Map.of("worker-a", process(0))),
                half,
                new Sample(end.nanos(), end.processes(), end.host(), half.nodes(), 0)),
        Status.SUSPECT,
        "worker a collected garbage 10.0 % of the time");
  }

  @Test
  void workersOnThisMachineAreNotForeign() {
    assertVerdict(
        withWorkers(Optional.empty(), process(10 * SECOND), process(10 * SECOND)), Status.VALID);
  }

  @Test
  void aWorkerThatWaitedOrStoodStillOrWasSilentIsNamed() {
    assertVerdict(
        new TestResult().workers(sound("a"), worker("b", 0.9, 1_000_000, 0, "")),
        Status.SUSPECT,
        "worker b's threads waited for a processor 90 % of their time");
    assertVerdict(
        new TestResult().workers(sound("a"), worker("b", -1, 120_000_000, 0, "")),
        Status.SUSPECT,
        "worker b stood still: hiccup p99 is 120.0 ms");
    assertVerdict(
        new TestResult().workers(sound("a"), worker("b", -1, 1, 4.2, "")),
        Status.SUSPECT,
        "worker b was silent for 4 s: its machine or its connection stood still");
  }

  @Test
  void aWorkerWhoseClockSteppedIsNamed() {
    ClockTracker tracker = new ClockTracker();
    tracker.read(0, 0, 2_000);
    assertVerdict(
        new TestResult().workers(sound("a"), worker("b", JDK, -1, 1, tracker.summary(0), 0, "")),
        Status.VALID);
    tracker.read(SECOND, 3 * SECOND, SECOND + 2_000);
    assertVerdict(
        new TestResult().workers(sound("a"), worker("b", JDK, -1, 1, tracker.summary(0), 0, "")),
        Status.SUSPECT,
        "worker b's clock shows a step of +2.00 s +- 502 us between 0.0 s and 1.0 s");
    tracker.read(2 * SECOND, 9 * SECOND, 2 * SECOND + 2_000);
    assertVerdict(
        new TestResult().workers(sound("a"), worker("b", JDK, -1, 1, tracker.summary(0), 0, "")),
        Status.SUSPECT,
        "worker b's clock shows a step of +2.00 s +- 502 us between 0.0 s and 1.0 s, and 1 more");
  }

  @Test
  void workersWithAnotherJavaThanTheControllerAreNoted() {
    Verdict verdict =
        new TestResult()
            .workers(sound("a"), withJava("b", "21.0.2"), withJava("c", "25"), withJava("d", "25"))
            .verdict();
    assertThat(verdict.status()).isEqualTo(Status.VALID);
    String rest =
        " and 17 on the controller: before comparing this run with others, install the same"
            + " release on all machines";
    assertThat(verdict.notes())
        .containsExactly("Java is 21.0.2 on worker b" + rest, "Java is 25 on workers c, d" + rest);
    TestResult same = new TestResult().workers(sound("a"), withJava("b", "17+35"));
    assertThat(same.verdict().notes()).isEmpty();
  }

  private static WorkerUse withJava(String name, String jdk) {
    return worker(name, jdk, 0.1, 1_000_000, Optional.empty(), 0, "");
  }

  @Test
  void aWorkerThatWasLostBeforeItsFirstFiguresIsJudgedWithoutThem() {
    Optional<HostFigures> none = Optional.empty();
    assertVerdict(
        new TestResult("limits.foreign-cpu=1")
            .workers(sound("a"), worker("b", -1, 1, 0, "b at 10.0.0.2: its connection ended"))
            .aborted("aborted after 1 s: a worker was lost: b at 10.0.0.2: its connection ended")
            .samples(
                sample(0, none, Map.of("worker-a", process(0))),
                sample(10, none, Map.of("worker-a", process(10 * SECOND)))),
        Status.INVALID,
        "aborted after 1 s: a worker was lost: b at 10.0.0.2: its connection ended");
  }
}
