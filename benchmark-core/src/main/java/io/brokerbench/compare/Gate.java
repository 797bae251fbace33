package io.brokerbench.compare;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Which figures of a comparison are worse by more than their limits, surely.
 *
 * <p>A limit is missed if both hold: the estimate is worse than the limit allows, and that it is
 * worse at all is significant. The second is asked of all figures together, so that many figures do
 * not make a false alarm likely: Holm (1979), "A simple sequentially rejective multiple test
 * procedure", Scandinavian Journal of Statistics 6. It holds however the figures depend on each
 * other. Of two identical things at most {@value #FALSE_ALARMS} of all comparisons miss any limit;
 * a figure alone misses its limit only if its own 95 % interval lies on the bad side of one.
 */
public final class Gate {

  /** Share of comparisons of identical things that may claim a regression, all figures together. */
  public static final double FALSE_ALARMS = 0.025;

  private Gate() {}

  /**
   * A figure that has a limit.
   *
   * @param limit share of the base by which it may be worse, above 0; below 1 if higher is better
   */
  public record Check(Ratio ratio, Better better, double limit) {}

  /**
   * What came of a check.
   *
   * @param adjustedChance Holm's adjusted one-sided p that it is worse, 0 to 1
   * @param missed whether it is surely worse, and by more than its limit
   */
  public record Finding(double adjustedChance, boolean missed) {}

  /** Judges all figures of a comparison together, in their order. */
  public static List<Finding> judge(List<Check> checks) {
    double[] adjusted =
        holm(
            checks.stream()
                .mapToDouble(check -> check.better().worsening(check.ratio()).chanceIfNotHigher())
                .toArray());
    List<Finding> findings = new ArrayList<>();
    for (int i = 0; i < adjusted.length; i++) {
      Check check = checks.get(i);
      boolean missed =
          adjusted[i] <= FALSE_ALARMS && check.better().beyond(check.ratio(), check.limit());
      findings.add(new Finding(adjusted[i], missed));
    }
    return findings;
  }

  /** Holm's adjusted p values: the i-th smallest of m times m - i + 1, never falling, at most 1. */
  static double[] holm(double... chances) {
    int count = chances.length;
    int[] ascending =
        IntStream.range(0, count)
            .boxed()
            .sorted(Comparator.comparingDouble(i -> chances[i]))
            .mapToInt(Integer::intValue)
            .toArray();
    double[] adjusted = new double[count];
    double largest = 0;
    for (int rank = 0; rank < count; rank++) {
      largest = Math.max(largest, Math.min(1, (count - rank) * chances[ascending[rank]]));
      adjusted[ascending[rank]] = largest;
    }
    return adjusted;
  }
}
