package io.brokerbench.record;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/**
 * What a consumer group received, message by message. Thread-safe.
 *
 * <p>A message is named by producer and sequence as its header has them. One bit tells whether it
 * was seen; what is out of the ordinary is kept by name.
 */
public final class Receipts {

  /** What a delivery is. */
  public enum Arrival {
    /** The message's first that the group sees, even if the broker says that it comes again. */
    FIRST,
    /** Seen before, and the broker says that it comes again. */
    REDELIVERED,
    /** Seen before, without the broker saying so. */
    DUPLICATE,
    /** Its checksum does not fit. */
    CORRUPT,
    /** Of this run by its header, but never sent. */
    UNEXPECTED,
    /** Not of this run; the first that the group sees of it, as far as that can be known. */
    FOREIGN,
    /** Not of this run, and seen before, or repeated and without a name. */
    FOREIGN_AGAIN
  }

  /**
   * Counts at one moment.
   *
   * @param deliveries all there were
   * @param messages different intact messages of this run
   * @param redelivered deliveries that the broker called repeated
   * @param redeliveredFirsts those of them that were the first that the group saw of a message
   * @param postponed deliveries that were asked for again by us
   * @param foreign deliveries of other runs' or other people's messages
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

    /** Nothing received. */
    public static final Counts NONE = new Counts(0, 0, 0, 0, 0, 0, 0);

    /** Both together. */
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
  private final Rows<PagedBits> seen = new Rows<>(() -> new PagedBits(1));
  private final Map<Integer, Rows<PagedBits>> others = new ConcurrentHashMap<>();
  private final MessageSet duplicates = new MessageSet();
  private final MessageSet corrupt = new MessageSet();
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
   * Nothing received yet.
   *
   * @param run number in the headers of the messages to be accounted for
   * @param sent by the same run
   * @param order null where nobody promises any
   */
  public Receipts(int run, SendBook sent, @Nullable OrderCheck order) {
    this.run = run;
    this.sent = sent;
    this.order = order;
  }

  /**
   * Notes a delivery.
   *
   * @param header null if the body has none
   * @param queue of the topic, from 0
   * @param attempt as the broker counts deliveries of this message, from 0
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

  /** Without a header only the broker can say whether it came before. */
  private Arrival foreign(@Nullable MessageHeader header, int attempt) {
    if (header == null) {
      return attempt == 0 ? Arrival.FOREIGN : Arrival.FOREIGN_AGAIN;
    }
    PagedBits seenOfOthers =
        others
            .computeIfAbsent(header.run(), other -> new Rows<>(() -> new PagedBits(1)))
            .of(header.producer());
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
      // What comes again comes late, and says so; what was asked back has its place by its end.
      if (order != null && attempt == 0 && header.fate().local() != Resolution.UNKNOWN) {
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

  /** Notes that a delivery was answered with "later". */
  public void postponed() {
    postponed.increment();
  }

  /** Counts now. While consumers run, they are from about the same moment, not exactly. */
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

  /** Messages that came more often than they were sent. */
  public MessageSet duplicates() {
    return duplicates;
  }

  /** How often a message came that was seen before. */
  public long duplicateDeliveries() {
    return duplicateDeliveries.get();
  }

  /** Messages, as far as they could still be told, that came with a wrong checksum. */
  public MessageSet corrupt() {
    return corrupt;
  }

  /** How often a message came with a wrong checksum. */
  public long corruptDeliveries() {
    return corruptDeliveries.get();
  }

  /** Null where nobody promises any. */
  public @Nullable OrderCheck order() {
    return order;
  }

  boolean isSeen(int producer, long sequence) {
    PagedBits bits = seen.find(producer);
    return bits != null && bits.get(sequence) == 1;
  }

  /** Whether all messages of a page were seen. */
  boolean allSeen(int producer, long sequence) {
    PagedBits bits = seen.find(producer);
    return bits != null && bits.isAllOne(sequence);
  }
}
