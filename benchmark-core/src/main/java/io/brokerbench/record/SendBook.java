package io.brokerbench.record;

import io.brokerbench.record.page.PageStore;
import io.brokerbench.record.page.PagedBits;

/**
 * Outcome of each message from the sender's view: two bits per message, and almost no memory where
 * all messages had the same. Thread-safe; the messages of a producer start in one thread and end in
 * any.
 */
public final class SendBook {

  /** Bits of an outcome. */
  static final int WIDTH = 2;

  private static final int ACKED = 1;
  private static final int REJECTED = 2;
  private static final int UNKNOWN = 3;

  /**
   * Outcomes of the messages of a page, a bit for each.
   *
   * @param acked those acknowledged
   * @param rejected those rejected
   */
  @SuppressWarnings("ArrayRecordComponent")
  record Outcomes(long[] acked, long[] rejected) {}

  private static final class Row {
    final PagedBits outcomes;
    volatile long attempted;

    Row(PagedBits outcomes) {
      this.outcomes = outcomes;
    }
  }

  private final PageStore store;
  private final PerProducer<Row> rows;

  public SendBook(PageStore store) {
    this.store = store;
    this.rows = new PerProducer<>(() -> new Row(store.bits(WIDTH)));
  }

  /** Where the books of this run keep their pages. */
  public PageStore store() {
    return store;
  }

  /**
   * Records messages just before they are passed to the client: {@code sequence} and those after
   * it.
   */
  public void attempted(int producer, long sequence, int messages) {
    rows.of(producer).attempted = sequence + messages;
  }

  /** Records the outcome of messages, once. */
  public void ended(int producer, long sequence, int messages, SendOutcome outcome) {
    PagedBits outcomes = rows.of(producer).outcomes;
    int bits = bits(outcome);
    for (int i = 0; i < messages; i++) {
      outcomes.set(sequence + i, bits);
    }
  }

  private static int bits(SendOutcome outcome) {
    return switch (outcome) {
      case ACKED -> ACKED;
      case REJECTED -> REJECTED;
      case UNKNOWN -> UNKNOWN;
    };
  }

  /** Number of messages that this producer has attempted: all lower sequences belong to it. */
  public long attempted(int producer) {
    Row row = rows.find(producer);
    return row == null ? 0 : row.attempted;
  }

  /** Outcome of a message that was attempted; {@code UNKNOWN} also if it has no outcome yet. */
  public SendOutcome outcome(int producer, long sequence) {
    return switch (rows.of(producer).outcomes.get(sequence)) {
      case ACKED -> SendOutcome.ACKED;
      case REJECTED -> SendOutcome.REJECTED;
      default -> SendOutcome.UNKNOWN;
    };
  }

  boolean hasEnded(int producer, long sequence) {
    return rows.of(producer).outcomes.get(sequence) != 0;
  }

  /** Whether all messages of a page have this outcome. */
  boolean allEnded(int producer, long sequence, SendOutcome outcome) {
    return rows.of(producer).outcomes.isAll(bits(outcome), sequence);
  }

  /** One more than the highest producer that has attempted a message. */
  public int producers() {
    return rows.size();
  }

  /** Outcomes of a page; those that are neither acknowledged nor rejected are unknown. */
  Outcomes outcomes(int producer, int page) {
    long[] words = rows.of(producer).outcomes.read(page);
    long[] acked = new long[words.length / WIDTH];
    long[] rejected = new long[words.length / WIDTH];
    for (int i = 0; i < words.length; i++) {
      long low = evenBits(words[i]);
      long high = evenBits(words[i] >>> 1);
      int shift = i % WIDTH * (Long.SIZE / WIDTH);
      acked[i / WIDTH] |= (low & ~high) << shift;
      rejected[i / WIDTH] |= (high & ~low) << shift;
    }
    return new Outcomes(acked, rejected);
  }

  /** Every second bit, from the lowest on (Warren, Hacker's Delight, 7-2). */
  private static long evenBits(long word) {
    long bits = word & 0x5555_5555_5555_5555L;
    bits = (bits | bits >>> 1) & 0x3333_3333_3333_3333L;
    bits = (bits | bits >>> 2) & 0x0F0F_0F0F_0F0F_0F0FL;
    bits = (bits | bits >>> 4) & 0x00FF_00FF_00FF_00FFL;
    bits = (bits | bits >>> 8) & 0x0000_FFFF_0000_FFFFL;
    return (bits | bits >>> 16) & 0xFFFF_FFFFL;
  }

  /** Number of pages of so many messages. */
  static int pages(long attempted) {
    return (int) ((attempted + PagedBits.PAGE - 1) / PagedBits.PAGE);
  }

  /** Outcomes of a producer: two bits for each message. */
  PagedBits outcomes(int producer) {
    return rows.of(producer).outcomes;
  }

  /** Whether only so many messages have outcomes in these pages. */
  static boolean isWithin(long attempted, int firstPage, long[][] pages) {
    int end = pages(attempted);
    if (firstPage + pages.length < end) {
      return true;
    }
    if (firstPage + pages.length > end) {
      return false;
    }
    long[] last = pages[pages.length - 1];
    int bits = (int) (attempted - (end - 1L) * PagedBits.PAGE) * WIDTH;
    long beyond = bits % Long.SIZE == 0 ? 0 : last[bits / Long.SIZE] >>> bits;
    for (int word = (bits + Long.SIZE - 1) / Long.SIZE; word < last.length; word++) {
      beyond |= last[word];
    }
    return beyond == 0;
  }

  /** Adds messages of a producer in another process, and the outcomes of some pages. */
  void add(int producer, long attempted, int firstPage, long[][] pages) {
    Row row = rows.of(producer);
    for (int i = 0; i < pages.length; i++) {
      row.outcomes.write(firstPage + i, pages[i]);
    }
    row.attempted = attempted;
  }
}
