package io.brokerbench.clock;

import java.time.Instant;

/**
 * The time, and the wait for it. Thread-safe.
 *
 * <p>Every interval in brokerbench is taken with {@link #nanoTime()}; the wall clock only labels.
 */
public interface Clock {

  /** The machine's clock: {@link System#nanoTime()} and {@code LockSupport.parkNanos}. */
  static Clock system() {
    return SystemClock.INSTANCE;
  }

  /** Monotonic nanoseconds from an arbitrary origin. */
  long nanoTime();

  /**
   * Gives the processor away for about {@code nanos}; may return early, or late by the operating
   * system's timer slack. Returns at once for zero and below.
   */
  void park(long nanos);

  /** Tells the processor that the caller is in a spin loop. */
  void spin();

  /** The wall clock, in UTC. */
  Instant now();
}
