package io.brokerbench.record;

import java.util.ArrayList;
import java.util.List;
import org.roaringbitmap.longlong.LongIterator;
import org.roaringbitmap.longlong.Roaring64Bitmap;

/**
 * A set of messages by producer and sequence, for the few that need individual reporting.
 * Thread-safe.
 */
public final class MessageSet {

  private static final int SEQUENCE_BITS = 48;

  /**
   * Consecutive messages of a producer.
   *
   * @param first sequence
   * @param last sequence, inclusive
   */
  public record Range(int producer, long first, long last) {}

  private final Roaring64Bitmap messages = new Roaring64Bitmap();

  /** Adds a message, if it is not present. */
  public synchronized void add(int producer, long sequence) {
    messages.addLong((long) producer << SEQUENCE_BITS | sequence);
  }

  public synchronized boolean contains(int producer, long sequence) {
    return messages.contains((long) producer << SEQUENCE_BITS | sequence);
  }

  /** Number of messages. */
  public synchronized long size() {
    return messages.getLongCardinality();
  }

  /** All messages by producer and sequence, at most {@code limit} ranges. */
  public synchronized List<Range> ranges(int limit) {
    List<Range> ranges = new ArrayList<>();
    LongIterator all = messages.getLongIterator();
    boolean begun = false;
    long first = 0;
    long last = 0;
    while (all.hasNext() && ranges.size() < limit) {
      long next = all.next();
      // Sequences of different producers are never adjacent.
      if (!begun || next != last + 1) {
        if (begun) {
          ranges.add(range(first, last));
        }
        begun = true;
        first = next;
      }
      last = next;
    }
    if (begun && ranges.size() < limit) {
      ranges.add(range(first, last));
    }
    return ranges;
  }

  private static Range range(long first, long last) {
    long mask = (1L << SEQUENCE_BITS) - 1;
    return new Range((int) (first >>> SEQUENCE_BITS), first & mask, last & mask);
  }
}
