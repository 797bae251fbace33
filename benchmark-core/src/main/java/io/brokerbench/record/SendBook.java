package io.brokerbench.record;

/**
 * SendOutcome of each message from the sender's view: two bits per message, and almost no memory
 * where all messages had the same. Thread-safe; the messages of a producer start in one thread and
 * end in any.
 */
public final class SendBook {

  private static final int ACKED = 1;
  private static final int REJECTED = 2;
  private static final int UNKNOWN = 3;

  private static final class Row {
    final PagedBits outcomes;
    volatile long attempted;

    Row(PagedBits outcomes) {
      this.outcomes = outcomes;
    }
  }

  private final PageStore store;
  private final PerProducer<Row> rows;

  /** Creates a book without messages. */
  public SendBook(PageStore store) {
    this.store = store;
    this.rows = new PerProducer<>(() -> new Row(store.bits(2)));
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

  /** SendOutcome of a message that was attempted; {@code UNKNOWN} also if it has no outcome yet. */
  public SendOutcome outcome(int producer, long sequence) {
    return switch (rows.of(producer).outcomes.get(sequence)) {
      case ACKED -> SendOutcome.ACKED;
      case REJECTED -> SendOutcome.REJECTED;
      default -> SendOutcome.UNKNOWN;
    };
  }

  /** Whether a message has its final outcome. */
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
}
