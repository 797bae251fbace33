package io.brokerbench.clock;

import java.time.Instant;

/**
 * A clock faster by a factor than the time that this process runs: whole runs with all their waits,
 * in a fraction of the time, and without time limits that pass while the machine runs other
 * processes. Thread-safe.
 */
public final class FastClock implements Clock {

  private final long factor;
  private final Clock real = Clock.system();
  private final long originNanos = AwakeTime.nanos();

  /** A clock that begins now. */
  public FastClock(long factor) {
    this.factor = factor;
  }

  @Override
  public long nanoTime() {
    return (AwakeTime.nanos() - originNanos) * factor;
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
