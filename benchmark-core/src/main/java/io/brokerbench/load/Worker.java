package io.brokerbench.load;

import io.brokerbench.clock.Clock;
import io.brokerbench.record.Draw;
import io.brokerbench.schedule.Pacer;
import io.brokerbench.workload.Work;

/** Works on messages: waits as long as is drawn for each. Thread-safe. */
final class Worker {

  private final Work work;
  private final long seed;
  private final int draw;
  private final Pacer pacer;

  /**
   * A worker that waits by the given clock.
   *
   * @param draw number of a message's draw for the length of its work; those before decide its fate
   */
  Worker(Work work, long seed, int draw, Clock clock) {
    this.work = work;
    this.seed = seed;
    this.draw = draw;
    this.pacer = new Pacer(clock, 0, () -> false);
  }

  /**
   * Works on a message that was taken up at {@code fromNanos}; returns at once if there is none.
   */
  void work(long fromNanos, int producer, long sequence) {
    if (work.highNanos() > 0) {
      pacer.awaitUntil(fromNanos + work.nanos(Draw.uniform(seed, producer, sequence, draw)));
    }
  }
}
