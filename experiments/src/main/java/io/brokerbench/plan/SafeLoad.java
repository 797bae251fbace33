package io.brokerbench.plan;

/**
 * The safe load of one master, and the conditions under which it was measured.
 *
 * @param perSecond messages per second for one master, 1 to 10⁹
 * @param masters number of masters that were measured together, of which each bore this load
 * @param messageBytes body of a message
 * @param slaves slaves of the master
 * @param groups consumer groups that received every message
 * @param origin source of the figure, for display
 */
public record SafeLoad(
    double perSecond, int masters, long messageBytes, int slaves, int groups, String origin) {

  /** The lowest safe load to plan with, messages per second. */
  public static final double LEAST = PlanLimits.LOWEST_RATE;

  public SafeLoad {
    PlanLimits.rate("safe-load", perSecond);
  }

  /**
   * The safe load for messages of another size: the same bytes per second for larger messages, the
   * same number per second for smaller ones. As bytes and messages both have a cost, this never
   * exceeds either measured rate.
   */
  double perSecondOf(long bytes) {
    return perSecond * Math.min(1, (double) messageBytes / bytes);
  }
}
