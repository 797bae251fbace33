package io.brokerbench.record;

/**
 * SendOutcome of each message from the sender's view: two bits per message, and almost no memory
 * where all were acknowledged. Thread-safe; the messages of a producer start in one thread and end
 * in any.
 */
public final class SendBook {

  // The value of a page without memory: all acknowledged.
  private static final int ACKED = 1;
  private static final int REJECTED = 2;
  private static final int UNKNOWN = 3;

  private static final class Row {
    final PagedBits outcomes = new PagedBits(2);
    volatile long attempted;
  }

  private final PerProducer<Row> rows = new PerProducer<>(Row::new);

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
    int bits =
        switch (outcome) {
          case ACKED -> ACKED;
          case REJECTED -> REJECTED;
          case UNKNOWN -> UNKNOWN;
        };
    for (int i = 0; i < messages; i++) {
      outcomes.set(sequence + i, bits);
    }
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

  /** Whether all messages of a page were acknowledged. */
  boolean allAcked(int producer, long sequence) {
    return rows.of(producer).outcomes.isAllOne(sequence);
  }

  /** One more than the highest producer that has attempted a message. */
  public int producers() {
    return rows.size();
  }
}
