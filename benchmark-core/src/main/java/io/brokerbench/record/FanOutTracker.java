package io.brokerbench.record;

import io.brokerbench.record.page.PageStore;
import io.brokerbench.record.page.PagedBits;
import io.brokerbench.results.Metric;
import org.jspecify.annotations.Nullable;

/**
 * Determines which copy of a message a delivery is, if each of several groups receives one.
 * Thread-safe.
 *
 * <p>It counts the copies that this process receives. With consumers in several processes, first,
 * median and last are those of all groups only if each message comes to the same process for every
 * group; else the first is the first here, and the last is rarely reached.
 */
public final class FanOutTracker {

  private final int groups;
  private final PerProducer<PagedBits> counts;

  /**
   * @param groups number of groups that each receive every message
   */
  public FanOutTracker(int groups, PageStore store) {
    this.groups = groups;
    this.counts = new PerProducer<>(() -> store.counts(groups));
  }

  /**
   * Notes that a group received the message for the first time.
   *
   * @return the latency metric of this copy; null if it has none
   */
  public @Nullable Metric received(int producer, long sequence) {
    int copy = counts.of(producer).add(sequence);
    if (copy == 1) {
      return Metric.FIRST_COPY;
    }
    if (copy == groups) {
      return Metric.LAST_COPY;
    }
    return copy == (groups + 1) / 2 ? Metric.MEDIAN_COPY : null;
  }
}
