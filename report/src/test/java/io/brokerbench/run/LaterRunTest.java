package io.brokerbench.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.brokerbench.driver.memory.MemoryScript;
import io.brokerbench.results.Latency;
import io.brokerbench.results.Metric;
import io.brokerbench.results.Verdict.Status;
import io.brokerbench.run.TestRun.Name;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Whole runs of messages for later, some of which the broker delivers too late or too early. The
 * broker waits by the machine's clock, and the run's clock is faster: none comes at its exact time.
 */
final class LaterRunTest {

  private static final int MESSAGES = 200;

  private final Path output;

  LaterRunTest(@TempDir Path output) {
    this.output = output;
  }

  private TestRun run(String deliverAfter, MemoryScript script) throws Exception {
    TestRun run =
        new TestRun(
            output,
            "load.messages=" + MESSAGES,
            "load.rate=500/s",
            "load.duration=0",
            "load.threads=1",
            "consume.threads=1",
            "message.deliver-after=" + deliverAfter);
    assertThat(run.with(script).status()).isEqualTo(Status.VALID);
    assertThat(run.json().at("/audit/delivered").asLong()).isEqualTo(MESSAGES);
    assertThat(run.json().at("/audit/brokerCount").asLong()).isEqualTo(MESSAGES);
    return run;
  }

  private static Latency of(TestRun run, Metric metric) {
    return run.result().latency().getOrDefault(metric, nothing());
  }

  private static Latency nothing() {
    return Latency.of(0, statistic -> null, null, null);
  }

  @Test
  void allArriveAndNoneBeforeItsTime() throws Exception {
    TestRun run = run("20ms..300ms", MemoryScript.honest());
    assertThat(of(run, Metric.LATE).count())
        .isPositive()
        .isEqualTo(of(run, Metric.END_TO_END).count());
    assertThat(of(run, Metric.EARLY).count()).isZero();
    assertThat(run.json().at("/throughput/flow").isMissingNode()).isTrue();
    assertThat(run.auditCsv()).isEmpty();
  }

  @Test
  void aBrokerThatDeliversLateIsMeasured() throws Exception {
    TestRun run = run("20ms", MemoryScript.honest().shiftingDelivery(300));
    assertThat(of(run, Metric.LATE).count()).isPositive();
    assertThat(of(run, Metric.LATE).meanNanos()).isGreaterThanOrEqualTo(299_000_000L);
    assertThat(of(run, Metric.EARLY).count()).isZero();
    assertThat(run.auditCsv()).isEmpty();
  }

  @Test
  void aBrokerThatDeliversEarlyIsMeasuredAndTheMessagesAreNamed() throws Exception {
    TestRun run = run("20m", MemoryScript.honest().shiftingDelivery(-1_200_000));
    assertThat(of(run, Metric.EARLY).count())
        .isPositive()
        .isEqualTo(of(run, Metric.END_TO_END).count());
    assertThat(of(run, Metric.EARLY).meanNanos()).isGreaterThan(600_000_000_000L);
    assertThat(of(run, Metric.LATE).count()).isZero();
    Set<Name> all =
        LongStream.range(0, MESSAGES)
            .mapToObj(sequence -> new Name(0, sequence))
            .collect(Collectors.toSet());
    assertThat(run.auditCsv()).isEqualTo(Map.of("early", all));
  }
}
