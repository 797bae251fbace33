package io.brokerbench.plan;

import io.brokerbench.units.Text;

/** Checks the ranges of flags; messages name the flag without its dashes. */
final class PlanLimits {

  static final double LOWEST_RATE = 1;

  private static final double LARGEST_RATE = 1e9;

  private PlanLimits() {}

  static void rate(String name, double perSecond) {
    boolean allowed = perSecond >= LOWEST_RATE && perSecond <= LARGEST_RATE;
    check(allowed, name, "1/s to 1000M/s", Double.toString(perSecond));
  }

  static void check(boolean allowed, String name, String range, Object value) {
    if (!allowed) {
      throw new IllegalArgumentException(Text.of("%s must be %s, got %s", name, range, value));
    }
  }
}
