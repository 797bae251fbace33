package io.brokerbench.results;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonInclude.Include;
import io.brokerbench.units.Text;
import io.brokerbench.units.Units;
import java.math.BigDecimal;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Percentiles of a merged histogram, in nanoseconds; null if fewer than ten samples lie above, or
 * if the value is below the error.
 *
 * @param count number of samples
 * @param meanNanos null without samples, or if below the error
 * @param p9999Nanos also null in files of older releases
 * @param maxNanos null without samples, or if below the error
 * @param errorNanos maximum error of each sample, of latencies between two clocks; null for one
 *     clock
 * @param belowZero number of samples that the clocks showed as zero or less, within the error; they
 *     are samples of zero. Null for one clock
 */
public record Latency(
    long count,
    @Nullable Long meanNanos,
    @Nullable Long p50Nanos,
    @Nullable Long p75Nanos,
    @Nullable Long p90Nanos,
    @Nullable Long p95Nanos,
    @Nullable Long p99Nanos,
    @Nullable Long p999Nanos,
    @JsonInclude(Include.NON_NULL) @Nullable Long p9999Nanos,
    @Nullable Long maxNanos,
    @JsonInclude(Include.NON_NULL) @Nullable Long errorNanos,
    @JsonInclude(Include.NON_NULL) @Nullable Long belowZero) {

  /** Minimum number of samples above a percentile; it is not known with fewer. */
  public static final int MIN_SAMPLES_ABOVE = 10;

  /** A figure of a latency. */
  @SuppressWarnings("ImmutableEnumChecker") // Functions without state.
  public enum Statistic {
    MEAN("mean", Latency::meanNanos),
    P50(50, Latency::p50Nanos),
    P75(75, Latency::p75Nanos),
    P90(90, Latency::p90Nanos),
    P95(95, Latency::p95Nanos),
    P99(99, Latency::p99Nanos),
    P999(99.9, Latency::p999Nanos),
    P9999(99.99, Latency::p9999Nanos),
    MAX("max", Latency::maxNanos);

    private final String label;
    private final double percentile;
    private final int leastSamples;
    private final Function<Latency, @Nullable Long> nanos;

    Statistic(String label, Function<Latency, @Nullable Long> nanos) {
      this.label = label;
      this.percentile = Double.NaN;
      this.leastSamples = 1;
      this.nanos = nanos;
    }

    Statistic(double percentile, Function<Latency, @Nullable Long> nanos) {
      this.label = "p" + BigDecimal.valueOf(percentile).stripTrailingZeros().toPlainString();
      this.percentile = percentile;
      this.leastSamples = (int) Math.round(100 * MIN_SAMPLES_ABOVE / (100 - percentile));
      this.nanos = nanos;
    }

    /** Its name for display. */
    public String label() {
      return label;
    }

    /** The percentage of samples that a percentile has below it; NaN for other statistics. */
    public double percentile() {
      return percentile;
    }

    /** Samples without which it is not known: ten must lie above a percentile. */
    public int leastSamples() {
      return leastSamples;
    }
  }

  /**
   * The figures of some samples.
   *
   * @param nanos the value of each statistic; null if it is unknown
   */
  public static Latency of(
      long count,
      Function<Statistic, @Nullable Long> nanos,
      @Nullable Long errorNanos,
      @Nullable Long belowZero) {
    return new Latency(
        count,
        nanos.apply(Statistic.MEAN),
        nanos.apply(Statistic.P50),
        nanos.apply(Statistic.P75),
        nanos.apply(Statistic.P90),
        nanos.apply(Statistic.P95),
        nanos.apply(Statistic.P99),
        nanos.apply(Statistic.P999),
        nanos.apply(Statistic.P9999),
        nanos.apply(Statistic.MAX),
        errorNanos,
        belowZero);
  }

  /** The figure in nanoseconds; null if it is unknown. */
  public @Nullable Long nanos(Statistic statistic) {
    return statistic.nanos.apply(this);
  }

  /** Why a figure of a latency, which is null if it was not measured, is unknown: in one clause. */
  public static String reasonUnknown(@Nullable Latency latency, Statistic statistic) {
    long samples = latency == null ? 0 : latency.count;
    if (samples == 0) {
      return "there is no sample of it";
    }
    return samples < statistic.leastSamples
        ? Text.of("%s needs %,d samples, got %,d", statistic.label, statistic.leastSamples, samples)
        : "it is below the error between the clocks of two hosts";
  }

  /** The figure for display: {@code < 200 us} if it is below the error, {@code n/a} if unknown. */
  public String text(Statistic statistic) {
    Long nanos = nanos(statistic);
    return nanos == null && errorNanos != null && count >= statistic.leastSamples
        ? "< " + Units.nanos(errorNanos)
        : Units.nanos(nanos);
  }

  /** The same with the error, if it has one: {@code 1.80 ms +- 200 us}. */
  public String textWithError(Statistic statistic) {
    return text(statistic)
        + (nanos(statistic) == null || errorNanos == null ? "" : " +- " + Units.nanos(errorNanos));
  }
}
