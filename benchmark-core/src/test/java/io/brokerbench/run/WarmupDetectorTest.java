package io.brokerbench.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.brokerbench.record.LatencyRecorder;
import io.brokerbench.record.Ledger.Counts;
import io.brokerbench.record.Metric;
import io.brokerbench.record.Phase;
import io.brokerbench.result.Interval;
import io.brokerbench.result.TestResult;
import java.util.EnumMap;
import java.util.Map;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

final class WarmupDetectorTest {

  private final WarmupDetector detector = new WarmupDetector();

  @Test
  void twoTimesFiveEqualSecondsAreSteady() {
    for (int second = 1; second <= 9; second++) {
      assertThat(steady(1000, 500_000)).as("second %d", second).isFalse();
    }
    assertThat(steady(1000, 500_000)).isTrue();
  }

  @Test
  void aRateThatStillRisesIsNotSteady() {
    for (int second = 0; second < 30; second++) {
      assertThat(steady(1000 + 100 * second, 500_000)).isFalse();
    }
  }

  @Test
  void aStandstillIsNotSteady() {
    for (int second = 0; second < 20; second++) {
      assertThat(steady(0, 0)).isFalse();
    }
  }

  @Test
  void aServiceTimeThatStillFallsIsNotSteady() {
    for (int second = 0; second < 20; second++) {
      assertThat(steady(1000, 5_000_000 - 200_000 * second)).isFalse();
    }
  }

  @Test
  void aPeakIsForgottenAfterTenSeconds() {
    steady(5000, 500_000);
    for (int second = 1; second <= 9; second++) {
      assertThat(steady(1000, 500_000)).isFalse();
    }
    assertThat(steady(1000, 500_000)).isTrue();
  }

  @Test
  void fivePercentIsTheLimit() {
    for (int second = 0; second < 5; second++) {
      steady(1000, 500_000);
    }
    for (int second = 0; second < 4; second++) {
      assertThat(steady(1060, 500_000)).isFalse();
    }
    assertThat(steady(1060, 500_000)).isFalse();
    WarmupDetector other = new WarmupDetector();
    for (int second = 0; second < 9; second++) {
      assertThat(other.isSteadyAfter(interval(second < 5 ? 1000 : 1040, 500_000))).isFalse();
    }
    assertThat(other.isSteadyAfter(interval(1040, 500_000))).isTrue();
  }

  private boolean steady(int rate, long serviceNanos) {
    return detector.isSteadyAfter(interval(rate, serviceNanos));
  }

  private static Interval interval(int rate, long serviceNanos) {
    Map<Metric, Histogram> latencies = new EnumMap<>(Metric.class);
    Map<Metric, Histogram> none = new EnumMap<>(Metric.class);
    for (Metric metric : Metric.values()) {
      latencies.put(metric, TestResult.histogram(rate, serviceNanos));
      none.put(metric, LatencyRecorder.emptyHistogram());
    }
    Interval shape =
        TestResult.interval(0, Phase.WARMUP, Counts.NONE, TestResult.counts(rate, rate));
    return new Interval(
        0,
        1,
        Phase.WARMUP,
        latencies,
        none,
        shape.before(),
        shape.after(),
        shape.sample(),
        shape.hiccups(),
        shape.backlogs(),
        shape.figures());
  }
}
