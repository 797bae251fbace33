package io.brokerbench.record;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/**
 * Deliveries to a consumer group by message. Thread-safe.
 *
 * <p>A message is identified by producer and sequence from its header. One bit per message records
 * whether it was received; exceptional messages are kept in sets. All of them are in the {@link
 * PageStore} of the messages sent.
 */
public final class Receipts {

  /** Classification of a delivery. */
  public enum Arrival {
    /** First delivery of the message to the group, even if the broker marks it as redelivered. */
    FIRST,
    /** Received before, and marked by the broker as redelivered. */
    REDELIVERED,
    /** Received before, and not marked as redelivered. */
    DUPLICATE,
    /** The checksum does not match. */
    CORRUPT,
    /** The header names this run, but the message was never sent. */
    UNEXPECTED,
    /**
     * Not of this run; the first delivery of the message to the group, as far as can be determined.
     */
    FOREIGN,
    /** Not of this run, and received before, or redelivered without a header. */
    FOREIGN_AGAIN
  }

  /**
   * Counts at one moment.
   *
   * @param deliveries all deliveries
   * @param messages different intact messages of this run
   * @param redelivered deliveries that the broker marked as redelivered
   * @param redeliveredFirsts those of them that were the first delivery of a message to the group
   * @param postponed deliveries that brokerbench asked the broker to repeat
   * @param foreign deliveries of messages of other runs or other software
   * @param unexpected deliveries of messages that were never sent
   */
  public record Counts(
      long deliveries,
      long messages,
      long redelivered,
      long redeliveredFirsts,
      long postponed,
      long foreign,
      long unexpected) {

    public static final Counts NONE = new Counts(0, 0, 0, 0, 0, 0, 0);

    /** The sum of both. */
    public Counts plus(Counts other) {
      return new Counts(
          deliveries + other.deliveries,
          messages + other.messages,
          redelivered + other.redelivered,
          redeliveredFirsts + other.redeliveredFirsts,
          postponed + other.postponed,
          foreign + other.foreign,
          unexpected + other.unexpected);
    }
  }

  private final int run;
  private final SendBook sent;
  private final @Nullable OrderCheck order;
  private final PerProducer<PagedBits> seen;
  private final Map<Integer, PerProducer<PagedBits>> others = new ConcurrentHashMap<>();
  private final MessageSet duplicates;
  private final MessageSet corrupt;
  private final LongAdder deliveries = new LongAdder();
  private final LongAdder messages = new LongAdder();
  private final LongAdder redelivered = new LongAdder();
  private final LongAdder redeliveredFirsts = new LongAdder();
  private final LongAdder postponed = new LongAdder();
  private final LongAdder foreign = new LongAdder();
  private final LongAdder unexpected = new LongAdder();
  private final AtomicLong duplicateDeliveries = new AtomicLong();
  private final AtomicLong corruptDeliveries = new AtomicLong();

  /**
   * Creates an empty record.
   *
   * @param run number in the headers of the messages to account for
   * @param sent messages of the same run
   * @param order null if no order is promised
   */
  public Receipts(int run, SendBook sent, @Nullable OrderCheck order) {
    this.run = run;
    this.sent = sent;
    this.order = order;
    this.seen = seenOfRun();
    this.duplicates = new MessageSet(sent.store());
    this.corrupt = new MessageSet(sent.store());
  }

  private PerProducer<PagedBits> seenOfRun() {
    return new PerProducer<>(() -> sent.store().bits(1));
  }

  /**
   * Records a delivery.
   *
   * @param header null if the body has none
   * @param queue of the topic, from 0
   * @param attempt delivery count of the broker for this message, from 0
   */
  public Arrival received(@Nullable MessageHeader header, int queue, int attempt) {
    deliveries.increment();
    if (attempt > 0) {
      redelivered.increment();
    }
    if (header == null || (header.run() != run && header.intact())) {
      foreign.increment();
      return foreign(header, attempt);
    }
    boolean sentByUs = header.run() == run && header.sequence() < sent.attempted(header.producer());
    if (!header.intact()) {
      corruptDeliveries.incrementAndGet();
      if (sentByUs) {
        corrupt.add(header.producer(), header.sequence());
      }
      return Arrival.CORRUPT;
    }
    if (!sentByUs) {
      unexpected.increment();
      return Arrival.UNEXPECTED;
    }
    return seen(header, queue, attempt);
  }

  /** Without a header, only the broker's count shows whether the message is redelivered. */
  private Arrival foreign(@Nullable MessageHeader header, int attempt) {
    if (header == null) {
      return attempt == 0 ? Arrival.FOREIGN : Arrival.FOREIGN_AGAIN;
    }
    PagedBits seenOfOthers =
        others.computeIfAbsent(header.run(), other -> seenOfRun()).of(header.producer());
    if (seenOfOthers.set(header.sequence(), 1) != 0) {
      return Arrival.FOREIGN_AGAIN;
    }
    if (attempt > 0) {
      redeliveredFirsts.increment();
    }
    return Arrival.FOREIGN;
  }

  private Arrival seen(MessageHeader header, int queue, int attempt) {
    if (seen.of(header.producer()).set(header.sequence(), 1) == 0) {
      messages.increment();
      // Redeliveries are late by nature, and messages resolved by a check-back are ordered by their
      // end.
      if (order != null && attempt == 0 && header.outcome().local() != Resolution.UNKNOWN) {
        order.first(header.producer(), header.sequence(), queue);
      }
      if (attempt > 0) {
        redeliveredFirsts.increment();
      }
      return Arrival.FIRST;
    }
    if (attempt > 0) {
      return Arrival.REDELIVERED;
    }
    duplicateDeliveries.incrementAndGet();
    duplicates.add(header.producer(), header.sequence());
    return Arrival.DUPLICATE;
  }

  /** Records that a delivery was answered with "later". */
  public void postponed() {
    postponed.increment();
  }

  /**
   * The current counts. While consumers are running, they are only approximately from one moment.
   */
  public Counts counts() {
    return new Counts(
        deliveries.sum(),
        messages.sum(),
        redelivered.sum(),
        redeliveredFirsts.sum(),
        postponed.sum(),
        foreign.sum(),
        unexpected.sum());
  }

  /** Messages that were delivered more often than they were sent. */
  public MessageSet duplicates() {
    return duplicates;
  }

  /** Number of deliveries of messages that were received before. */
  public long duplicateDeliveries() {
    return duplicateDeliveries.get();
  }

  /** Messages that arrived with a wrong checksum, if they could still be identified. */
  public MessageSet corrupt() {
    return corrupt;
  }

  /** Number of deliveries with a wrong checksum. */
  public long corruptDeliveries() {
    return corruptDeliveries.get();
  }

  /** Null if no order is promised. */
  public @Nullable OrderCheck order() {
    return order;
  }

  boolean isSeen(int producer, long sequence) {
    PagedBits bits = seen.find(producer);
    return bits != null && bits.get(sequence) == 1;
  }

  /** Whether all messages of a page were received. */
  boolean allSeen(int producer, long sequence) {
    PagedBits bits = seen.find(producer);
    return bits != null && bits.isAll(1, sequence);
  }
}
