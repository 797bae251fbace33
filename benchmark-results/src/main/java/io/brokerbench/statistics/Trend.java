package io.brokerbench.statistics;

import java.util.List;

/**
 * A polynomial fitted to an equidistant series of figures, as shares of their mean, and the noise
 * around it, modelled as a first-order autoregression: neighbouring seconds of a run are
 * correlated. {@code SteadyStateDetectorTest} verifies it with simulated and recorded series.
 *
 * @param perStep linear coefficient: the change from one figure to the next
 * @param standardError of {@code perStep}
 * @param noise long-run variance of a figure: the variance of a mean of n figures is this divided
 *     by n
 * @param independent equivalent number of independent figures, at least 1
 */
public record Trend(double perStep, double standardError, double noise, double independent) {

  private static final int MIN_FIGURES = 8;

  /** Above this autocorrelation, noise in a short series is indistinguishable from a trend. */
  private static final double MAX_AUTOCORRELATION = 0.8;

  /** Differences below this share of a figure are rounding errors. */
  private static final double ROUNDING = 1e-9;

  /**
   * Fits a straight line.
   *
   * @throws IllegalArgumentException if there are fewer than 8 figures, or their mean is not above
   *     zero
   */
  public static Trend line(List<Double> figures) {
    return of(figures, 1);
  }

  /**
   * Fits a parabola.
   *
   * @throws IllegalArgumentException as for a line
   */
  public static Trend parabola(List<Double> figures) {
    return of(figures, 2);
  }

  private static Trend of(List<Double> figures, int degree) {
    int size = figures.size();
    double mean = figures.stream().mapToDouble(Double::doubleValue).average().orElse(0);
    if (size < MIN_FIGURES || !(mean > 0)) {
      throw new IllegalArgumentException("needs eight figures above zero");
    }
    double[] residuals = figures.stream().mapToDouble(figure -> figure / mean - 1).toArray();
    double[] line = new double[size];
    double[] parabola = new double[size];
    double meanSquare = ((double) size * size - 1) / 12;
    for (int i = 0; i < size; i++) {
      line[i] = i - (size - 1) / 2.0;
      parabola[i] = line[i] * line[i] - meanSquare;
    }
    double perStep = takeOff(residuals, line);
    if (degree == 2) {
      takeOff(residuals, parabola);
    }
    return of(new Residuals(residuals, degree + 1), perStep, size, degree + 1);
  }

  private static Trend of(Residuals residuals, double perStep, int size, int coefficients) {
    double squares = residuals.squares();
    if (squares < size * ROUNDING * ROUNDING) {
      return new Trend(perStep, 0, 0, size);
    }
    double autocorrelation = Math.min(MAX_AUTOCORRELATION, residuals.autocorrelation());
    double inflation = (1 + autocorrelation) / (1 - autocorrelation);
    double noise = squares / Math.max(1, size - coefficients * inflation) * inflation;
    double spread = size * ((double) size * size - 1) / 12;
    return new Trend(perStep, Math.sqrt(noise / spread), noise, Math.max(1, size / inflation));
  }

  /** Subtracts the component along {@code shape} and returns its coefficient. */
  private static double takeOff(double[] residuals, double[] shape) {
    double coefficient =
        Residuals.product(residuals, shape, 0) / Residuals.product(shape, shape, 0);
    for (int i = 0; i < shape.length; i++) {
      residuals[i] -= coefficient * shape[i];
    }
    return coefficient;
  }
}
