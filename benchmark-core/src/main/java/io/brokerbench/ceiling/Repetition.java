package io.brokerbench.ceiling;

import io.brokerbench.clock.Clock;
import java.io.IOException;
import java.util.Arrays;

/**
 * Repeats an operation up to a maximum number of times or until a time limit, at least once.
 *
 * @param clock measures the times
 * @param most maximum number of repetitions, at least 1
 * @param longestNanos time after which no further repetition starts
 */
record Repetition(Clock clock, int most, long longestNanos) {

  /** The timed operation. */
  @FunctionalInterface
  interface Step {
    void run() throws IOException;
  }

  /**
   * The result.
   *
   * @param perSecond operations per second, one after the other
   */
  record Outcome(double perSecond, CeilingLatency latency) {}

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
    // A coarse clock may not have advanced.
    double seconds = Math.max(1, after - start) / 1e9;
    return new Outcome(count / seconds, CeilingLatency.of(Arrays.copyOf(nanos, count)));
  }
}
