package io.brokerbench.find;

import io.brokerbench.statistics.Ratio;
import io.brokerbench.statistics.Residuals;
import io.brokerbench.units.Text;

/**
 * The slope of a series, in its unit per second: a least-squares line with a 95 % interval that
 * accounts for autocorrelation.
 *
 * <p>The residuals of a backlog or a lag are correlated from one second to the next. Therefore the
 * variance and the degrees of freedom are computed with the effective number of points, {@code n (1
 * - r) / (1 + r)}, instead of n (Santer et al. 2000, "Statistical significance of trends and trend
 * differences", Journal of Geophysical Research 105). The autocorrelation r is the bias-corrected
 * one of {@link Residuals}.
 *
 * <p>The backlog of a consumer at its limit accumulates the variation of every second: it is a
 * random walk. With fewer than {@value #FEWEST_EFFECTIVE} effective points, the interval is that of
 * a random walk: with differences of variance s² the slope of n points varies by 6 s² / 5 n.
 *
 * <p>In simulations with 60 points, the interval covers the true slope in 96 % of series without
 * autocorrelation, in 95 % with 0.6, in 94 % with 0.9 and in 90 % of random walks.
 *
 * @param perSecond estimate; NaN if unknown
 * @param low lower end of the interval; negative infinity if unknown
 * @param high upper end of the interval; positive infinity if unknown
 */
public record Slope(double perSecond, double low, double high) {

  /** The slope of a series that is too short. */
  public static final Slope UNKNOWN =
      new Slope(Double.NaN, Double.NEGATIVE_INFINITY, Double.POSITIVE_INFINITY);

  private static final int FEWEST_POINTS = 5;
  private static final int COEFFICIENTS = 2;
  private static final int FEWEST_EFFECTIVE = 8;
  private static final double UPPER_QUANTILE = 0.975;

  /** Share of a series' sum of squares that rounding may leave as residuals of a straight line. */
  private static final double ROUNDING = 1e-20;

  /**
   * Computes the slope of a series; unknown if it has fewer than five points or all have the same
   * time.
   *
   * @param seconds times of the points, evenly spaced except for jitter
   * @param values of the series at these times
   * @throws IllegalArgumentException if the numbers of times and values differ
   */
  public static Slope of(double[] seconds, double[] values) {
    int count = seconds.length;
    if (values.length != count) {
      throw new IllegalArgumentException(Text.of("%d times, %d values", count, values.length));
    }
    double[] x = centred(seconds);
    double[] y = centred(values);
    double spread = Residuals.product(x, x, 0);
    if (count < FEWEST_POINTS || spread == 0) {
      return UNKNOWN;
    }
    double slope = Residuals.product(x, y, 0) / spread;
    double[] residuals = new double[count];
    for (int i = 0; i < count; i++) {
      residuals[i] = y[i] - slope * x[i];
    }
    Residuals left = new Residuals(residuals, COEFFICIENTS);
    double squares = left.squares();
    if (squares <= ROUNDING * Residuals.product(values, values, 0)) {
      return new Slope(slope, slope, slope);
    }
    double r = left.autocorrelation();
    double effective = count * (1 - r) / (1 + r);
    double half =
        effective < FEWEST_EFFECTIVE
            ? halfOfWalk(residuals, spread)
            : Ratio.studentQuantile(UPPER_QUANTILE, effective - 2)
                * Math.sqrt(squares / (effective - 2) / spread);
    return new Slope(slope, slope - half, slope + half);
  }

  /**
   * Half the width of a random walk's interval. Evenly spaced times have a spread of n³ / 12, so
   * that 6 s² / 5 n equals s² n² / 10 divided by the spread.
   */
  private static double halfOfWalk(double[] residuals, double spread) {
    int count = residuals.length;
    double squares = 0;
    for (int i = 1; i < count; i++) {
      double difference = residuals[i] - residuals[i - 1];
      squares += difference * difference;
    }
    double variance = squares / (count - 2);
    return Ratio.studentQuantile(UPPER_QUANTILE, count - 2)
        * count
        * Math.sqrt(variance / 10 / spread);
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

  /** The same slope with the estimate reduced by an error, but a growth not below zero. */
  Slope lessUpTo(double error) {
    return perSecond > 0 ? new Slope(Math.max(0, perSecond - error), low, high) : this;
  }

  public boolean known() {
    return !Double.isNaN(perSecond);
  }
}
