package io.brokerbench.clock;

import java.time.Instant;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A clock that stands still unless somebody moves it or parks on it: who parks wakes up exactly in
 * time. Thread-safe, but only one thread should park.
 */
public final class ManualClock implements Clock {

  private static final long SPIN_NANOS = 100;

  private final AtomicLong nanos;
  private final AtomicLong spins = new AtomicLong();
  private final AtomicLong longestParkNanos = new AtomicLong();

  /** A clock at nanosecond 0. */
  public ManualClock() {
    this(0);
  }

  /** A clock with another origin. */
  public ManualClock(long startNanos) {
    this.nanos = new AtomicLong(startNanos);
  }

  @Override
  public long nanoTime() {
    return nanos.get();
  }

  @Override
  public void park(long parkNanos) {
    if (parkNanos > 0) {
      longestParkNanos.accumulateAndGet(parkNanos, Math::max);
      nanos.addAndGet(parkNanos);
    }
  }

  @Override
  public void spin() {
    spins.incrementAndGet();
    nanos.addAndGet(SPIN_NANOS);
  }

  @Override
  public Instant now() {
    return Instant.EPOCH.plusNanos(nanos.get());
  }

  /** Moves the time. */
  public void advance(long byNanos) {
    nanos.addAndGet(byNanos);
  }

  /** How often somebody span. */
  public long spins() {
    return spins.get();
  }

  /** The longest time that somebody parked at once; 0 if nobody did. */
  public long longestParkNanos() {
    return longestParkNanos.get();
  }
}
