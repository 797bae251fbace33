package io.brokerbench.statistics;

/**
 * Residuals of a least squares fit to an equidistant series. Thread-safe.
 *
 * <p>Least squares residuals are less correlated than the noise; the estimate of their
 * autocorrelation is corrected as Marriott and Pope (1954), "Bias in the estimation of
 * autocorrelations", Biometrika 41, derive it for a mean, with the same correction again for each
 * further coefficient.
 */
public final class Residuals {

  private final double[] residuals;
  private final int coefficients;

  /**
   * @param residuals not modified; at least 3 more than there are coefficients
   * @param coefficients number of coefficients of the fitted function, including the constant
   */
  public Residuals(double[] residuals, int coefficients) {
    this.residuals = residuals.clone();
    this.coefficients = coefficients;
  }

  public double squares() {
    return product(residuals, residuals, 0);
  }

  /** Corrected autocorrelation at lag 1, never below 0; NaN if all residuals are 0. */
  public double autocorrelation() {
    int size = residuals.length;
    double raw = product(residuals, residuals, 1) / squares();
    return Math.max(0, (size * raw + coefficients) / (size - coefficients - 2));
  }

  /**
   * Sum of the products of each value with the one {@code lag} positions later in the other series.
   *
   * @param other of the same length as {@code one}
   */
  public static double product(double[] one, double[] other, int lag) {
    double sum = 0;
    for (int i = 0; i + lag < one.length; i++) {
      sum += one[i] * other[i + lag];
    }
    return sum;
  }
}
