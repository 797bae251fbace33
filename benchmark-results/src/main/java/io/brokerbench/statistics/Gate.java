package io.brokerbench.statistics;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Determines which figures of a comparison are significantly worse by more than their limits.
 *
 * <p>A limit is missed if both hold: the estimate is worse than the limit allows, and its being
 * worse at all is significant. Significance is tested for all figures together, so that many
 * figures do not make a false alarm likely: Holm (1979), "A simple sequentially rejective multiple
 * test procedure", Scandinavian Journal of Statistics 6. It holds for any dependence between the
 * figures. In comparisons of identical things, at most a share of {@value #FALSE_ALARMS} misses any
 * limit; a single figure misses its limit only if its own 95 % interval lies on the bad side of
 * one.
 */
public final class Gate {

  /**
   * Maximum share of comparisons of identical things that report a regression, all figures
   * together.
   */
  public static final double FALSE_ALARMS = 0.025;

  private Gate() {}

  /**
   * A figure with a limit.
   *
   * @param limit share of the base by which it may be worse, above 0; below 1 if higher is better
   */
  public record Check(Ratio ratio, Direction better, double limit) {}

  /**
   * Result of a check.
   *
   * @param adjustedChance Holm's adjusted one-sided p that it is worse, 0 to 1
   * @param missed whether it is significantly worse, and by more than its limit
   */
  public record Finding(double adjustedChance, boolean missed) {}

  /** Checks all figures of a comparison together, in their order. */
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

  /**
   * Holm's adjusted p values: the i-th smallest of m times m - i + 1, non-decreasing, at most 1.
   */
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
