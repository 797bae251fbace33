package io.brokerbench.clock;

import java.util.Optional;

/**
 * Interval that contains the offset of another clock from the local one; positive if the other
 * clock is ahead. Immutable.
 *
 * <p>Offsets of several readings are intersected (Marzullo and Owicki: Maintaining the time in a
 * distributed system, 1983) after each has been {@link #aged} to the same moment.
 *
 * @param lowNanos lower bound
 * @param highNanos upper bound
 */
public record ClockOffset(long lowNanos, long highNanos) {

  /** The same clock. */
  public static final ClockOffset NONE = new ClockOffset(0, 0);

  /** Unknown, except that it is less than 73 years. */
  public static final ClockOffset UNKNOWN = new ClockOffset(-(1L << 61), 1L << 61);

  /**
   * Time in which two clocks drift apart by a nanosecond: 500 ppm, the maximum by which Linux slews
   * a clock and corrects its frequency (adjtimex(2)); an uncorrected quartz is off by less. A clock
   * that is slewed faster, as chronyd does with large offsets, shows steps.
   */
  private static final long NANOS_PER_DRIFT = 2_000;

  /**
   * The offset by one reading: the other clock was read at a moment between two readings of the
   * local clock, so it was ahead by at most {@code other - sent}, and by at least {@code other -
   * received}. The middle is the offset of NTP, half the width its delay divided by 2 (RFC 5905,
   * section 8, with equal times of receipt and answer). No assumption is made about the delay of
   * either direction.
   *
   * @param sentNanos local clock before the other one was read
   * @param otherNanos the other clock, truncated to a multiple of the unit
   * @param receivedNanos local clock after the other one was read
   * @param unitNanos of the other clock's readings, 1 for nanoseconds
   * @return valid at every moment between the two local readings
   * @throws IllegalArgumentException if the local readings are not in order
   */
  static ClockOffset ofReading(
      long sentNanos, long otherNanos, long receivedNanos, long unitNanos) {
    if (receivedNanos < sentNanos) {
      throw new IllegalArgumentException("received before it was sent");
    }
    return new ClockOffset(otherNanos - receivedNanos, otherNanos + unitNanos - 1 - sentNanos)
        .aged(receivedNanos - sentNanos);
  }

  /**
   * The same offset at another moment: wider, because the clocks may have drifted apart by 500 ppm
   * of the time between.
   *
   * @param ageNanos time to the other moment; earlier or later
   */
  public ClockOffset aged(long ageNanos) {
    long drift = driftNanos(ageNanos);
    return new ClockOffset(lowNanos - drift, highNanos + drift);
  }

  /** Maximum drift of two clocks in a time, rounded up. */
  static long driftNanos(long ageNanos) {
    return (Math.abs(ageNanos) + NANOS_PER_DRIFT - 1) / NANOS_PER_DRIFT;
  }

  /** What both contain; empty if they exclude each other. */
  Optional<ClockOffset> intersection(ClockOffset other) {
    ClockOffset both =
        new ClockOffset(Math.max(lowNanos, other.lowNanos), Math.min(highNanos, other.highNanos));
    return both.lowNanos <= both.highNanos ? Optional.of(both) : Optional.empty();
  }

  /** The narrowest interval that contains both. */
  public ClockOffset hull(ClockOffset other) {
    return new ClockOffset(
        Math.min(lowNanos, other.lowNanos), Math.max(highNanos, other.highNanos));
  }

  /** The difference to another offset, such as an earlier one. */
  ClockOffset minus(ClockOffset other) {
    return new ClockOffset(lowNanos - other.highNanos, highNanos - other.lowNanos);
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
