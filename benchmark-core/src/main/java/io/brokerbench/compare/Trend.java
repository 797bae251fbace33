package io.brokerbench.compare;

/**
 * A polynomial through a series of figures at equal distances, and the noise around it, which is
 * taken for a first-order autoregression: neighbouring seconds of a run resemble each other.
 *
 * <p>Least squares make residuals look less alike than the noise is; the estimate of their
 * autocorrelation is corrected for that as Marriott and Pope (1954), "Bias in the estimation of
 * autocorrelations", Biometrika 41, derive it for a mean, with as much again for each further
 * coefficient. {@code SteadyStateTest} holds it against simulated and recorded series.
 *
 * @param linear coefficient of the figure's number, for numbers that begin at any value
 * @param noise long-run variance of a figure: the variance of a mean of n figures is this over n
 * @param independent how many independent figures tell as much of the noise, at least 1
 */
record Trend(double linear, double noise, double independent) {

  /** Of noise that is more alike than this, a short series cannot be told from a trend. */
  private static final double MAX_AUTOCORRELATION = 0.8;

  /** Below this, as a share of a figure, differences are those of rounding. */
  private static final double ROUNDING = 1e-9;

  /**
   * Fits a polynomial.
   *
   * @param figures about 1, at least 8
   * @param degree 1 or 2
   */
  static Trend of(double[] figures, int degree) {
    int size = figures.length;
    double[] residuals = figures.clone();
    double[] line = new double[size];
    double[] parabola = new double[size];
    double meanSquare = ((double) size * size - 1) / 12;
    for (int i = 0; i < size; i++) {
      line[i] = i - (size - 1) / 2.0;
      parabola[i] = line[i] * line[i] - meanSquare;
    }
    double mean = sum(figures) / size;
    for (int i = 0; i < size; i++) {
      residuals[i] -= mean;
    }
    double linear = takeOff(residuals, line);
    if (degree == 2) {
      takeOff(residuals, parabola);
    }
    return of(residuals, linear, degree + 1);
  }

  private static Trend of(double[] residuals, double linear, int coefficients) {
    int size = residuals.length;
    double squares = product(residuals, residuals, 0);
    if (squares < size * ROUNDING * ROUNDING) {
      return new Trend(linear, 0, size);
    }
    double raw = product(residuals, residuals, 1) / squares;
    double corrected = (size * raw + coefficients) / (size - coefficients - 2);
    double autocorrelation = Math.max(0, Math.min(MAX_AUTOCORRELATION, corrected));
    double inflation = (1 + autocorrelation) / (1 - autocorrelation);
    return new Trend(
        linear,
        squares / Math.max(1, size - coefficients * inflation) * inflation,
        Math.max(1, size / inflation));
  }

  /** Takes the part along {@code shape} off and returns its coefficient. */
  private static double takeOff(double[] residuals, double[] shape) {
    double coefficient = product(residuals, shape, 0) / product(shape, shape, 0);
    for (int i = 0; i < shape.length; i++) {
      residuals[i] -= coefficient * shape[i];
    }
    return coefficient;
  }

  /** Sum of the products of each figure with the one {@code lag} further on. */
  private static double product(double[] one, double[] other, int lag) {
    double sum = 0;
    for (int i = 0; i + lag < one.length; i++) {
      sum += one[i] * other[i + lag];
    }
    return sum;
  }

  private static double sum(double... figures) {
    double sum = 0;
    for (double figure : figures) {
      sum += figure;
    }
    return sum;
  }
}
