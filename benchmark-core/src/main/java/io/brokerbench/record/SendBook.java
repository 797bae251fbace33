package io.brokerbench.record;

/**
 * What became of each message, as its sender knows: two bits a message, next to nothing where all
 * were acknowledged. Thread-safe; a producer's messages begin in one thread and end in any.
 */
public final class SendBook {

  // What a page without memory stands for: all acknowledged.
  private static final int ACKED = 1;
  private static final int REJECTED = 2;
  private static final int UNKNOWN = 3;

  private static final class Row {
    final PagedBits outcomes = new PagedBits(2);
    volatile long attempted;
  }

  private final Rows<Row> rows = new Rows<>(Row::new);

  /** Messages that are about to be given to the client: {@code sequence} and those behind it. */
  public void attempted(int producer, long sequence, int messages) {
    rows.of(producer).attempted = sequence + messages;
  }

  /** The outcome of these messages, told once. */
  public void ended(int producer, long sequence, int messages, Outcome outcome) {
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

  /** How many messages this producer has begun: sequences below are its own. */
  public long attempted(int producer) {
    Row row = rows.find(producer);
    return row == null ? 0 : row.attempted;
  }

  /** What is known of a message that was attempted: unknown too if it has no outcome yet. */
  public Outcome outcome(int producer, long sequence) {
    return switch (rows.of(producer).outcomes.get(sequence)) {
      case ACKED -> Outcome.ACKED;
      case REJECTED -> Outcome.REJECTED;
      default -> Outcome.UNKNOWN;
    };
  }

  /** Whether anything is known of a message: its outcome changes no more. */
  boolean hasEnded(int producer, long sequence) {
    return rows.of(producer).outcomes.get(sequence) != 0;
  }

  /** Whether all messages of a page were acknowledged. */
  boolean allAcked(int producer, long sequence) {
    return rows.of(producer).outcomes.isAllOne(sequence);
  }

  /** One more than the highest producer that has begun a message. */
  public int producers() {
    return rows.size();
  }
}
