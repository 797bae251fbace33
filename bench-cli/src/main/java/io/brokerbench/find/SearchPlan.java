package io.brokerbench.find;

/**
 * Where to search, and how long.
 *
 * @param start rate of the first probe, messages a second, above 0
 * @param lowest rate to probe, 0 to start; 0 for no lower end
 * @param highest rate to probe, from start; infinite for no upper end
 * @param width by which share the upper end of the interval may be above its lower end, above 0 and
 *     at most 1
 * @param probes at most this many, at least 1
 */
public record SearchPlan(double start, double lowest, double highest, double width, int probes) {

  private static final double WIDTH = 0.05;
  private static final int PROBES = 12;

  /**
   * Checks the ranges.
   *
   * @throws IllegalArgumentException for the first that is not kept
   */
  public SearchPlan {
    check(start > 0 && start < Double.POSITIVE_INFINITY, "start", start);
    check(lowest >= 0 && lowest <= start, "lowest", lowest);
    check(highest >= start, "highest", highest);
    check(width > 0 && width <= 1, "width", width);
    check(probes >= 1, "probes", probes);
  }

  private static void check(boolean kept, String name, double value) {
    if (!kept) {
      throw new IllegalArgumentException("%s is out of range: %s".formatted(name, value));
    }
  }

  /** Without ends, to a width of 5 % with 12 probes. */
  public static SearchPlan from(double start) {
    return new SearchPlan(start, 0, Double.POSITIVE_INFINITY, WIDTH, PROBES);
  }
}
