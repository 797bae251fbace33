package io.brokerbench.find;

import java.util.List;

/**
 * What is known of the highest sustainable rate, messages a second: it lies between two probed
 * rates.
 *
 * @param low the highest rate that was sustained; 0 if none was
 * @param high the lowest rate that was not sustained; infinite if every rate was
 * @param probes that it took
 * @param confirmed whether two probes or more support each of these ends, and nothing between them
 *     is left to be probed
 * @param unanswered rates between them that were probed in vain, in rising order
 */
public record SustainableRate(
    double low, double high, int probes, boolean confirmed, List<Double> unanswered) {

  /** Whether not even the lowest rate was sustained. */
  public boolean noneSustainable() {
    return low == 0;
  }

  /** Whether the highest rate was sustained too, so that the limit lies somewhere above. */
  public boolean notReached() {
    return high == Double.POSITIVE_INFINITY;
  }

  /** By which share the upper end is above the lower; infinite unless both were probed. */
  public double width() {
    return high / low - 1;
  }
}
