package io.brokerbench.load;

import static io.brokerbench.load.LoadFixture.SECOND;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import io.brokerbench.clock.ManualClock;
import io.brokerbench.driver.memory.MemoryScript;
import io.brokerbench.record.LatencyRecorder;
import io.brokerbench.results.Latency;
import io.brokerbench.results.Latency.Statistic;
import io.brokerbench.results.Metric;
import io.brokerbench.workload.TestWorkload;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

final class PercentilesTest {

  private static final int MESSAGES = 50_000;

  /** Log-normal around 500 us with a long tail, as brokers have it. */
  private final long[] serviceNanos = logNormal();

  private static long[] logNormal() {
    Random random = new Random(1);
    return LongStream.range(0, MESSAGES)
        .map(i -> Math.round(500_000 * Math.exp(1.2 * random.nextGaussian())))
        .toArray();
  }

  @Test
  void serviceTimesOfAClosedLoopAreTrue() throws Exception {
    LoadFixture load = load("load.rate=closed");
    load.send(script());
    assertTrue(load, Metric.SERVICE, serviceNanos);
  }

  @Test
  void serviceAndResponseTimesOfAnOpenLoopAreTrue() throws Exception {
    LoadFixture load = load("load.rate=900/s");
    load.send(script());
    assertTrue(load, Metric.SERVICE, serviceNanos);
    // Lindley's recursion: who comes while the one before is served waits for it.
    long[] response = new long[MESSAGES];
    long[] lag = new long[MESSAGES];
    long freeAt = 0;
    for (int i = 0; i < MESSAGES; i++) {
      long due = (long) (i / 900.0 * SECOND);
      long begin = Math.max(due, freeAt);
      freeAt = begin + serviceNanos[i];
      response[i] = freeAt - due;
      lag[i] = begin - due;
    }
    assertTrue(load, Metric.RESPONSE, response);
    assertTrue(load, Metric.LAG, lag);
  }

  private MemoryScript script() {
    return MemoryScript.honest().withServiceNanos(i -> serviceNanos[(int) i]);
  }

  private static LoadFixture load(String rate) {
    return new LoadFixture(
        new ManualClock(),
        TestWorkload.of(rate, "load.messages=" + MESSAGES, "load.spin=0"),
        3600 * SECOND);
  }

  private static void assertTrue(LoadFixture load, Metric metric, long[] exact) {
    Latency latency = LatencyRecorder.summary(load.latencies(metric), 0);
    long[] sorted = exact.clone();
    Arrays.sort(sorted);
    assertThat(latency.count()).isEqualTo(sorted.length);
    for (Statistic statistic :
        List.of(Statistic.P50, Statistic.P90, Statistic.P95, Statistic.P99, Statistic.P999)) {
      long expected = sorted[(int) Math.ceil(statistic.percentile() / 100 * sorted.length) - 1];
      assertThat(latency.nanos(statistic))
          .as("%s %s", metric, statistic)
          .isCloseTo(expected, withinPercentage(1));
    }
    assertThat(latency.maxNanos()).isCloseTo(sorted[sorted.length - 1], withinPercentage(1));
    assertThat(requireNonNull(latency.meanNanos()).doubleValue())
        .isCloseTo(LongStream.of(sorted).average().orElseThrow(), withinPercentage(1));
  }
}
