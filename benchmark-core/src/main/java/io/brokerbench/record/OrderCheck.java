package io.brokerbench.record;

import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongArray;
import org.jspecify.annotations.Nullable;

/**
 * Whether the messages of a producer come in the order of their sequence, within each queue and
 * within each ordered stream. Thread-safe.
 *
 * <p>A message is out of order if a later one of the same producer and stream came before it; the
 * displacement is the distance to the latest of those, in sequences.
 */
public final class OrderCheck {

  /** Entries, 8 bytes each, beyond which order is not followed. */
  private static final long MAX_ENTRIES = 2_000_000;

  private final int queues;
  private final int shards;
  private final Rows<AtomicLongArray> highest;
  private final MessageSet reordered = new MessageSet();
  private final MessageSet reorderedInShard = new MessageSet();
  private final AtomicLong largestDisplacement = new AtomicLong();

  private OrderCheck(int queues, int shards) {
    this.queues = queues;
    this.shards = shards;
    this.highest = new Rows<>(() -> new AtomicLongArray(queues + shards));
  }

  /**
   * A check without messages yet.
   *
   * @param shards ordered streams of each producer, 0 for none
   * @return null if there are so many producers and streams that it would cost too much memory
   */
  public static @Nullable OrderCheck of(int producers, int queues, int shards) {
    return (long) producers * (queues + shards) > MAX_ENTRIES
        ? null
        : new OrderCheck(queues, shards);
  }

  /** Notes a message's first delivery. */
  void first(int producer, long sequence, int queue) {
    AtomicLongArray row = highest.of(producer);
    check(row, queue, producer, sequence, reordered);
    if (shards > 0) {
      check(row, queues + (int) (sequence % shards), producer, sequence, reorderedInShard);
    }
  }

  private void check(
      AtomicLongArray row, int stream, int producer, long sequence, MessageSet outOfOrder) {
    // Kept one higher, so that 0 is none.
    long before = row.getAndAccumulate(stream, sequence + 1, Math::max);
    if (before > sequence + 1) {
      outOfOrder.add(producer, sequence);
      largestDisplacement.accumulateAndGet(before - 1 - sequence, Math::max);
    }
  }

  /** Messages that came after a later one of the same producer and queue. */
  public MessageSet reordered() {
    return reordered;
  }

  /** Messages that came after a later one of the same ordered stream. */
  public MessageSet reorderedInShard() {
    return reorderedInShard;
  }

  /** In sequences; 0 if all came in order. */
  public long largestDisplacement() {
    return largestDisplacement.get();
  }
}
