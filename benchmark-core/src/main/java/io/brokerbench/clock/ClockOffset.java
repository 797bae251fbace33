package io.brokerbench.clock;

/**
 * How far another host's wall clock is ahead of ours, known to lie in an interval.
 *
 * <p>A reading is taken by asking for the other clock between two looks at ours: whatever the other
 * showed, it showed it in between. The offset lies in what all readings allow together (Marzullo
 * and Owicki: Maintaining the time in a distributed system, 1983). Immutable.
 *
 * @param lowNanos the least it can be
 * @param highNanos the most
 */
public record ClockOffset(long lowNanos, long highNanos) {

  private static final long NANOS_PER_MILLI = 1_000_000;

  /** The same clock. */
  public static final ClockOffset NONE = new ClockOffset(0, 0);

  /** Nothing known yet, but that it is less than 73 years. */
  public static final ClockOffset UNKNOWN = new ClockOffset(-(1L << 61), 1L << 61);

  /**
   * Takes a reading into account.
   *
   * @param beforeNanos our wall clock before, since 1970
   * @param otherMillis the other, cut off to milliseconds
   * @param afterNanos our wall clock after
   * @return the narrower interval; the reading's own where a clock was set meanwhile and the two
   *     exclude each other
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

  /** How far the truth may be from {@link #nanos()}. */
  public long errorNanos() {
    return (highNanos - lowNanos + 1) / 2;
  }
}
