package io.brokerbench.clock;

/**
 * A wall clock elsewhere that is shown in a coarse unit, such as whole seconds, and read about once
 * per unit. Thread-safe.
 *
 * <p>A reading shows whether the clock has passed an edge of its unit. The offset is known as an
 * interval, so the local time of the next edge is one, too: a reading in its middle excludes half
 * of it, whatever it shows. The interval approaches the time of an exchange and the drift per unit.
 * A reading that comes too early or too late narrows it less, or not at all, and the next one is
 * due at the middle again.
 */
public final class CoarseClock {

  private final Clock local;
  private final long unitNanos;
  private final ClockTracker tracker = new ClockTracker();
  private long edgeNanos;
  private long shortestNanos = Long.MAX_VALUE;

  /**
   * @param local its monotonic clock has the times of all readings: a local wall clock that is set
   *     does not disturb them
   * @param unitNanos nanoseconds in the unit
   */
  public CoarseClock(Clock local, long unitNanos) {
    this.local = local;
    this.unitNanos = unitNanos;
  }

  /**
   * Takes a reading into account.
   *
   * @param sentNanos monotonic clock when the request was sent
   * @param otherNanos the other clock since 1970, at its last edge before the reading
   * @param receivedNanos monotonic clock when the answer was received
   */
  public synchronized void read(long sentNanos, long otherNanos, long receivedNanos) {
    tracker.read(sentNanos, otherNanos, receivedNanos, unitNanos);
    this.edgeNanos = otherNanos;
    this.shortestNanos = Math.min(shortestNanos, receivedNanos - sentNanos);
  }

  /**
   * Takes a reading into account that shows the other clock in another unit.
   *
   * @param otherNanos truncated to a multiple of that unit
   */
  public void read(long sentNanos, long otherNanos, long receivedNanos, long otherUnitNanos) {
    tracker.read(sentNanos, otherNanos, receivedNanos, otherUnitNanos);
  }

  /**
   * Time until the next request is to be sent: about half a unit to one and a half, so that there
   * is one request per unit.
   */
  public synchronized long pauseNanos() {
    if (shortestNanos == Long.MAX_VALUE) {
      return unitNanos;
    }
    long from = local.nanoTime() + unitNanos / 2;
    long otherNanos = from + tracker.at(from).nanos();
    // The other clock is read while the request is under way.
    return unitNanos / 2 + Math.floorMod(edgeNanos - otherNanos, unitNanos) - shortestNanos / 2;
  }

  /**
   * Offset of the other clock from the local wall clock, now; {@link ClockOffset#UNKNOWN} without a
   * reading.
   */
  public ClockOffset offset() {
    long before = local.nanoTime();
    long wallNanos = ClockStamp.wallNanos(local);
    long after = local.nanoTime();
    ClockOffset fromMonotonic = tracker.at(after);
    return fromMonotonic.equals(ClockOffset.UNKNOWN)
        ? ClockOffset.UNKNOWN
        : fromMonotonic.minus(ClockOffset.ofReading(before, wallNanos, after, 1));
  }
}
