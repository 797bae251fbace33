package io.brokerbench.record;

import io.brokerbench.record.page.PageStore;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongArray;
import org.jspecify.annotations.Nullable;

/**
 * Checks that the messages of a producer arrive in sequence order, within each queue and within
 * each ordered stream. Thread-safe.
 *
 * <p>A message is out of order if a later one of the same producer and stream arrived before it;
 * the displacement is the distance to the latest of those, in sequences.
 *
 * <p>With consumers in several processes, each checks what it receives: all of a queue that stays
 * with one process, and all of a stream whose queues do. Of a queue that moves, and of a stream
 * that is spread over several processes, each part is checked, and not the order between them. A
 * message that several processes received is checked by each, except where it is marked as
 * redelivered, and one that was never sent is checked as any other. In the merged {@link Books},
 * out of order are all messages that a process found out of order, unless they were never sent, and
 * the largest displacement is the maximum of all processes.
 */
public final class OrderCheck {

  /** Maximum number of entries, 8 bytes each; order is not checked beyond it. */
  private static final long MAX_ENTRIES = 2_000_000;

  /**
   * What was found.
   *
   * @param reordered messages that arrived after a later one of the same producer and queue
   * @param reorderedInShard messages that arrived after a later one of the same ordered stream
   * @param largestDisplacement in sequences; 0 if all messages arrived in order
   */
  public record Counts(long reordered, long reorderedInShard, long largestDisplacement) {

    /** Of two processes together; null if neither checks the order. */
    static @Nullable Counts sum(@Nullable Counts one, @Nullable Counts other) {
      if (one == null || other == null) {
        return one == null ? other : one;
      }
      return new Counts(
          one.reordered + other.reordered,
          one.reorderedInShard + other.reorderedInShard,
          Math.max(one.largestDisplacement, other.largestDisplacement));
    }
  }

  private final int queues;
  private final int shards;
  private final PerProducer<AtomicLongArray> highest;
  private final MessageSet reordered;
  private final MessageSet reorderedInShard;
  private final AtomicLong largestDisplacement = new AtomicLong();

  private OrderCheck(int queues, int shards, PageStore store) {
    this.queues = queues;
    this.shards = shards;
    this.highest = new PerProducer<>(() -> new AtomicLongArray(queues + shards));
    this.reordered = new MessageSet(store);
    this.reorderedInShard = new MessageSet(store);
  }

  /**
   * Creates a check without messages.
   *
   * @param shards ordered streams of each producer, 0 for none
   * @return null if the numbers of producers and streams require too much memory
   */
  public static @Nullable OrderCheck of(int producers, int queues, int shards, PageStore store) {
    return (long) producers * (queues + shards) > MAX_ENTRIES
        ? null
        : new OrderCheck(queues, shards, store);
  }

  /**
   * Notes the first delivery of a message.
   *
   * @param queue below 0 if it is unknown: then the order within the message's stream, all of which
   *     is in one queue, stands for that within the queue
   */
  void first(int producer, long sequence, int queue) {
    AtomicLongArray row = highest.of(producer);
    if (queue >= 0) {
      check(row, queue, producer, sequence, reordered);
    }
    if (shards > 0
        && check(row, queues + (int) (sequence % shards), producer, sequence, reorderedInShard)
        && queue < 0) {
      reordered.add(producer, sequence);
    }
  }

  /** Whether the message is out of order. */
  private boolean check(
      AtomicLongArray row, int stream, int producer, long sequence, MessageSet outOfOrder) {
    // Stored plus one, so that 0 means none.
    long before = row.getAndAccumulate(stream, sequence + 1, Math::max);
    if (before <= sequence + 1) {
      return false;
    }
    outOfOrder.add(producer, sequence);
    largestDisplacement.accumulateAndGet(before - 1 - sequence, Math::max);
    return true;
  }

  /** Adds the largest displacement of another process. */
  void add(long displacement) {
    largestDisplacement.accumulateAndGet(displacement, Math::max);
  }

  /** Messages that arrived after a later one of the same producer and queue. */
  public MessageSet reordered() {
    return reordered;
  }

  /** Messages that arrived after a later one of the same ordered stream. */
  public MessageSet reorderedInShard() {
    return reorderedInShard;
  }

  /** What was found so far. */
  public Counts counts() {
    return new Counts(reordered.size(), reorderedInShard.size(), largestDisplacement.get());
  }
}
