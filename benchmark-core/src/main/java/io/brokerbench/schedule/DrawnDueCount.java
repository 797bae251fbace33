package io.brokerbench.schedule;

import java.util.function.IntToLongFunction;

/** Draws the arrivals of all senders once more, each when its time has come. */
final class DrawnDueCount implements DueCount {

  private final int batch;
  private final IntendedTimes[] times;
  private final long[] nextNanos;
  private final long[] requestsLeft;
  private long requests;

  DrawnDueCount(Schedule schedule, int senders, int batch, IntToLongFunction quota) {
    this.batch = batch;
    this.times = new IntendedTimes[senders];
    this.nextNanos = new long[senders];
    this.requestsLeft = new long[senders];
    for (int sender = 0; sender < senders; sender++) {
      times[sender] = schedule.times(sender, senders, batch);
      nextNanos[sender] = times[sender].nextNanos();
      requestsLeft[sender] = quota.applyAsLong(sender) / batch;
    }
  }

  @Override
  public long due(long fromNanos, long toNanos) {
    for (int sender = 0; sender < times.length; sender++) {
      while (requestsLeft[sender] > 0 && nextNanos[sender] < toNanos) {
        requests += nextNanos[sender] >= fromNanos ? 1 : 0;
        requestsLeft[sender]--;
        nextNanos[sender] = times[sender].nextNanos();
      }
    }
    return requests * batch;
  }
}
