package io.brokerbench.record;

import io.brokerbench.record.page.PageStore;
import io.brokerbench.record.page.PagedBits;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.IntToLongFunction;

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

  private static final int WORDS = PagedBits.PAGE / Long.SIZE;

  private final PerProducer<PagedBits> messages;
  private final LongAdder size = new LongAdder();

  public MessageSet(PageStore store) {
    this.messages = new PerProducer<>(() -> store.bits(1));
  }

  /** Adds a message; returns false if it was present. */
  public boolean add(int producer, long sequence) {
    if (messages.of(producer).set(sequence, 1) != 0) {
      return false;
    }
    size.increment();
    return true;
  }

  public boolean contains(int producer, long sequence) {
    PagedBits sequences = messages.find(producer);
    return sequences != null && sequences.get(sequence) != 0;
  }

  public static boolean anyContains(List<MessageSet> sets, int producer, long sequence) {
    for (MessageSet set : sets) {
      if (set.contains(producer, sequence)) {
        return true;
      }
    }
    return false;
  }

  /** Whether all messages of a page are known to be present. */
  boolean containsAll(int producer, long sequence) {
    PagedBits sequences = messages.find(producer);
    return sequences != null && sequences.isAll(1, sequence);
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

  /** One more than the highest producer of a message. */
  int producers() {
    return messages.size();
  }

  /** The messages of a producer: one bit for each. */
  PagedBits of(int producer) {
    return messages.of(producer);
  }

  /** The messages of a page, a bit for each. */
  long[] page(int producer, int page) {
    PagedBits sequences = messages.find(producer);
    return sequences == null ? new long[WORDS] : sequences.read(page);
  }

  /** Replaces the messages of a page, while no other thread adds any to it. */
  void setPage(int producer, int page, long[] words) {
    long[] before = page(producer, page);
    if (!Arrays.equals(before, words)) {
      messages.of(producer).write(page, words);
      size.add(count(words) - count(before));
    }
  }

  /** Adds messages of a page, while no other thread does; returns the number of new ones. */
  long addAll(int producer, int page, long[] added) {
    if (count(added) == 0) {
      return 0;
    }
    long[] all = page(producer, page);
    long before = count(all);
    for (int i = 0; i < WORDS; i++) {
      all[i] |= added[i];
    }
    setPage(producer, page, all);
    return count(all) - before;
  }

  /**
   * Removes the messages of each producer from a sequence on, while no other thread adds any;
   * returns their number.
   */
  long removeFrom(IntToLongFunction end) {
    long before = size();
    int producers = messages.size();
    for (int producer = 0; producer < producers; producer++) {
      PagedBits sequences = messages.find(producer);
      long first = sequences == null ? -1 : sequences.next(end.applyAsLong(producer), false);
      while (sequences != null && first >= 0) {
        int page = (int) (first / PagedBits.PAGE);
        long next = (page + 1L) * PagedBits.PAGE;
        long[] words = page(producer, page);
        for (long sequence = first; sequence < next; sequence++) {
          words[(int) (sequence % PagedBits.PAGE) / Long.SIZE] &= ~(1L << sequence);
        }
        setPage(producer, page, words);
        first = sequences.next(next, false);
      }
    }
    return before - size();
  }

  static long count(long[] words) {
    long count = 0;
    for (long word : words) {
      count += Long.bitCount(word);
    }
    return count;
  }
}
