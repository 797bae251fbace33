package io.brokerbench.published;

import io.brokerbench.figures.RunFigure;
import io.brokerbench.statistics.Repeats;
import io.brokerbench.stored.StoredRun;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The figure of runs that stands next to a published one.
 *
 * @param value in the unit of the figure; null if the runs have none
 * @param low lower end of the 95 % interval of a mean; NaN unless several runs have the figure
 * @param high upper end
 * @param name what the figure includes beyond the published one, so that their ratio says nothing;
 *     else empty
 */
record Measured(@Nullable Double value, double low, double high, String name) {

  /** A value without an interval. */
  static Measured of(@Nullable Double value, String name) {
    return new Measured(value, Double.NaN, Double.NaN, name);
  }

  /**
   * The mean of the runs that have the figure: the geometric mean of figures of which there are
   * ratios, as in other tables, else the arithmetic mean.
   */
  static Measured mean(RunFigure figure, List<StoredRun> runs) {
    List<RunFigure.Value> known =
        runs.stream().map(figure::value).filter(value -> value.number() != null).toList();
    if (known.isEmpty()) {
      return of(null, "");
    }
    double[] values =
        known.stream().mapToDouble(value -> Objects.requireNonNull(value.number())).toArray();
    String name = known.get(0).beyond();
    if (!figure.unit().proportional() || !Arrays.stream(values).allMatch(value -> value > 0)) {
      return of(Arrays.stream(values).average().orElseThrow(), name);
    }
    Repeats repeats = Repeats.of(values);
    return repeats.spread()
        ? new Measured(repeats.mean(), repeats.low(), repeats.high(), name)
        : of(repeats.mean(), name);
  }

  /** The known figure and its interval as a multiple of another figure. */
  Measured over(double other) {
    return new Measured(Objects.requireNonNull(value) / other, low / other, high / other, "");
  }

  /** Whether runs were repeated, so that there is an interval. */
  boolean repeated() {
    return !Double.isNaN(low);
  }
}
