package io.brokerbench.find;

import java.util.List;

/**
 * The interval of the highest sustainable rate, messages per second, between two tried rates.
 *
 * @param low highest sustained rate; 0 if there is none
 * @param high lowest rate that was not sustained; infinite if every rate was
 * @param trials number of trials so far
 * @param confirmed whether at least two trials support each of these ends, and no rate between them
 *     remains to be tried
 * @param unanswered rates between the ends whose trials gave no answer, in ascending order
 */
public record SustainableRate(
    double low, double high, int trials, boolean confirmed, List<Double> unanswered) {

  /** Whether not even the lowest rate was sustained. */
  public boolean noneSustainable() {
    return low == 0;
  }

  /** Whether every tried rate was sustained, so that the limit was not reached. */
  public boolean notReached() {
    return high == Double.POSITIVE_INFINITY;
  }
}
