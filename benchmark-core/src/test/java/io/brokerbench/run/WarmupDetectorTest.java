package io.brokerbench.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import io.brokerbench.measurement.Interval;
import io.brokerbench.measurement.TestResult;
import io.brokerbench.record.LatencyRecorder;
import io.brokerbench.record.Ledger.Counts;
import io.brokerbench.results.Metric;
import io.brokerbench.results.Phase;
import io.brokerbench.statistics.RecordedSeconds;
import io.brokerbench.statistics.StationaryNoise;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

final class WarmupDetectorTest {

  private static final int NEVER = Integer.MAX_VALUE;

  private final WarmupDetector detector = new WarmupDetector(true);

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
  void fivePercentInTenSecondsIsTheLimit() {
    assertThat(WarmupDetector.steady(growing(10, 0.0048))).isTrue();
    assertThat(WarmupDetector.steady(growing(10, 0.0056))).isFalse();
  }

  /** Measured from there on, half of the runs of 30 s would drift by 15 %. */
  @Test
  void aSteadyRiseOfOnePercentASecondIsNotSteady() {
    assertThat(end(growing(120, 0.01))).isEqualTo(NEVER);
    Random random = new Random(1);
    StationaryNoise noise = new StationaryNoise(0.05, 0.3);
    List<Integer> ends = new ArrayList<>();
    for (int run = 0; run < 200; run++) {
      List<Double> level = noise.series(120, random);
      ends.add(end(times(level, growing(120, 0.01))));
    }
    assertThat(ends.stream().filter(end -> end == NEVER).count()).isGreaterThan(150);
  }

  /** Whatever their noise, it is over long before the limit. */
  @Test
  void stationaryNoiseOfRealRunsIsSteadySoon() {
    Random random = new Random(1);
    for (StationaryNoise noise : StationaryNoise.recorded()) {
      List<Integer> ends = new ArrayList<>();
      for (int run = 0; run < 200; run++) {
        ends.add(end(noise.series(120, random)));
      }
      ends.sort(null);
      assertThat(ends.get(100)).as("median of %s", noise).isBetween(10, 60);
      assertThat(ends.get(180)).as("nine tenths of %s", noise).isLessThanOrEqualTo(80);
    }
  }

  /**
   * Recorded for 76 s or 126 s from the cold start of client and broker. Other programs came and
   * went meanwhile, so that levels change afterwards too.
   */
  @Test
  void theRiseOfRealRunsIsOverWhenTheWarmupEnds() {
    Map<String, Integer> ends = new TreeMap<>();
    for (RecordedSeconds rate : RecordedSeconds.all()) {
      if (rate.figure().equals("rate")) {
        int end = end(rate.values());
        ends.put(rate.name(), end);
        if (end != NEVER) {
          assertThat(mean(rate.values(), end - 10, end) / mean(rate.values(), end, end + 30))
              .as(rate.name())
              .isGreaterThan(0.75);
        }
      }
    }
    assertThat(ends)
        .containsOnly(
            entry("hivemq-sync", 61),
            entry("memory-sync", 49),
            entry("mosquitto-consumer", 14),
            entry("mosquitto-sync", 61),
            entry("rabbitmq-open", 15),
            entry("rabbitmq-quorum", 40),
            entry("rabbitmq-sync", NEVER),
            entry("rabbitmq-sync-long", 63),
            entry("rocketmq-async", 62),
            entry("rocketmq-open", 40),
            entry("rocketmq-sync", 60),
            entry("rocketmq-sync64", NEVER),
            entry("rocketmq-sync64-long", 111));
  }

  private static double mean(List<Double> figures, int from, int to) {
    return figures.subList(from, Math.min(to, figures.size())).stream()
        .mapToDouble(Double::doubleValue)
        .average()
        .orElseThrow();
  }

  /** Seconds after which the warm-up ends. */
  private static int end(List<Double> figures) {
    for (int second = 1; second <= figures.size(); second++) {
      if (WarmupDetector.steady(figures.subList(0, second))) {
        return second;
      }
    }
    return NEVER;
  }

  private static List<Double> growing(int seconds, double perSecond) {
    return IntStream.range(0, seconds).mapToObj(i -> 1000 * Math.pow(1 + perSecond, i)).toList();
  }

  private static List<Double> times(List<Double> one, List<Double> other) {
    return IntStream.range(0, one.size()).mapToObj(i -> one.get(i) * other.get(i)).toList();
  }

  @Test
  void inAClosedLoopTheRateSaysItAll() {
    WarmupDetector closed = new WarmupDetector(false);
    boolean steady = false;
    for (int second = 0; second < 10; second++) {
      steady = closed.isSteadyAfter(interval(1000, 5_000_000 - 200_000 * second));
    }
    assertThat(steady).isTrue();
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
        Map.of(),
        shape.before(),
        shape.after(),
        shape.sample(),
        shape.hiccups(),
        shape.backlogs(),
        shape.figures());
  }
}
