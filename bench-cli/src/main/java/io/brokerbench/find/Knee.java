package io.brokerbench.find;

import java.util.Comparator;
import java.util.DoubleSummaryStatistics;
import java.util.List;
import java.util.Optional;

/**
 * Where a load-latency curve bends: a suggestion, as where it is depends on how far the curve goes.
 *
 * <p>Kneedle for an increasing convex curve (Satopää, Albrecht, Irwin and Raghavan 2011, "Finding a
 * 'Kneedle' in a Haystack", ICDCS Workshops), sensitivity 1, without smoothing: loads and latencies
 * are brought to the unit square, where such a curve hangs below the diagonal. The knee is where it
 * hangs lowest, by more than the mean distance of loads, before it comes up again by as much.
 */
public final class Knee {

  private static final double SENSITIVITY = 1;

  private Knee() {}

  /**
   * The knee at the lowest load; empty if the curve has none.
   *
   * @param curve points of different loads, in any order
   */
  public static Optional<LoadPoint> of(List<LoadPoint> curve) {
    List<LoadPoint> points =
        curve.stream().sorted(Comparator.comparingDouble(LoadPoint::perSecond)).toList();
    double[] loads = toUnit(points.stream().mapToDouble(LoadPoint::perSecond).toArray());
    double[] latencies = toUnit(points.stream().mapToDouble(LoadPoint::latencyNanos).toArray());
    double noticeable = SENSITIVITY / (points.size() - 1);
    int knee = 0;
    double deepest = 0;
    for (int i = 0; i < points.size(); i++) {
      double difference = loads[i] - latencies[i];
      if (difference > deepest) {
        knee = i;
        deepest = difference;
      } else if (deepest > noticeable && difference < deepest - noticeable) {
        return Optional.of(points.get(knee));
      }
    }
    return Optional.empty();
  }

  /** From 0 for the least to 1 for the greatest; not numbers if all are equal. */
  private static double[] toUnit(double[] values) {
    DoubleSummaryStatistics range = new DoubleSummaryStatistics();
    for (double value : values) {
      range.accept(value);
    }
    double[] unit = values.clone();
    for (int i = 0; i < unit.length; i++) {
      unit[i] = (unit[i] - range.getMin()) / (range.getMax() - range.getMin());
    }
    return unit;
  }
}
