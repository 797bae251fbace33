package io.brokerbench.result;

import java.util.OptionalLong;
import org.HdrHistogram.Histogram;

/** Percentiles of one merged histogram, in nanoseconds. Never averaged from other percentiles. */
public final class LatencySummary {

  /** A percentile needs this many samples above it to be told. */
  private static final int MIN_SAMPLES_ABOVE = 10;

  private final Histogram histogram;
  private final long errorNanos;

  /** Summarizes a histogram that changes no more. */
  public LatencySummary(Histogram histogram) {
    this(histogram, 0);
  }

  /**
   * The same for latencies between two clocks.
   *
   * @param errorNanos how far each may be from the truth; a smaller figure is not told
   */
  public LatencySummary(Histogram histogram, long errorNanos) {
    this.histogram = histogram;
    this.errorNanos = errorNanos;
  }

  /** How far a figure may be from the truth. */
  public long errorNanos() {
    return errorNanos;
  }

  public long count() {
    return histogram.getTotalCount();
  }

  /** Empty without samples, or below the error. */
  public OptionalLong meanNanos() {
    return count() == 0 ? OptionalLong.empty() : certain(Math.round(histogram.getMean()));
  }

  /**
   * The value that {@code percentile} percent of the samples do not exceed.
   *
   * @param percentile from 0 to below 100
   * @return empty if fewer than ten samples lie above it, or it lies below the error
   */
  public OptionalLong percentileNanos(double percentile) {
    return count() * (1 - percentile / 100) < MIN_SAMPLES_ABOVE - 1e-6
        ? OptionalLong.empty()
        : certain(histogram.getValueAtPercentile(percentile));
  }

  /** Empty without samples, or below the error. */
  public OptionalLong maxNanos() {
    return count() == 0 ? OptionalLong.empty() : certain(histogram.getMaxValue());
  }

  private OptionalLong certain(long nanos) {
    return nanos < errorNanos ? OptionalLong.empty() : OptionalLong.of(nanos);
  }

  /** The histogram behind it; not to be changed. */
  public Histogram histogram() {
    return histogram;
  }
}
