package io.brokerbench.ceiling;

import io.brokerbench.clock.Clock;
import java.util.Arrays;

/** The shortest times that a clock can measure and wait. */
public record ClockFloors(Clock clock) {

  /**
   * Enough for compilation: HotSpot's second compiler takes a loop after some 60,000 iterations.
   */
  private static final int WARMUP = 200_000;

  private static final int PAIRS = 200_000;
  private static final int MOST_PARKS = 5_000;

  /**
   * Cost of the clock: the time between two consecutive readings. Latencies below it cannot be
   * resolved.
   */
  public CeilingLatency timer() {
    pairs(WARMUP);
    return CeilingLatency.of(pairs(PAIRS));
  }

  private long[] pairs(int count) {
    long[] nanos = new long[count];
    for (int i = 0; i < count; i++) {
      long before = clock.nanoTime();
      nanos[i] = clock.nanoTime() - before;
    }
    return nanos;
  }

  /**
   * Overshoot of a thread that parks for one nanosecond: the operating system's timer slack (50 us
   * by default on Linux, prctl(2)) plus the time until it is scheduled again.
   *
   * @param longestNanos time limit
   */
  public CeilingLatency park(long longestNanos) {
    long[] nanos = new long[MOST_PARKS];
    int count = 0;
    long start = clock.nanoTime();
    long after;
    do {
      long before = clock.nanoTime();
      clock.park(1);
      after = clock.nanoTime();
      nanos[count++] = Math.max(0, after - before - 1);
    } while (count < MOST_PARKS && after - start < longestNanos);
    return CeilingLatency.of(Arrays.copyOf(nanos, count));
  }
}
