package io.brokerbench.schedule;

import io.brokerbench.clock.Clock;
import java.util.function.BooleanSupplier;

/**
 * Waits for a time: gives the processor away while it is far, spins when it is near. Keeps nothing
 * between waits: thread-safe if its clock and its order to stop are.
 *
 * <p>Linux wakes a parked thread some 50 us late (its timer slack). Spinning hides that at the
 * price of processor time, so it is worth it only where senders are fewer than processors.
 */
public final class Pacer {

  /** How long a sender may be deaf to the order to stop. */
  private static final long LONGEST_PARK_NANOS = 50_000_000;

  private final Clock clock;
  private final long spinNanos;
  private final BooleanSupplier stopped;

  /**
   * Waits by the given clock.
   *
   * @param spinNanos how long before the time to stop parking and spin; 0 never spins
   * @param stopped ends a wait early
   */
  public Pacer(Clock clock, long spinNanos, BooleanSupplier stopped) {
    this.clock = clock;
    this.spinNanos = spinNanos;
    this.stopped = stopped;
  }

  /**
   * Returns at {@code deadlineNanos} of the clock; at once if it has passed, or when stopped.
   *
   * @return the time that it is then
   */
  public long awaitUntil(long deadlineNanos) {
    long now = clock.nanoTime();
    while (deadlineNanos - now > 0 && !stopped.getAsBoolean()) {
      long left = deadlineNanos - now;
      if (left > spinNanos) {
        clock.park(Math.min(left - spinNanos, LONGEST_PARK_NANOS));
      } else {
        clock.spin();
      }
      now = clock.nanoTime();
    }
    return now;
  }
}
