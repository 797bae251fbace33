package io.brokerbench.load;

import io.brokerbench.clock.Clock;
import io.brokerbench.record.MessageRandom;
import io.brokerbench.schedule.Pacer;
import io.brokerbench.workload.DrawnTime;

/**
 * Simulates work on messages by waiting, rather than computing, for a time drawn for each message.
 * Thread-safe.
 */
final class Worker {

  private final DrawnTime work;
  private final long seed;
  private final int draw;
  private final Pacer pacer;

  /**
   * @param draw index of the random draw for the work on a message; lower ones determine its
   *     outcome
   */
  Worker(DrawnTime work, long seed, int draw, Clock clock) {
    this.work = work;
    this.seed = seed;
    this.draw = draw;
    this.pacer = new Pacer(clock, 0, () -> false);
  }

  /**
   * Works on a message whose processing started at {@code fromNanos}; returns at once if no work is
   * configured.
   *
   * @return when the work ended; {@code fromNanos} if no work is configured
   */
  long work(long fromNanos, int producer, long sequence) {
    return work.isNone()
        ? fromNanos
        : pacer.awaitUntil(
            fromNanos + work.nanos(MessageRandom.uniform(seed, producer, sequence, draw)));
  }
}
