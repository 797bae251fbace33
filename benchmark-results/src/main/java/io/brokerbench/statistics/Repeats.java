package io.brokerbench.statistics;

/**
 * Distribution of one figure over several runs of the same setup, in natural logarithms: rates and
 * latencies vary by shares, not by amounts, and ratios of such figures are differences of
 * logarithms.
 *
 * @param size number of runs
 * @param meanLog arithmetic mean of the logarithms; NaN without runs
 * @param varianceLog variance of the logarithms with n - 1 in the denominator; NaN with fewer than
 *     two runs
 */
public record Repeats(int size, double meanLog, double varianceLog) {

  /**
   * Creates the distribution of these values.
   *
   * @throws IllegalArgumentException if one of them is not above zero and finite
   */
  public static Repeats of(double... values) {
    double sum = 0;
    for (double value : values) {
      if (!(value > 0) || Double.isInfinite(value)) {
        throw new IllegalArgumentException("must be above zero and finite: " + value);
      }
      sum += Math.log(value);
    }
    double mean = sum / values.length;
    double squares = 0;
    for (double value : values) {
      double deviation = Math.log(value) - mean;
      squares += deviation * deviation;
    }
    double variance = values.length < 2 ? Double.NaN : squares / (values.length - 1);
    return new Repeats(values.length, mean, variance);
  }

  /** The geometric mean of the values, in their unit; NaN without runs. */
  public double mean() {
    return Math.exp(meanLog);
  }

  /**
   * Half-width of the 95 % interval of the mean, as a logarithm: the interval extends from mean /
   * exp(half) to mean * exp(half). Student's t; infinite with fewer than two runs.
   */
  public double halfWidth() {
    return spread()
        ? Math.sqrt(varianceLog / size)
            * Ratio.studentQuantile((1 + Ratio.CONFIDENCE) / 2, size - 1)
        : Double.POSITIVE_INFINITY;
  }

  /** The lower end of that interval, in the values' unit. */
  public double low() {
    return mean() / Math.exp(halfWidth());
  }

  /** Its upper end. */
  public double high() {
    return mean() * Math.exp(halfWidth());
  }

  /** Whether an interval is available: a single run does not show how much runs differ. */
  public boolean spread() {
    return size >= 2;
  }
}
