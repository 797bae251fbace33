package io.brokerbench.ceiling;

import io.brokerbench.clock.Clock;
import java.io.IOException;
import java.util.Arrays;

/**
 * The same thing over and over: as often as told, or until time is up, but once at least.
 *
 * @param clock takes the times
 * @param most how often, at least 1
 * @param longestNanos after this time it is not begun again
 */
record Repetition(Clock clock, int most, long longestNanos) {

  /** What is timed. */
  @FunctionalInterface
  interface Step {
    void run() throws IOException;
  }

  /**
   * What came of it.
   *
   * @param perSecond how often it was done in a second, one after the other
   */
  record Outcome(double perSecond, Latency latency) {}

  Outcome of(Step step) throws IOException {
    long[] nanos = new long[most];
    int count = 0;
    long start = clock.nanoTime();
    long before = start;
    long after;
    do {
      step.run();
      after = clock.nanoTime();
      nanos[count++] = after - before;
      before = after;
    } while (count < most && after - start < longestNanos);
    // A clock of coarse ticks may not have moved.
    double seconds = Math.max(1, after - start) / 1e9;
    return new Outcome(count / seconds, Latency.of(Arrays.copyOf(nanos, count)));
  }
}
