package io.brokerbench.compare;

import java.util.List;

/**
 * How a series of figures rises or falls, by a straight line through it.
 *
 * @param perStep from one figure to the next, as a share of their mean
 * @param standardError of it
 */
public record Slope(double perStep, double standardError) {

  /**
   * Of these figures.
   *
   * @throws IllegalArgumentException if there are fewer than 8, or their mean is not above zero
   */
  public static Slope of(List<Double> figures) {
    int size = figures.size();
    double mean = figures.stream().mapToDouble(Double::doubleValue).average().orElse(0);
    if (size < 8 || !(mean > 0)) {
      throw new IllegalArgumentException("needs eight figures above zero");
    }
    double[] relative = figures.stream().mapToDouble(figure -> figure / mean).toArray();
    Trend trend = Trend.of(relative, 1);
    double squares = size * ((double) size * size - 1) / 12;
    return new Slope(trend.linear(), Math.sqrt(trend.noise() / squares));
  }
}
