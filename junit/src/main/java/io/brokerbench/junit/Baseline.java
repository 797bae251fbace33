package io.brokerbench.junit;

import io.brokerbench.compare.RegressionLimits;
import io.brokerbench.stored.Figure;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;

/**
 * Stored runs that others are compared with.
 *
 * @param directory the parent of their result directories: the output of earlier runs
 * @param figures the figures that decide, at least one
 * @param tolerance share by which figures may differ and count as the same, above 0 and below 1
 */
public record Baseline(Path directory, Set<Figure> figures, double tolerance) {

  /** Runs in a directory, compared by these figures within {@code 5 %}. */
  public static Baseline in(Path directory, Figure first, Figure... more) {
    return new Baseline(directory, EnumSet.of(first, more), RegressionLimits.TOLERANCE);
  }

  /** Refuses other shares. */
  public Baseline {
    if (figures.isEmpty() || !(tolerance > 0 && tolerance < 1)) {
      throw new IllegalArgumentException(
          "needs a figure and a tolerance above 0 and below 1, got " + figures + ", " + tolerance);
    }
    figures = Set.copyOf(figures);
  }

  /** The same runs, compared within another share. */
  public Baseline within(double share) {
    return new Baseline(directory, figures, share);
  }

  /** The limits of a comparison. */
  RegressionLimits limits() {
    Map<Figure, Double> shares = new EnumMap<>(Figure.class);
    figures.forEach(figure -> shares.put(figure, tolerance));
    return new RegressionLimits(shares);
  }
}
