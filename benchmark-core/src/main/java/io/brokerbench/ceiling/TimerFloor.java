package io.brokerbench.ceiling;

import io.brokerbench.clock.Clock;

/**
 * What the clock itself costs: the time between two readings with nothing in between. No latency
 * below it can be told.
 */
final class TimerFloor {

  /** Compiled by then: HotSpot's second compiler takes a loop after some 60,000 rounds. */
  private static final int WARMUP = 200_000;

  private static final int PAIRS = 200_000;

  private final Clock clock;

  TimerFloor(Clock clock) {
    this.clock = clock;
  }

  Latency measure() {
    pairs(WARMUP);
    return Latency.of(pairs(PAIRS));
  }

  private long[] pairs(int count) {
    long[] nanos = new long[count];
    for (int i = 0; i < count; i++) {
      long before = clock.nanoTime();
      nanos[i] = clock.nanoTime() - before;
    }
    return nanos;
  }
}
