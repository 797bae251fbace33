package io.brokerbench.compare;

import java.util.List;
import java.util.Locale;

/**
 * Whether a series of figures, one per second, kept its level: the ratio of the mean of its second
 * half to the mean of its first, as an interval.
 *
 * <p>The noise of the means follows from what is left of the series around a parabola ({@link
 * Trend}), so that a rise, straight or towards a plateau, does not count as noise. The interval is
 * one of {@value #CONFIDENCE}: runs are judged by it, and of a hundred runs at a constant level two
 * at most may be called drifting.
 *
 * @param status what can be said
 * @param figure what the series is of, for people
 * @param low lower end of the interval; NaN if the series is too short or stood still
 * @param high its upper end, likewise
 * @param cutSeconds length of the start that is better left out
 */
public record SteadyState(Status status, String figure, double low, double high, int cutSeconds) {

  /** What can be said of a series. */
  public enum Status {
    /** The interval lies within the tolerance. */
    STEADY,
    /** It lies outside as a whole, or the figure was zero for half of the time. */
    DRIFTING,
    /** The series is too short, or too restless, to tell. */
    TOO_SHORT
  }

  static final double CONFIDENCE = 0.995;

  /** Shorter series do not tell noise from a trend. */
  private static final int FEWEST = 20;

  private static final int CURVED = 2;
  private static final double FEWEST_DEGREES_OF_FREEDOM = 3;

  /**
   * Of rates.
   *
   * @param tolerance share by which the halves may differ; with 0 every certain difference is drift
   */
  public static SteadyState ofRates(String figure, List<Double> rates, double tolerance) {
    int cut = Truncation.seconds(rates);
    int size = rates.size();
    int half = size / 2;
    double mean = mean(rates);
    double first = mean(rates.subList(0, half)) / mean;
    double second = mean(rates.subList(size - half, size)) / mean;
    if (size < FEWEST) {
      return new SteadyState(Status.TOO_SHORT, figure, Double.NaN, Double.NaN, cut);
    }
    if (!(first > 0 && second > 0)) {
      return new SteadyState(Status.DRIFTING, figure, Double.NaN, Double.NaN, cut);
    }
    Trend trend = Trend.of(rates.stream().mapToDouble(rate -> rate / mean).toArray(), CURVED);
    double log = Math.log(second / first);
    double error = Math.sqrt(trend.noise() / half * (1 / (first * first) + 1 / (second * second)));
    double degrees = Math.max(FEWEST_DEGREES_OF_FREEDOM, trend.independent() - CURVED - 1);
    double margin = error * Ratio.quantile((1 + CONFIDENCE) / 2, degrees);
    return new SteadyState(
        status(Math.abs(log), margin, Math.log1p(tolerance)),
        figure,
        Math.exp(log - margin),
        Math.exp(log + margin),
        cut);
  }

  /**
   * Of latencies above zero. They are compared as their reciprocals: a second in which everything
   * stood still then weighs as it does in a series of rates, and does not hide all others.
   *
   * @param tolerance as for rates
   */
  public static SteadyState ofLatencies(String figure, List<Double> latencies, double tolerance) {
    SteadyState speed =
        ofRates(figure, latencies.stream().map(latency -> 1 / latency).toList(), tolerance);
    return new SteadyState(speed.status, figure, 1 / speed.high, 1 / speed.low, speed.cutSeconds);
  }

  private static Status status(double log, double margin, double band) {
    if (log - margin > band) {
      return Status.DRIFTING;
    }
    return log + margin <= band ? Status.STEADY : Status.TOO_SHORT;
  }

  private static double mean(List<Double> figures) {
    return figures.stream().mapToDouble(Double::doubleValue).average().orElse(0);
  }

  /** For people, in one clause. */
  public String text() {
    String restless = Double.isNaN(low) ? "too short" : "too restless";
    String said =
        switch (status) {
          case STEADY -> String.format(Locale.ROOT, "the %s is steady", figure);
          case DRIFTING -> String.format(Locale.ROOT, "the %s is drifting", figure);
          case TOO_SHORT ->
              String.format(Locale.ROOT, "%s to tell whether the %s is steady", restless, figure);
        };
    return Double.isNaN(low)
        ? said
        : said + String.format(Locale.ROOT, " (second half / first half: %.2f to %.2f)", low, high);
  }
}
