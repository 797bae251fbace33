package io.brokerbench.find;

/**
 * How a number of waiting messages grew in a probe.
 *
 * @param slope what the series as a whole says, with how sure that is
 * @param netPerSecond growth from the first point to one of the last quarter, whichever grew least,
 *     per second; NaN if unknown. On average at least the offered rate less this was served between
 *     those two points, whatever happened in between
 */
record Growth(Slope slope, double netPerSecond) {

  /** Of a series too short to tell. */
  static final Growth UNKNOWN = new Growth(Slope.UNKNOWN, Double.NaN);

  private static final double LAST_QUARTER = 0.75;

  /**
   * Of a series; unknown if {@link Slope#of} cannot tell.
   *
   * @param seconds times of the points, rising
   * @param messages that waited at these times
   */
  static Growth of(double[] seconds, double[] messages) {
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
    return new Growth(slope, least);
  }

  boolean known() {
    return slope.known();
  }
}
