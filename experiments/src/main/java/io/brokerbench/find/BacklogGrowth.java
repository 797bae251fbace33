package io.brokerbench.find;

/**
 * The growth of a number of waiting messages during a trial.
 *
 * @param slope slope of the whole series with its confidence interval
 * @param netPerSecond minimum growth from the first point to any point of the last quarter,
 *     messages per second; NaN if unknown. Between those two points at least the offered rate less
 *     this growth was served on average
 */
record BacklogGrowth(Slope slope, double netPerSecond) {

  /** The growth of a series that is too short. */
  static final BacklogGrowth UNKNOWN = new BacklogGrowth(Slope.UNKNOWN, Double.NaN);

  private static final double LAST_QUARTER = 0.75;

  /**
   * Computes the growth of a series; unknown if {@link Slope#of} returns an unknown slope.
   *
   * @param seconds times of the points, ascending
   * @param messages numbers of waiting messages at these times
   */
  static BacklogGrowth of(double[] seconds, double[] messages) {
    Slope slope = Slope.of(seconds, messages);
    if (!slope.known()) {
      return UNKNOWN;
    }
    int last = seconds.length - 1;
    double from = seconds[0] + LAST_QUARTER * (seconds[last] - seconds[0]);
    double least = Double.POSITIVE_INFINITY;
    for (int i = last; i > 0 && seconds[i] >= from; i--) {
      least = Math.min(least, (messages[i] - messages[0]) / (seconds[i] - seconds[0]));
    }
    return new BacklogGrowth(slope, least);
  }

  boolean known() {
    return slope.known();
  }
}
