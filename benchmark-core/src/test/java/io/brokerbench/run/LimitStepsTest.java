package io.brokerbench.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.brokerbench.driver.memory.MemoryScript;
import io.brokerbench.generator.Standing;
import io.brokerbench.measurement.Interval;
import io.brokerbench.measurement.TestResult;
import io.brokerbench.record.CheckBackBook;
import io.brokerbench.record.Ledger;
import io.brokerbench.record.Receipts;
import io.brokerbench.record.SendOutcome;
import io.brokerbench.results.LimitStep;
import io.brokerbench.results.LoadOutcome;
import io.brokerbench.results.Metric;
import io.brokerbench.results.Phase;
import io.brokerbench.results.RunFile;
import io.brokerbench.results.RunResult;
import io.brokerbench.workload.InFlight;
import io.brokerbench.workload.TestWorkload;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A limit of sends in flight that changes in the measured time. */
final class LimitStepsTest {

  private static final long SERVICE_NANOS = 20_000_000;

  @Test
  void eachStepHasItsOwnFigures(@TempDir Path output) throws Exception {
    TestRun run =
        new TestRun(
            output,
            "load.threads=1",
            "load.mode=async",
            "load.in-flight=1 each for 2s, 5 each for 3s",
            "load.duration=1h",
            "consume.threads=1");
    // The broker serves one message at a time: what waits for it is what the limit lets through.
    RunResult result = result(run, MemoryScript.honest().withServiceRate(1e9 / SERVICE_NANOS));
    List<LimitStep> steps = Objects.requireNonNull(result.steps());
    assertThat(steps).extracting(LimitStep::inFlight).containsExactly("1 each", "5 each");
    assertThat(steps.stream().mapToDouble(LimitStep::seconds).sum())
        .isCloseTo(result.throughput().measuredSeconds(), within(1e-6));
    double acked = steps.stream().mapToDouble(step -> step.ackedPerSecond() * step.seconds()).sum();
    assertThat(acked).isCloseTo(acked(run, Phase.MEASURED), within(1e-6));
    assertThat(p50(steps.get(0))).isGreaterThan(SERVICE_NANOS * 9 / 10);
    assertThat(p50(steps.get(1))).isGreaterThan(4 * SERVICE_NANOS);
    assertThat(steps).allSatisfy(step -> assertThat(step.backlogAtEnd()).isNotNull());
  }

  /**
   * The broker takes 20 ms for each message: the first limit lets a quarter of the load through.
   */
  @Test
  void aStepDoesNotSendWhatTheOneBeforeItLeft(@TempDir Path output) throws Exception {
    TestRun run = atFixedRate(output, "load.in-flight=1 each for 3s, 100 each for 2s");
    RunResult result = result(run, MemoryScript.honest().withServiceNanos(index -> SERVICE_NANOS));
    LimitStep last = Objects.requireNonNull(result.steps()).get(1);
    assertThat(last.sentPerSecond() * last.seconds()).isLessThan(200 * last.seconds() + 20);
    assertThat(result.throughput().offeredPerSecond()).isEqualTo(200, within(1.0));
  }

  /** From half a second before the measured time on, the broker is silent for a second. */
  @Test
  void theFirstStepDoesNotSendWhatTheWarmupLeft(@TempDir Path output) throws Exception {
    TestRun run =
        atFixedRate(output, "load.warmup=2s", "load.in-flight=10 each for 3s, 20 each for 1s");
    RunResult result =
        result(run, MemoryScript.honest().withServiceNanos(LimitStepsTest::silentAfterAWhile));
    assertThat(acked(run, Phase.WARMUP)).isPositive();
    LimitStep first = Objects.requireNonNull(result.steps()).get(0);
    assertThat(first.sentPerSecond() * first.seconds()).isLessThan(200 * first.seconds() + 20);
  }

  /** Of 200 messages per second, the first ten after a second and a half wait for a second. */
  private static long silentAfterAWhile(long index) {
    return index >= 300 && index < 310 ? 1_000_000_000 : 0;
  }

