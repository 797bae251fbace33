package io.brokerbench.statistics;

import io.brokerbench.results.SteadyState;
import io.brokerbench.results.SteadyState.Status;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Tests whether a series of figures, one per second, kept its level: the ratio of the mean of its
 * second half to the mean of its first half, as an interval.
 *
 * <p>The noise of the means is estimated from the residuals of the series around a parabola ({@link
 * Trend}), so that a rise, linear or towards a plateau, does not count as noise. The confidence
 * level is {@value #CONFIDENCE}: verdicts depend on the interval, and at most two of a hundred runs
 * at a constant level may be reported as drifting.
 */
public final class SteadyStateDetector {

  static final double CONFIDENCE = 0.995;

  /** Minimum length of a series: shorter ones do not separate noise from a trend. */
  private static final int FEWEST = 20;

  private static final int COEFFICIENTS = 3;
  private static final double FEWEST_DEGREES_OF_FREEDOM = 3;

  private SteadyStateDetector() {}

  /**
   * Tests rates.
   *
   * @param tolerance share by which the halves may differ; with 0 every significant difference is
   *     drift
   */
  public static SteadyState ofRates(String figure, List<Double> rates, double tolerance) {
    int cut = Truncation.seconds(rates);
    int size = rates.size();
    int half = size / 2;
    double mean = mean(rates);
    double first = mean(rates.subList(0, half)) / mean;
    double second = mean(rates.subList(size - half, size)) / mean;
    if (size < FEWEST) {
      return new SteadyState(Status.TOO_SHORT, cut, figure, null, null);
    }
    if (!(first > 0 && second > 0)) {
      return new SteadyState(Status.DRIFTING, cut, figure, null, null);
    }
    Trend trend = Trend.parabola(rates);
    double log = Math.log(second / first);
    double error = Math.sqrt(trend.noise() / half * (1 / (first * first) + 1 / (second * second)));
    double degrees = Math.max(FEWEST_DEGREES_OF_FREEDOM, trend.independent() - COEFFICIENTS);
    double margin = error * Ratio.studentQuantile((1 + CONFIDENCE) / 2, degrees);
    return new SteadyState(
        status(Math.abs(log), margin, Math.log1p(tolerance)),
        cut,
        figure,
        Math.exp(log - margin),
        Math.exp(log + margin));
  }

  /**
   * Tests latencies above zero. They are compared as reciprocals: a second without progress then
   * has the same weight as in a series of rates, and does not hide all other seconds.
   *
   * @param tolerance as for rates
   */
  public static SteadyState ofLatencies(String figure, List<Double> latencies, double tolerance) {
    SteadyState speed =
        ofRates(figure, latencies.stream().map(latency -> 1 / latency).toList(), tolerance);
    return new SteadyState(
        speed.status(), speed.cutSeconds(), figure, inverse(speed.high()), inverse(speed.low()));
  }

  private static @Nullable Double inverse(@Nullable Double ratio) {
    return ratio == null ? null : 1 / ratio;
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

  /**
   * Length of the initial transient of a series, by MSER-5: the cut in the first half that
   * minimizes the standard error of the mean of the remaining series, on means of {@value #BATCH}
   * figures. White (1997), "An effective truncation heuristic for bias reduction in simulation
   * output", Simulation 69; in batches of five by White, Cobb and Spratt (2000).
   */
  private static final class Truncation {

    private static final int BATCH = 5;

    private Truncation() {}

    /**
     * Number of seconds to discard from a series with one figure per second: a multiple of {@value
     * #BATCH}.
     */
    static int seconds(List<Double> figures) {
      double[] batches = batchMeans(figures);
      int best = 0;
      double least = Double.POSITIVE_INFINITY;
      // Mean and squared deviations of the remaining batches, from the last batch on. Source:
      // Welford (1962), "Note on a method for calculating corrected sums of squares and products",
      // Technometrics 4.
      double mean = 0;
      double squares = 0;
      for (int cut = batches.length - 1; cut >= 0; cut--) {
        int left = batches.length - cut;
        double off = batches[cut] - mean;
        mean += off / left;
        squares += off * (batches[cut] - mean);
        double error = squares / left / left;
        if (cut <= batches.length / 2 && error <= least) {
          least = error;
          best = cut;
        }
      }
      return best * BATCH;
    }

    private static double[] batchMeans(List<Double> figures) {
      double[] means = new double[figures.size() / BATCH];
      for (int i = 0; i < means.length; i++) {
        means[i] =
            figures.subList(i * BATCH, (i + 1) * BATCH).stream()
                .mapToDouble(Double::doubleValue)
                .average()
                .orElse(0);
      }
      return means;
    }
  }
}
