package io.brokerbench.load;

import io.brokerbench.clock.Clock;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.BooleanSupplier;

/** Bounds the number of sends in flight of one or all senders. Thread-safe. */
final class InFlightWindow {

  private static final long DEAF_MILLIS = 50;

  private final Semaphore free;
  private final Clock clock;
  private final LongAdder blockedNanos = new LongAdder();

  InFlightWindow(int size, Clock clock) {
    this.free = new Semaphore(size);
    this.clock = clock;
  }

  /** Takes a place; returns false if stopped while waiting for one. */
  boolean enter(BooleanSupplier stopped) {
    if (free.tryAcquire()) {
      return true;
    }
    long from = clock.nanoTime();
    try {
      while (!stopped.getAsBoolean()) {
        if (free.tryAcquire(DEAF_MILLIS, TimeUnit.MILLISECONDS)) {
          if (!stopped.getAsBoolean()) {
            return true;
          }
          free.release();
        }
      }
      return false;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    } finally {
      blockedNanos.add(clock.nanoTime() - from);
    }
  }

  void leave() {
    free.release();
  }

  /** Total time that senders waited for a place. */
  long blockedNanos() {
    return blockedNanos.sum();
  }
}
