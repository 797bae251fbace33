package io.brokerbench.load;

import io.brokerbench.clock.Clock;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.BooleanSupplier;

/** Bounds the number of sends in flight of one or all senders. Thread-safe. */
final class InFlightWindow {

  private static final long DEAF_MILLIS = 50;

  private final Places free;
  private final Clock clock;
  private final LongAdder blockedNanos = new LongAdder();

  private int size;

  /** Places for sends; fewer than none are free after the window became smaller. */
  private static final class Places extends Semaphore {

    private static final long serialVersionUID = 1L;

    Places(int size) {
      super(size);
    }

    void add(int places) {
      if (places > 0) {
        release(places);
      } else {
        reducePermits(-places);
      }
    }
  }

  InFlightWindow(int size, Clock clock) {
    this.free = new Places(size);
    this.size = size;
    this.clock = clock;
  }

  /**
   * Changes the size; sends beyond a smaller one remain in flight. Called by one thread at a time.
   */
  void resize(int newSize) {
    free.add(newSize - size);
    size = newSize;
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
        from = counted(from);
      }
      return false;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    } finally {
      long unused = counted(from);
    }
  }

  /** Counts a part of a wait, which may outlast the load; returns its end. */
  private long counted(long fromNanos) {
    long now = clock.nanoTime();
    blockedNanos.add(now - fromNanos);
    return now;
  }

  void leave() {
    free.release();
  }

  /** Total time that senders waited for a place, also of waits that go on. */
  long blockedNanos() {
    return blockedNanos.sum();
  }
}
