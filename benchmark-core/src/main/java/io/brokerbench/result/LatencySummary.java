package io.brokerbench.result;

import java.util.OptionalLong;
import org.HdrHistogram.Histogram;

/** Percentiles of one merged histogram, in nanoseconds. Never averaged from other percentiles. */
public final class LatencySummary {

  /** A percentile needs this many samples above it to be told. */
  private static final int MIN_SAMPLES_ABOVE = 10;

  private final Histogram histogram;

  /** Summarizes a histogram that changes no more. */
  public LatencySummary(Histogram histogram) {
    this.histogram = histogram;
  }

  public long count() {
    return histogram.getTotalCount();
  }

  /** Empty without samples. */
  public OptionalLong meanNanos() {
    return count() == 0 ? OptionalLong.empty() : OptionalLong.of(Math.round(histogram.getMean()));
  }

  /**
   * The value that {@code percentile} percent of the samples do not exceed.
   *
   * @param percentile from 0 to below 100
   * @return empty if fewer than ten samples lie above it
   */
  public OptionalLong percentileNanos(double percentile) {
    return count() * (1 - percentile / 100) < MIN_SAMPLES_ABOVE - 1e-6
        ? OptionalLong.empty()
        : OptionalLong.of(histogram.getValueAtPercentile(percentile));
  }

  /** Empty without samples. */
  public OptionalLong maxNanos() {
    return count() == 0 ? OptionalLong.empty() : OptionalLong.of(histogram.getMaxValue());
  }

  /** The histogram behind it; not to be changed. */
  public Histogram histogram() {
    return histogram;
  }
}
