package io.brokerbench.find;

import java.util.Locale;
import org.apache.commons.statistics.distribution.TDistribution;

/**
 * How fast a series grows, in its unit per second: the line of least squares, with an interval of
 * 95 % that does not take neighbouring points for independent.
 *
 * <p>Residuals of a backlog or a lag are alike from one second to the next. So the variance, and
 * the degrees of freedom too, are reckoned with the effective number of points, {@code n (1 - r) /
 * (1 + r)}, in place of n (Santer et al. 2000, "Statistical significance of trends and trend
 * differences", Journal of Geophysical Research 105). The first autocorrelation r of residuals
 * about a line is too low by about {@code (2 + 4 r) / n}, which is put right before; it is never
 * taken below 0.
 *
 * <p>The backlog of a consumer at its limit sums up the unsteadiness of every second: a random
 * walk. Where fewer than {@value #FEWEST_EFFECTIVE} effective points are left, the interval is that
 * of a random walk: with differences of variance s² the slope of n points varies by 6 s² / 5 n.
 *
 * <p>Simulated, 60 points hold the truth in 96 % of series without autocorrelation, in 95 % with
 * 0.6, in 94 % with 0.9 and in 90 % of random walks.
 *
 * @param perSecond the estimate; NaN if unknown
 * @param low end of the interval; negative infinity if unknown
 * @param high end of the interval; positive infinity if unknown
 */
public record Slope(double perSecond, double low, double high) {

  /** Of a series too short to tell. */
  public static final Slope UNKNOWN =
      new Slope(Double.NaN, Double.NEGATIVE_INFINITY, Double.POSITIVE_INFINITY);

  private static final int FEWEST_POINTS = 5;
  private static final int FEWEST_EFFECTIVE = 8;
  private static final double UPPER_QUANTILE = 0.975;

  /** Share of a series' squares that rounding may leave of a straight line. */
  private static final double ROUNDING = 1e-20;

  /**
   * Of a series; unknown if it has fewer than five points or all are of one time.
   *
   * @param seconds times of the points, evenly spaced but for jitter
   * @param values of the series at these times
   * @throws IllegalArgumentException if there are not as many times as values
   */
  public static Slope of(double[] seconds, double[] values) {
    int count = seconds.length;
    if (values.length != count) {
      throw new IllegalArgumentException(
          String.format(Locale.ROOT, "%d times, %d values", count, values.length));
    }
    double[] x = centred(seconds);
    double[] y = centred(values);
    double spread = product(x, x, 0);
    if (count < FEWEST_POINTS || spread == 0) {
      return UNKNOWN;
    }
    double slope = product(x, y, 0) / spread;
    double[] residuals = new double[count];
    for (int i = 0; i < count; i++) {
      residuals[i] = y[i] - slope * x[i];
    }
    double squares = product(residuals, residuals, 0);
    if (squares <= ROUNDING * product(values, values, 0)) {
      return new Slope(slope, slope, slope);
    }
    double effective = effectiveCount(count, product(residuals, residuals, 1) / squares);
    double half =
        effective < FEWEST_EFFECTIVE
            ? halfOfWalk(residuals, spread)
            : quantile(effective - 2) * Math.sqrt(squares / (effective - 2) / spread);
    return new Slope(slope, slope - half, slope + half);
  }

  private static double effectiveCount(int count, double autocorrelation) {
    double corrected = Math.max(0, (autocorrelation * count + 2) / (count - 4));
    return count * (1 - corrected) / (1 + corrected);
  }

  /** Evenly spaced times have a spread of n³ / 12, so that 6 s² / 5 n is s² n² / 10 over it. */
  private static double halfOfWalk(double[] residuals, double spread) {
    int count = residuals.length;
    double squares = 0;
    for (int i = 1; i < count; i++) {
      double difference = residuals[i] - residuals[i - 1];
      squares += difference * difference;
    }
    double variance = squares / (count - 2);
    return quantile(count - 2) * count * Math.sqrt(variance / 10 / spread);
  }

  private static double quantile(double degrees) {
    return TDistribution.of(degrees).inverseCumulativeProbability(UPPER_QUANTILE);
  }

  private static double[] centred(double[] values) {
    double sum = 0;
    for (double value : values) {
      sum += value;
    }
    double[] centred = values.clone();
    for (int i = 0; i < centred.length; i++) {
      centred[i] -= sum / centred.length;
    }
    return centred;
  }

  /** The sum of a[i] b[i - lag]. */
  private static double product(double[] a, double[] b, int lag) {
    double sum = 0;
    for (int i = lag; i < a.length; i++) {
      sum += a[i] * b[i - lag];
    }
    return sum;
  }

  /** The same with an estimate that is lower by an error, but no growth turned into a decline. */
  Slope lessUpTo(double error) {
    return perSecond > 0 ? new Slope(Math.max(0, perSecond - error), low, high) : this;
  }

  /** Whether there is an estimate. */
  public boolean known() {
    return !Double.isNaN(perSecond);
  }
}
