package io.brokerbench.measurement;

import static io.brokerbench.measurement.CompletedRun.known;

import io.brokerbench.results.Latency;
import io.brokerbench.results.Latency.Statistic;
import io.brokerbench.units.Units;
import java.util.OptionalLong;
import org.HdrHistogram.Histogram;

/**
 * Percentiles of one merged histogram, in nanoseconds. Never averaged from other percentiles.
 *
 * @param histogram not modified while the summary is in use
 * @param errorNanos maximum error of each latency, if it is one between two clocks; smaller figures
 *     are not reported. 0 for one clock
 */
public record LatencySummary(Histogram histogram, long errorNanos) {

  /** Summarizes latencies of one clock. */
  public LatencySummary(Histogram histogram) {
    this(histogram, 0);
  }

  public long count() {
    return histogram.getTotalCount();
  }

  /** Empty without samples, or if below the error. */
  public OptionalLong meanNanos() {
    return count() == 0 ? OptionalLong.empty() : certain(Math.round(histogram.getMean()));
  }

  /**
   * The value that {@code percentile} percent of the samples do not exceed.
   *
   * @param percentile from 0 to below 100
   * @return empty if fewer than ten samples lie above it, or if it is below the error
   */
  public OptionalLong percentileNanos(double percentile) {
    return isKnown(percentile)
        ? certain(histogram.getValueAtPercentile(percentile))
        : OptionalLong.empty();
  }

  private boolean isKnown(double percentile) {
    return count() * (1 - percentile / 100) >= Latency.MIN_SAMPLES_ABOVE - 1e-6;
  }

  /**
   * The percentile for display: {@code < 200 us} if it is below the error, {@code n/a} if fewer
   * than ten samples lie above it.
   */
  public String percentileText(double percentile) {
    OptionalLong nanos = percentileNanos(percentile);
    return nanos.isEmpty() && isKnown(percentile)
        ? "< " + Units.nanos(errorNanos)
        : Units.nanos(nanos);
  }

  /** Empty without samples, or if below the error. */
  public OptionalLong maxNanos() {
    return count() == 0 ? OptionalLong.empty() : certain(histogram.getMaxValue());
  }

  /** A statistic; empty if its samples are too few, or if it is below the error. */
  public OptionalLong nanos(Statistic statistic) {
    return switch (statistic) {
      case MEAN -> meanNanos();
      case MAX -> maxNanos();
      default -> percentileNanos(statistic.percentile());
    };
  }

  private OptionalLong certain(long nanos) {
    return nanos < errorNanos ? OptionalLong.empty() : OptionalLong.of(nanos);
  }

  /** The figures for result files. */
  public Latency result() {
    return Latency.of(
        count(),
        statistic -> known(nanos(statistic)),
        errorNanos > 0 ? errorNanos : null,
        errorNanos > 0 ? histogram.getCountAtValue(0) : null);
  }
}
