package io.brokerbench.ceiling;

import io.brokerbench.clock.Clock;
import java.util.Arrays;

/**
 * By how much a thread that parks for a nanosecond wakes up too late: the operating system's timer
 * slack (50 us by default on Linux, prctl(2)) and the way back onto a processor.
 */
final class ParkFloor {

  private static final int MOST = 5_000;

  private final Clock clock;
  private final long longestNanos;

  ParkFloor(Clock clock, long longestNanos) {
    this.clock = clock;
    this.longestNanos = longestNanos;
  }

  Latency measure() {
    long[] nanos = new long[MOST];
    int count = 0;
    long start = clock.nanoTime();
    long after;
    do {
      long before = clock.nanoTime();
      clock.park(1);
      after = clock.nanoTime();
      nanos[count++] = Math.max(0, after - before - 1);
    } while (count < MOST && after - start < longestNanos);
    return Latency.of(Arrays.copyOf(nanos, count));
  }
}
