package io.brokerbench.load;

import io.brokerbench.clock.Clock;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.BooleanSupplier;

/** The sends of one or all senders that have no answer yet, up to a bound. Thread-safe. */
final class Window {

  private static final long DEAF_MILLIS = 50;

  private final Semaphore free;
  private final Clock clock;
  private final LongAdder blockedNanos = new LongAdder();

  Window(int size, Clock clock) {
    this.free = new Semaphore(size);
    this.clock = clock;
  }

  /** Takes a place; false if told to stop while there was none. */
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

  /** Time that senders waited for a place, all together. */
  long blockedNanos() {
    return blockedNanos.sum();
  }
}
