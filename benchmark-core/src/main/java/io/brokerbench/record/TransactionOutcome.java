package io.brokerbench.record;

import java.util.stream.IntStream;

/**
 * Predetermined end of a message's transaction: drawn before the send and carried in the message
 * header, so that a check-back can be answered from the message alone.
 *
 * @param local end of the local transaction
 * @param unknownChecks number of check-backs answered "unknown", 0 to {@value #MAX_UNKNOWN}; only
 *     where {@code local} is unknown
 * @param last answer to the next check-back, commit or rollback
 */
public record TransactionOutcome(Resolution local, int unknownChecks, Resolution last) {

  /** Number of check-backs after which a broker gives up by default. */
  public static final int MAX_UNKNOWN = 15;

  /** Also the outcome of messages without a transaction, which are visible. */
  public static final TransactionOutcome COMMITTED =
      new TransactionOutcome(Resolution.COMMIT, 0, Resolution.COMMIT);

  private static final int BITS = 7;

  /** All outcomes by their bits: none is created for a message. */
  private static final TransactionOutcome[] ALL =
      IntStream.range(0, 1 << BITS)
          .mapToObj(TransactionOutcome::decoded)
          .toArray(TransactionOutcome[]::new);

  /** The answer to a check-back; {@code number} counts them from 1. */
  public Resolution check(int number) {
    if (local != Resolution.UNKNOWN) {
      return local;
    }
    return number <= unknownChecks ? Resolution.UNKNOWN : last;
  }

  /**
   * The final end; unknown if the producer does not resolve it within {@value #MAX_UNKNOWN}
   * check-backs.
   */
  public Resolution end() {
    if (local != Resolution.UNKNOWN) {
      return local;
    }
    return unknownChecks >= MAX_UNKNOWN ? Resolution.UNKNOWN : last;
  }

  /** Seven bits: two of local, one of last, four of unknownChecks. */
  byte toByte() {
    int rollback = last == Resolution.ROLLBACK ? 1 : 0;
    int end =
        switch (local) {
          case COMMIT -> 0;
          case ROLLBACK -> 1;
          case UNKNOWN -> 2;
        };
    return (byte) (end | rollback << 2 | unknownChecks << 3);
  }

  /** The outcome with these bits; higher ones are ignored. */
  static TransactionOutcome ofByte(int bits) {
    return ALL[bits & (1 << BITS) - 1];
  }

  private static TransactionOutcome decoded(int bits) {
    Resolution local =
        switch (bits & 3) {
          case 0 -> Resolution.COMMIT;
          case 1 -> Resolution.ROLLBACK;
          default -> Resolution.UNKNOWN;
        };
    return new TransactionOutcome(
        local, bits >> 3 & MAX_UNKNOWN, (bits & 4) == 0 ? Resolution.COMMIT : Resolution.ROLLBACK);
  }
}
