package io.brokerbench.find;

import java.util.Comparator;
import java.util.DoubleSummaryStatistics;
import java.util.List;
import java.util.Optional;
import java.util.stream.DoubleStream;

/**
 * The knee of a load-latency curve. It is only a suggestion, because it depends on the range of the
 * curve.
 *
 * <p>Kneedle for an increasing convex curve (Satopää, Albrecht, Irwin and Raghavan 2011, "Finding a
 * 'Kneedle' in a Haystack", ICDCS Workshops), sensitivity 1, without smoothing: loads and latencies
 * are normalized to the unit square, where such a curve lies below the diagonal. The knee is the
 * point farthest below it, by more than the mean distance of loads, before the curve rises again by
 * as much.
 */
public final class LatencyKnee {

  private static final double SENSITIVITY = 1;

  private LatencyKnee() {}

  /**
   * A point of the curve.
   *
   * @param latencyNanos latency of the percentile that the curve shows
   */
  public record Point(double perSecond, double latencyNanos) {}

  /**
   * The knee at the lowest load; empty if the curve has none.
   *
   * @param curve points of different loads, in any order
   */
  public static Optional<Point> of(List<Point> curve) {
    List<Point> points =
        curve.stream().sorted(Comparator.comparingDouble(Point::perSecond)).toList();
    double[] loads = toUnit(points.stream().mapToDouble(Point::perSecond).toArray());
    double[] latencies = toUnit(points.stream().mapToDouble(Point::latencyNanos).toArray());
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

  /** The values scaled from 0 for the minimum to 1 for the maximum; NaN if all are equal. */
  private static double[] toUnit(double[] values) {
    DoubleSummaryStatistics range = DoubleStream.of(values).summaryStatistics();
    return DoubleStream.of(values)
        .map(value -> (value - range.getMin()) / (range.getMax() - range.getMin()))
        .toArray();
  }
}
