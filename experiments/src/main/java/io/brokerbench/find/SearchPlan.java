package io.brokerbench.find;

import io.brokerbench.units.Text;

/**
 * The range and the length of a search.
 *
 * @param start rate of the first trial, messages per second, above 0
 * @param lowest lowest rate to try, messages per second, 0 to start; 0 for no lower limit
 * @param highest highest rate to try, messages per second, at least start; infinite for the highest
 *     that a run may have
 * @param width target width of the interval, as a share of its lower end, above 0 and at most 1
 * @param probes maximum number of trials, at least 1
 */
public record SearchPlan(double start, double lowest, double highest, double width, int probes) {

  /** Default rate of the first trial, messages per second. */
  public static final double START = 1000;

  public static final double WIDTH = 0.05;
  public static final int TRIALS = 12;

  /**
   * Checks the ranges.
   *
   * @throws IllegalArgumentException if a value is out of range; the message starts with its name
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
      throw new IllegalArgumentException(Text.of("%s must be %s, got %s", name, range, value));
    }
  }

  /** A plan without limits of the range, with the default width and number of trials. */
  public static SearchPlan from(double start) {
    return new SearchPlan(start, 0, Double.POSITIVE_INFINITY, WIDTH, TRIALS);
  }
}
