package io.brokerbench.schedule;

import io.brokerbench.clock.Clock;
import java.util.function.BooleanSupplier;

/**
 * Waits until a time: parks while it is far away, spins when it is near. Stateless between waits:
 * thread-safe if its clock and its stop condition are.
 *
 * <p>Linux wakes a parked thread some 50 us late (its timer slack). Spinning hides that at the
 * price of processor time, so it only pays off where there are fewer senders than processors.
 */
public final class Pacer {

  /** Maximum delay after which a sender notices that it must stop. */
  private static final long LONGEST_PARK_NANOS = 50_000_000;

  private final Clock clock;
  private final long spinNanos;
  private final BooleanSupplier stopped;

  /**
   * @param spinNanos time before the deadline from which it spins instead of parking; 0 never spins
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
   * @return the current time of the clock
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
