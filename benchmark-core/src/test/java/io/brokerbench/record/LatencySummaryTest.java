package io.brokerbench.record;

import static org.assertj.core.api.Assertions.assertThat;

import io.brokerbench.results.Latency;
import io.brokerbench.results.Latency.Statistic;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class LatencySummaryTest {

  @ParameterizedTest
  @CsvSource({
    "MEAN, 1",
    "P50, 20",
    "P75, 40",
    "P90, 100",
    "P95, 200",
    "P99, 1000",
    "P999, 10000",
    "P9999, 100000",
    "MAX, 1",
  })
  void aPercentileNeedsTenSamplesAboveIt(Statistic statistic, int samples) {
    assertThat(summary(samples).nanos(statistic)).isNotNull();
    assertThat(summary(samples - 1).nanos(statistic)).isNull();
  }

  @Test
  void percentilesAreThoseOfTheSamples() {
    Latency thousand = summary(1000);
    assertThat(thousand.count()).isEqualTo(1000);
    assertThat(thousand.p50Nanos()).isEqualTo(500);
    assertThat(thousand.p99Nanos()).isEqualTo(990);
    assertThat(thousand.maxNanos()).isEqualTo(1000);
    assertThat(thousand.meanNanos()).isEqualTo(501);
  }

  @Test
  void aFigureBelowTheErrorIsNotReported() {
    Latency uncertain = LatencyRecorder.summary(histogram(1000), 600);
    assertThat(uncertain.p50Nanos()).isNull();
    assertThat(uncertain.errorNanos()).isEqualTo(600);
    assertThat(uncertain.text(Statistic.MEAN)).isEqualTo("< 600 ns");
    assertThat(uncertain.text(Statistic.P50)).isEqualTo("< 600 ns");
    assertThat(uncertain.textWithError(Statistic.P50)).isEqualTo("< 600 ns");
    assertThat(uncertain.text(Statistic.P99)).isEqualTo("990 ns");
    assertThat(uncertain.textWithError(Statistic.P99)).isEqualTo("990 ns +- 600 ns");
    assertThat(uncertain.text(Statistic.P999)).isEqualTo("n/a");
    assertThat(uncertain.text(Statistic.MAX)).isEqualTo("1.00 us");
  }

  @Test
  void valuesBelowZeroAreCountedBetweenTwoClocksOnly() {
    Histogram histogram = histogram(10);
    histogram.recordValueWithCount(0, 5);
    assertThat(LatencyRecorder.summary(histogram, 2).belowZero()).isEqualTo(5);
    assertThat(LatencyRecorder.summary(histogram, 2).count()).isEqualTo(15);
    assertThat(LatencyRecorder.summary(histogram, 0).belowZero()).isNull();
    assertThat(LatencyRecorder.summary(histogram, 0).text(Statistic.MAX)).isEqualTo("10 ns");
  }

  private static Latency summary(int samples) {
    return LatencyRecorder.summary(histogram(samples), 0);
  }

  /** 1, 2, 3, ... nanoseconds. */
  private static Histogram histogram(int samples) {
    Histogram histogram = LatencyRecorder.emptyHistogram();
    for (int i = 1; i <= samples; i++) {
      histogram.recordValue(i);
    }
    return histogram;
  }
}
