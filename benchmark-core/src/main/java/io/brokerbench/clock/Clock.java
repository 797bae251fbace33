package io.brokerbench.clock;

import java.time.Instant;
import java.util.concurrent.locks.LockSupport;

/**
 * A time source with waiting. Thread-safe.
 *
 * <p>Every interval in brokerbench is measured with {@link #nanoTime()}; the wall clock only
 * labels.
 */
public interface Clock {

  /** The machine's clock: {@link System#nanoTime()} and {@code LockSupport.parkNanos}. */
  static Clock system() {
    return SystemClock.INSTANCE;
  }

  /** Monotonic nanoseconds from an arbitrary origin. */
  long nanoTime();

  /**
   * Waits for about {@code nanos} without using the processor; may return early, or late by the
   * operating system's timer slack. Returns at once for zero and below.
   */
  void park(long nanos);

  /** Hints to the processor that the caller is in a spin loop. */
  void spin();

  /** The wall clock, in UTC. */
  Instant now();

  /** The clock of the machine. */
  enum SystemClock implements Clock {
    INSTANCE;

    @Override
    public long nanoTime() {
      return System.nanoTime();
    }

    @Override
    public void park(long nanos) {
      LockSupport.parkNanos(nanos);
    }

    @Override
    public void spin() {
      Thread.onSpinWait();
    }

    @Override
    public Instant now() {
      return Instant.now();
    }
  }
}
