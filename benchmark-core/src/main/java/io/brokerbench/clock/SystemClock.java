package io.brokerbench.clock;

import java.time.Instant;
import java.util.concurrent.locks.LockSupport;

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
