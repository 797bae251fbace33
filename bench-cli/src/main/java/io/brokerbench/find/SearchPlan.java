package io.brokerbench.find;

import java.util.Locale;

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

  /** Rate of the first probe unless something else is said, messages a second. */
  public static final double START = 1000;

  /** Width unless something else is said. */
  public static final double WIDTH = 0.05;

  /** Probes unless something else is said. */
  public static final int PROBES = 12;

  /**
   * Checks the ranges.
   *
   * @throws IllegalArgumentException for the first that is not kept; its message begins with the
   *     name
   */
  public SearchPlan {
    check(start > 0 && start < Double.POSITIVE_INFINITY, "start", "above 0/s", start);
    check(lowest >= 0 && lowest <= start, "lowest", "from 0/s to start", lowest);
    check(highest >= start, "highest", "from start on", highest);
    check(width > 0 && width <= 1, "width", "above 0 % and at most 100 %", width);
    check(probes >= 1, "probes", "at least 1", probes);
  }

  private static void check(boolean kept, String name, String range, double value) {
    if (!kept) {
      throw new IllegalArgumentException(
          String.format(Locale.ROOT, "%s must be %s, got %s", name, range, value));
    }
  }

  /** Without ends, to a width of 5 % with 12 probes. */
  public static SearchPlan from(double start) {
    return new SearchPlan(start, 0, Double.POSITIVE_INFINITY, WIDTH, PROBES);
  }
}
