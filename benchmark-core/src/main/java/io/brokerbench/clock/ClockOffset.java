package io.brokerbench.clock;

/**
 * Interval that contains the offset of another host's wall clock from the local one; positive if
 * the other clock is ahead.
 *
 * <p>A reading queries the other clock between two readings of the local clock: the other value
 * belongs to a moment in between. The offset lies in the intersection of the intervals of all
 * readings (Marzullo and Owicki: Maintaining the time in a distributed system, 1983). Immutable.
 *
 * @param lowNanos lower bound
 * @param highNanos upper bound
 */
public record ClockOffset(long lowNanos, long highNanos) {

  private static final long NANOS_PER_MILLI = 1_000_000;

  /** The same clock. */
  public static final ClockOffset NONE = new ClockOffset(0, 0);

  /** Unknown, except that it is less than 73 years. */
  public static final ClockOffset UNKNOWN = new ClockOffset(-(1L << 61), 1L << 61);

  /**
   * Takes a reading into account.
   *
   * @param beforeNanos local wall clock before the query, since 1970
   * @param otherMillis the other clock, truncated to milliseconds
   * @param afterNanos local wall clock after the query
   * @return the narrower interval; the interval of this reading alone where the two exclude each
   *     other because a clock was set in between
   */
  public ClockOffset narrowedBy(long beforeNanos, long otherMillis, long afterNanos) {
    long low = otherMillis * NANOS_PER_MILLI - afterNanos;
    long high = (otherMillis + 1) * NANOS_PER_MILLI - beforeNanos;
    ClockOffset both = new ClockOffset(Math.max(lowNanos, low), Math.min(highNanos, high));
    return both.lowNanos <= both.highNanos ? both : new ClockOffset(low, high);
  }

  /** Middle of the interval. */
  public long nanos() {
    return lowNanos + (highNanos - lowNanos) / 2;
  }

  /** Maximum error of {@link #nanos()}. */
  public long errorNanos() {
    return (highNanos - lowNanos + 1) / 2;
  }
}