  /** Half of the messages of a second; consumers receive the others. */
  @Test
  void whatBrokersRejectInAStepConsumersDoNotMiss() {
    LimitSteps steps = steps();
    Ledger ledger = new Ledger();
    ledger.attempted(1000, true);
    ledger.ended(SendOutcome.ACKED, "OK", 500, true);
    ledger.ended(SendOutcome.REJECTED, "NO_ROUTE", 500, true);
    Receipts.Counts received = new Receipts.Counts(500, 500, 0, 0, 0, 0, 0, 0, 0, null);
    steps.add(second(ledger.counts(), received));
    assertThat(steps.results().get(0).flow()).isEqualTo(LoadOutcome.THROTTLED);
  }

  /** They are like those of strangers. */
  @Test
  void messagesWithoutAHeaderAreReceivedToo() {
    LimitSteps steps = steps("message.size=39");
    Receipts.Counts received = new Receipts.Counts(1000, 0, 0, 0, 0, 1000, 0, 0, 0, null);
    steps.add(second(TestResult.counts(1000, 1000), received));
    assertThat(steps.results().get(0).flow()).isEqualTo(LoadOutcome.HELD);
  }

  @Test
  void theFlowOfAStepAtAChangingRateIsUnknown() {
    LimitSteps steps = steps("load.rate=1000/s for 1s, 2000/s");
    Receipts.Counts received = new Receipts.Counts(500, 500, 0, 0, 0, 0, 0, 0, 0, null);
    steps.add(second(TestResult.counts(500, 500), received));
    assertThat(steps.results().get(0).flow()).isNull();
  }

  /** As many as were sent, of which some may be those of the backlog. */
  @Test
  void theFlowOfAStepThatConsumesABacklogIsUnknown() {
    LimitSteps steps = steps("consume.backlog=1000");
    Receipts.Counts received = new Receipts.Counts(1000, 1000, 0, 0, 0, 0, 0, 0, 0, null);
    steps.add(second(TestResult.counts(1000, 1000), received));
    assertThat(steps.results().get(0).flow()).isNull();
  }

  /**
   * As with workers, which complete an interval after its end: the measured time starts at 60 s.
   */
  @Test
  void aStepStartsAtTheEndOfAnIntervalThatIsNotYetComplete() {
    LimitSteps steps = steps();
    assertThat(steps.starting(1.01)).isEmpty();
    assertThat(steps.starting(2.01)).map(InFlight::text).contains("20 each");
    assertThat(steps.starting(3.01)).isEmpty();
    for (int second = 60; second < 63; second++) {
      steps.add(TestResult.interval(second, Phase.MEASURED, Standing.NONE, Standing.NONE));
    }
    assertThat(steps.results()).extracting(LimitStep::seconds).containsExactly(2.0, 1.0);
  }

  private static LimitSteps steps(String... others) {
    return new LimitSteps(
        TestWorkload.of(
            Stream.concat(
                    Stream.of(
                        "load.rate=1000/s",
                        "load.mode=async",
                        "load.in-flight=10 each for 2s, 20 each for 2s",
                        "consume.threads=1"),
                    Stream.of(others))
                .toArray(String[]::new)));
  }

  private static Interval second(Ledger.Counts sends, Receipts.Counts received) {
    Standing after =
        new Standing(
            Ledger.Counts.NONE,
            sends,
            List.of(new Standing.Group(received, 0, 0)),
            CheckBackBook.Counts.NONE,
            0,
            0,
            0);
    return TestResult.interval(0, Phase.MEASURED, Standing.NONE, after);
  }

  private static TestRun atFixedRate(Path output, String... others) {
    return new TestRun(
        output,
        Stream.concat(
                Stream.of("load.threads=1", "load.rate=200/s", "load.mode=async"),
                Stream.of(others))
            .toArray(String[]::new));
  }

  private static RunResult result(TestRun run, MemoryScript script) throws Exception {
    run.with(script);
    return RunFile.read(run.directory().resolve(RunFile.NAME));
  }

  private static double acked(TestRun run, Phase phase) {
    return run.intervals.stream()
        .filter(interval -> interval.phase() == phase)
        .mapToDouble(LimitStepsTest::acked)
        .sum();
  }

  private static double acked(Interval interval) {
    return interval.after().sends().ackedCount() - interval.before().sends().ackedCount();
  }

  private static long p50(LimitStep step) {
    return Objects.requireNonNull(
        Objects.requireNonNull(step.latency().get(Metric.SERVICE)).p50Nanos());
  }
}
