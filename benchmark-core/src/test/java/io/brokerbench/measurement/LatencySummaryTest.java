package io.brokerbench.measurement;

import static org.assertj.core.api.Assertions.assertThat;

import io.brokerbench.record.LatencyRecorder;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

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

  /** 1, 2, 3, ... nanoseconds. */
  private static LatencySummary summary(int samples) {
    Histogram histogram = LatencyRecorder.emptyHistogram();
    for (int i = 1; i <= samples; i++) {
      histogram.recordValue(i);
    }
    return new LatencySummary(histogram);
  }
}
