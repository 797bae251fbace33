package io.brokerbench.clock;

import java.time.Instant;

/**
 * The machine's clock, faster by a factor: whole runs with all their waits, in a fraction of the
 * time. Thread-safe.
 */
public final class FastClock implements Clock {

  private final long factor;
  private final Clock real = Clock.system();
  private final long originNanos = real.nanoTime();

  /** A clock that begins now. */
  public FastClock(long factor) {
    this.factor = factor;
  }

  @Override
  public long nanoTime() {
    return (real.nanoTime() - originNanos) * factor;
  }

  @Override
  public void park(long nanos) {
    real.park(nanos / factor);
  }

  @Override
  public void spin() {
    real.spin();
  }

  @Override
  public Instant now() {
    return real.now();
  }
}
