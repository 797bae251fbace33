package io.brokerbench.record;

/**
 * What becomes of a message's transaction: drawn before it is sent, and carried in its header, so
 * that whoever is asked about it knows the answer.
 *
 * @param local how the local transaction ends
 * @param unknownChecks how many check-backs are answered "unknown", 0 to {@value #MAX_UNKNOWN};
 *     only where {@code local} is unknown
 * @param last the answer to the check-back after those, commit or rollback
 */
public record Fate(Resolution local, int unknownChecks, Resolution last) {

  /** As often as a broker asks by default, after which it gives up. */
  public static final int MAX_UNKNOWN = 15;

  /** Of a message without a transaction too: it is to be seen. */
  public static final Fate COMMITTED = new Fate(Resolution.COMMIT, 0, Resolution.COMMIT);

  /** The answer to a check-back; {@code number} counts them from 1. */
  public Resolution check(int number) {
    if (local != Resolution.UNKNOWN) {
      return local;
    }
    return number <= unknownChecks ? Resolution.UNKNOWN : last;
  }

  /** How it ends at last; unknown if the producer never says, within what a broker asks. */
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

  static Fate ofByte(int bits) {
    if (bits == 0) {
      return COMMITTED;
    }
    Resolution local =
        switch (bits & 3) {
          case 0 -> Resolution.COMMIT;
          case 1 -> Resolution.ROLLBACK;
          default -> Resolution.UNKNOWN;
        };
    return new Fate(
        local, bits >> 3 & MAX_UNKNOWN, (bits & 4) == 0 ? Resolution.COMMIT : Resolution.ROLLBACK);
  }
}
