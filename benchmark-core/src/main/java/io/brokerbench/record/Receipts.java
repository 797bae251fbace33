package io.brokerbench.record;

import io.brokerbench.record.page.PageStore;
import io.brokerbench.record.page.PagedBits;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
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
    /** Received before, and marked by the broker as redelivered, or overtaken by the one marked. */
    REDELIVERED,
    /** Received before, and neither marked as redelivered nor overtaken by the one marked. */
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
   * @param duplicateDeliveries deliveries of messages that were received before, without those that
   *     the broker marked as redelivered, and without those that a marked one overtook
   * @param corruptDeliveries deliveries with a wrong checksum
   * @param order null if no order is promised
   */
  public record Counts(
      long deliveries,
      long messages,
      long redelivered,
      long redeliveredFirsts,
      long postponed,
      long foreign,
      long unexpected,
      long duplicateDeliveries,
      long corruptDeliveries,
      OrderCheck.@Nullable Counts order) {

    public static final Counts NONE = new Counts(0, 0, 0, 0, 0, 0, 0, 0, 0, null);

    public Counts plus(Counts other) {
      return new Counts(
          deliveries + other.deliveries,
          messages + other.messages,
          redelivered + other.redelivered,
          redeliveredFirsts + other.redeliveredFirsts,
          postponed + other.postponed,
          foreign + other.foreign,
          unexpected + other.unexpected,
          duplicateDeliveries + other.duplicateDeliveries,
          corruptDeliveries + other.corruptDeliveries,
          OrderCheck.Counts.sum(order, other.order));
    }
  }

  /** The different messages of a run. */
  private static final class Firsts {
    final int run;
    final MessageSet seen;

    /** Those of them whose first delivery was marked as redelivered. */
    final MessageSet redelivered;

    Firsts(int run, PageStore store) {
      this.run = run;
      this.seen = new MessageSet(store);
      this.redelivered = new MessageSet(store);
    }
  }

  private final int run;
  private final SendBook sent;
  private final @Nullable OrderCheck order;

  /** Sequences below this may have been sent by another process; 0 if there is none. */
  private final long endElsewhere;

  private final Firsts firsts;
  private final Map<Integer, Firsts> others = new ConcurrentHashMap<>();

  /** The one of {@link #others} that was used last; {@link #firsts} before. */
  private volatile Firsts latestOther;

  private final MessageSet duplicates;
  private final MessageSet overtaken;
  private final MessageSet corrupt;
  private final MessageSet early;
  private final LongAdder deliveries = new LongAdder();
  private final LongAdder redelivered = new LongAdder();
  private final LongAdder postponed = new LongAdder();
  private final LongAdder foreign = new LongAdder();
  private final LongAdder unexpected = new LongAdder();
  private final AtomicLong duplicateDeliveries = new AtomicLong();
  private final AtomicLong corruptDeliveries = new AtomicLong();

  /**
   * @param run number in the headers of the messages to account for
   * @param sent messages of the same run
   * @param order null if no order is promised
   */
  public Receipts(int run, SendBook sent, @Nullable OrderCheck order) {
    this(run, sent, order, 0);
  }

  /**
   * Creates an empty record in one of several processes that have senders: any message of the run
   * with a sequence below 2^38 counts as sent, until {@link Books#complete} has the senders of all.
   *
   * @param sent messages of the same run that this process sent
   */
  public static Receipts ofSeveral(int run, SendBook sent, @Nullable OrderCheck order) {
    return new Receipts(run, sent, order, (long) PagedBits.MAX_PAGES * PagedBits.PAGE);
  }

  private Receipts(int run, SendBook sent, @Nullable OrderCheck order, long endElsewhere) {
    this.run = run;
    this.sent = sent;
    this.order = order;
    this.endElsewhere = endElsewhere;
    this.firsts = new Firsts(run, sent.store());
    this.latestOther = firsts;
    this.duplicates = new MessageSet(sent.store());
    this.overtaken = new MessageSet(sent.store());
    this.corrupt = new MessageSet(sent.store());
    this.early = new MessageSet(sent.store());
  }

  /**
   * Records a delivery.
   *
   * @param header null if the body has none
   * @param queue of all topics, from 0; below 0 if it is unknown
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
    boolean wasSent =
        header.run() == run
            && (header.sequence() < sent.attempted(header.producer())
                || header.sequence() < endElsewhere);
    if (!header.intact()) {
      corruptDeliveries.incrementAndGet();
      if (wasSent) {
        corrupt.add(header.producer(), header.sequence());
      }
      return Arrival.CORRUPT;
    }
    if (!wasSent) {
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
    return first(of(header.run()), header, attempt) ? Arrival.FOREIGN : Arrival.FOREIGN_AGAIN;
  }

  private static boolean first(Firsts firsts, MessageHeader header, int attempt) {
    boolean first = firsts.seen.add(header.producer(), header.sequence());
    if (first && attempt > 0) {
      firsts.redelivered.add(header.producer(), header.sequence());
    }
    return first;
  }

  private Arrival seen(MessageHeader header, int queue, int attempt) {
    if (first(firsts, header, attempt)) {
      // Redeliveries are late by nature, and messages resolved by a check-back are ordered by their
      // end.
      if (order != null && attempt == 0 && header.outcome().local() != Resolution.UNKNOWN) {
        order.first(header.producer(), header.sequence(), queue);
      }
      return Arrival.FIRST;
    }
    if (attempt > 0 || isOvertaken(header)) {
      return Arrival.REDELIVERED;
    }
    duplicateDeliveries.incrementAndGet();
    duplicates.add(header.producer(), header.sequence());
    return Arrival.DUPLICATE;
  }

  /**
   * Whether a delivery without a mark is the one that a marked one repeated and overtook, which is
   * true once for each message: a consumer that loses its connection still passes on what it had
   * fetched, while the broker delivers that again to another one.
   */
  private boolean isOvertaken(MessageHeader header) {
    return firsts.redelivered.contains(header.producer(), header.sequence())
        && overtaken.add(header.producer(), header.sequence());
  }

  /**
   * Records that the first delivery of a message came before the time for which the message was
   * scheduled. Messages of other runs are left out.
   */
  public void cameEarly(MessageHeader header) {
    if (header.run() == run) {
      early.add(header.producer(), header.sequence());
    }
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
        firsts.seen.size(),
        redelivered.sum(),
        firsts.redelivered.size()
            + others.values().stream().mapToLong(other -> other.redelivered.size()).sum(),
        postponed.sum(),
        foreign.sum(),
        unexpected.sum(),
        duplicateDeliveries.get(),
        corruptDeliveries.get(),
        order == null ? null : order.counts());
  }

  /** Messages that were delivered more often than they were sent. */
  public MessageSet duplicates() {
    return duplicates;
  }

  /** Messages that arrived with a wrong checksum, if they could still be identified. */
  public MessageSet corrupt() {
    return corrupt;
  }

  /** Messages whose first delivery came before the time for which they were scheduled. */
  public MessageSet early() {
    return early;
  }

  /** Null if no order is promised. */
  public @Nullable OrderCheck order() {
    return order;
  }

  /** Different intact messages of this run. */
  MessageSet seen() {
    return firsts.seen;
  }

  /** Whether all messages of a page were received. */
  boolean allSeen(int producer, long sequence) {
    return firsts.seen.containsAll(producer, sequence);
  }

  /** The runs of which messages were received, that of this record first. */
  List<Integer> runs() {
    List<Integer> runs = new ArrayList<>(List.of(run));
    runs.addAll(new TreeSet<>(others.keySet()));
    return runs;
  }

  private Firsts of(int ofRun) {
    if (ofRun == run) {
      return firsts;
    }
    Firsts of = latestOther;
    if (of.run != ofRun) {
      of = others.computeIfAbsent(ofRun, other -> new Firsts(other, sent.store()));
      latestOther = of;
    }
    return of;
  }

  /** Different messages of a run. */
  MessageSet seen(int ofRun) {
    return of(ofRun).seen;
  }

  /** Those of them whose first delivery was marked as redelivered. */
  MessageSet redeliveredFirsts(int ofRun) {
    return of(ofRun).redelivered;
  }

  /**
   * Adds first deliveries of another process, as bits of a page. Of several first deliveries of a
   * message, one that is not marked as redelivered was the first, as a broker marks what it repeats
   * to another consumer; each further one that is not marked is a duplicate.
   */
  void addSeen(int ofRun, int producer, int page, long[] seen, long[] redelivered) {
    if (MessageSet.count(seen) == 0) {
      return;
    }
    Firsts of = of(ofRun);
    long[] seenHere = of.seen.page(producer, page);
    long[] redeliveredHere = of.redelivered.page(producer, page);
    long[] twice = new long[seen.length];
    for (int i = 0; i < seen.length; i++) {
      long unmarked = seen[i] & ~redelivered[i];
      twice[i] = unmarked & seenHere[i] & ~redeliveredHere[i];
      redeliveredHere[i] = (redeliveredHere[i] & ~unmarked) | (redelivered[i] & ~seenHere[i]);
      seenHere[i] |= seen[i];
    }
    of.seen.setPage(producer, page, seenHere);
    of.redelivered.setPage(producer, page, redeliveredHere);
    if (ofRun == run) {
      duplicates.addAll(producer, page, twice);
      duplicateDeliveries.addAndGet(MessageSet.count(twice));
    }
  }

  /** Adds the counts of another process, without those that follow from messages. */
  void add(Counts counts) {
    deliveries.add(counts.deliveries());
    redelivered.add(counts.redelivered());
    postponed.add(counts.postponed());
    foreign.add(counts.foreign());
    unexpected.add(counts.unexpected());
    duplicateDeliveries.addAndGet(counts.duplicateDeliveries());
    corruptDeliveries.addAndGet(counts.corruptDeliveries());
  }

  /** Counts messages of the run that were never sent as unexpected, and drops them. */
  void dropNeverSent() {
    unexpected.add(firsts.seen.removeFrom(sent::attempted));
    firsts.redelivered.removeFrom(sent::attempted);
    duplicates.removeFrom(sent::attempted);
    corrupt.removeFrom(sent::attempted);
    early.removeFrom(sent::attempted);
    if (order != null) {
      order.reordered().removeFrom(sent::attempted);
      order.reorderedInShard().removeFrom(sent::attempted);
    }
  }
}
