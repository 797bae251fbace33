package io.brokerbench.record;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.LongAdder;

/**
 * A set of messages by producer and sequence, for those that need individual reporting.
 * Thread-safe.
 */
public final class MessageSet {

  /**
   * Consecutive messages of a producer.
   *
   * @param first sequence
   * @param last sequence, inclusive
   */
  public record Range(int producer, long first, long last) {}

  private final PerProducer<PagedBits> messages;
  private final LongAdder size = new LongAdder();

  /** An empty set. */
  public MessageSet(PageStore store) {
    this.messages = new PerProducer<>(() -> store.bits(1));
  }

  /** Adds a message, if it is not present. */
  public void add(int producer, long sequence) {
    if (messages.of(producer).set(sequence, 1) == 0) {
      size.increment();
    }
  }

  public boolean contains(int producer, long sequence) {
    PagedBits sequences = messages.find(producer);
    return sequences != null && sequences.get(sequence) != 0;
  }

  /** Number of messages. While messages are added, it is only approximately that of one moment. */
  public long size() {
    return size.sum();
  }

  /** All messages by producer and sequence, at most {@code limit} ranges. */
  public List<Range> ranges(int limit) {
    List<Range> ranges = new ArrayList<>();
    int producers = messages.size();
    for (int producer = 0; producer < producers; producer++) {
      PagedBits sequences = messages.find(producer);
      long first = sequences == null ? -1 : sequences.next(0, false);
      while (sequences != null && first >= 0 && ranges.size() < limit) {
        long end = sequences.next(first, true);
        ranges.add(new Range(producer, first, end - 1));
        first = sequences.next(end, false);
      }
    }
    return ranges;
  }
}
