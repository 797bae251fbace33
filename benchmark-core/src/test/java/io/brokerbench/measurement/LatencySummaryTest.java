package io.brokerbench.measurement;

import static org.assertj.core.api.Assertions.assertThat;

import io.brokerbench.record.LatencyRecorder;
import io.brokerbench.results.Latency;
import io.brokerbench.results.Latency.Statistic;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

final class LatencySummaryTest {

  @ParameterizedTest
  @CsvSource({"50, 20", "90, 100", "95, 200", "99, 1000", "99.9, 10000"})
  void aPercentileNeedsTenSamplesAboveIt(double percentile, int samples) {
    assertThat(summary(samples).percentileNanos(percentile)).isPresent();
    assertThat(summary(samples - 1).percentileNanos(percentile)).isEmpty();
  }

  @Test
  void withoutSamplesThereIsNothingToTell() {
    LatencySummary nothing = summary(0);
    assertThat(nothing.count()).isZero();
    assertThat(nothing.meanNanos()).isEmpty();
    assertThat(nothing.maxNanos()).isEmpty();
    assertThat(nothing.percentileNanos(50)).isEmpty();
  }

  @Test
  void oneSampleHasAMeanAndAMaximum() {
    assertThat(summary(1).meanNanos()).hasValue(1);
    assertThat(summary(1).maxNanos()).hasValue(1);
  }

  @Test
  void percentilesAreThoseOfTheSamples() {
    LatencySummary thousand = summary(1000);
    assertThat(thousand.percentileNanos(50)).hasValue(500);
    assertThat(thousand.percentileNanos(99)).hasValue(990);
    assertThat(thousand.maxNanos()).hasValue(1000);
    assertThat(thousand.meanNanos()).hasValue(501);
  }

  @Test
  void aFigureBelowTheErrorIsNotReported() {
    LatencySummary uncertain = new LatencySummary(summary(1000).histogram(), 600);
    assertThat(uncertain.percentileNanos(50)).isEmpty();
    assertThat(uncertain.percentileText(50)).isEqualTo("< 600 ns");
    assertThat(uncertain.percentileText(99)).isEqualTo("990 ns");
    assertThat(uncertain.percentileText(99.9)).isEqualTo("n/a");
    Latency result = uncertain.result();
    assertThat(result.errorNanos()).isEqualTo(600);
    assertThat(result.text(Statistic.MEAN)).isEqualTo("< 600 ns");
    assertThat(result.text(Statistic.P50)).isEqualTo("< 600 ns");
    assertThat(result.textWithError(Statistic.P50)).isEqualTo("< 600 ns");
    assertThat(result.text(Statistic.P99)).isEqualTo("990 ns");
    assertThat(result.textWithError(Statistic.P99)).isEqualTo("990 ns +- 600 ns");
    assertThat(result.text(Statistic.P999)).isEqualTo("n/a");
    assertThat(result.text(Statistic.MAX)).isEqualTo("1.00 us");
  }

  @Test
  void valuesBelowZeroAreCountedBetweenTwoClocksOnly() {
    Histogram histogram = summary(10).histogram();
    histogram.recordValueWithCount(0, 5);
    assertThat(new LatencySummary(histogram, 2).result().belowZero()).isEqualTo(5);
    assertThat(new LatencySummary(histogram, 2).result().count()).isEqualTo(15);
    assertThat(new LatencySummary(histogram).result().belowZero()).isNull();
    assertThat(new LatencySummary(histogram).result().text(Statistic.MAX)).isEqualTo("10 ns");
  }

  /** The statistics of results need the samples that a summary needs for them. */
  @ParameterizedTest
  @EnumSource(Statistic.class)
  void aStatisticNeedsItsSamples(Statistic statistic) {
    assertThat(summary(statistic.leastSamples()).result().nanos(statistic)).isNotNull();
    assertThat(summary(statistic.leastSamples() - 1).result().nanos(statistic)).isNull();
  }

  /** 1, 2, 3, ... nanoseconds. */
  private static LatencySummary summary(int samples) {
    Histogram histogram = LatencyRecorder.emptyHistogram();
    for (int i = 1; i <= samples; i++) {
      histogram.recordValue(i);
    }
    return new LatencySummary(histogram);
  }
}
