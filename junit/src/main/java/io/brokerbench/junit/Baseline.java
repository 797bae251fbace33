package io.brokerbench.junit;

import io.brokerbench.compare.RegressionLimits;
import io.brokerbench.figures.RunFigure;
import io.brokerbench.figures.RunFigure.Use;
import io.brokerbench.statistics.Conclusion;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Stored runs that others are compared with.
 *
 * @param directory the parent of their result directories: the output of earlier runs
 * @param figures the figures that decide, at least one
 * @param tolerance share by which figures may differ and count as the same, above 0 and below 1
 */
public record Baseline(Path directory, Set<RunFigure> figures, double tolerance) {

  /** Runs in a directory, compared by these figures within {@code 5 %}. */
  public static Baseline in(Path directory, RunFigure first, RunFigure... more) {
    Set<RunFigure> figures = new TreeSet<>(List.of(more));
    figures.add(first);
    return new Baseline(directory, figures, Conclusion.TOLERANCE);
  }

  /** Refuses other shares, and figures of which there is no ratio. */
  public Baseline {
    for (RunFigure figure : figures) {
      figure
          .whyNot(Use.COMPARE)
          .ifPresent(
              why -> {
                throw new IllegalArgumentException(figure.key() + " " + why);
              });
    }
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
    Map<RunFigure, Double> shares = new TreeMap<>();
    figures.forEach(figure -> shares.put(figure, tolerance));
    return new RegressionLimits(shares);
  }
}
