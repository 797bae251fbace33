package io.brokerbench.record;

/**
 * What senders know and what consumers saw, held against each other message by message (Jepsen's
 * queue checkers: lost, recovered, unexpected; the same here with rejected sends told apart).
 *
 * @param delivered acknowledged and seen
 * @param lost acknowledged and not seen
 * @param recovered nobody told, but seen
 * @param indeterminate nobody told, and not seen: stored or not, both are right; or not seen yet
 *     when the run was stopped
 * @param phantom seen although rejected, rolled back, or not wanted by the group's filter
 * @param corrupt acknowledged, and seen only with a wrong checksum
 * @param unselected not seen, which only the broker could say is wrong
 * @param invisible rolled back or not wanted, and not seen
 */
public record Reckoning(
    long delivered,
    MessageSet lost,
    MessageSet recovered,
    MessageSet indeterminate,
    MessageSet phantom,
    long corrupt,
    long unselected,
    long invisible) {

  /** Whether a message is to be seen by the group. */
  public enum Visibility {
    YES,
    NO,
    /** Only the broker can tell. */
    BROKER_KNOWS
  }

  /** Tells the visibility of a message by its name. */
  @FunctionalInterface
  public interface Expectation {
    Visibility of(int producer, long sequence);
  }

  /**
   * Reckons; senders and consumers must be at rest.
   *
   * @param waited whether consumers had the time to get everything: else nothing can be called lost
   * @param allVisible whether {@code expectation} is "yes" for every message
   */
  public static Reckoning of(
      SendBook sent,
      Receipts received,
      boolean waited,
      boolean allVisible,
      Expectation expectation) {
    Accountant accountant = new Accountant(sent, received, waited, expectation);
    for (int producer = 0; producer < sent.producers(); producer++) {
      long attempted = sent.attempted(producer);
      for (long sequence = 0; sequence < attempted; ) {
        if (allVisible
            && sent.allAcked(producer, sequence)
            && received.allSeen(producer, sequence)) {
          accountant.delivered += PagedBits.PAGE;
          sequence += PagedBits.PAGE;
        } else {
          long end = Math.min(attempted, sequence + PagedBits.PAGE);
          for (; sequence < end; sequence++) {
            accountant.add(producer, sequence);
          }
        }
      }
    }
    return accountant.reckoning();
  }

  private static final class Accountant {
    private final SendBook sent;
    private final Receipts received;
    private final boolean waited;
    private final Expectation expectation;
    private final MessageSet lost = new MessageSet();
    private final MessageSet recovered = new MessageSet();
    private final MessageSet indeterminate = new MessageSet();
    private final MessageSet phantom = new MessageSet();
    private long delivered;
    private long corrupt;
    private long unselected;
    private long invisible;

    Accountant(SendBook sent, Receipts received, boolean waited, Expectation expectation) {
      this.waited = waited;
      this.sent = sent;
      this.received = received;
      this.expectation = expectation;
    }

    void add(int producer, long sequence) {
      Outcome outcome = sent.outcome(producer, sequence);
      boolean seen = received.isSeen(producer, sequence);
      Visibility visible = expectation.of(producer, sequence);
      if (outcome == Outcome.REJECTED || visible == Visibility.NO) {
        if (seen) {
          phantom.add(producer, sequence);
        } else if (outcome != Outcome.REJECTED) {
          invisible++;
        }
      } else if (seen) {
        if (outcome == Outcome.ACKED) {
          delivered++;
        } else {
          recovered.add(producer, sequence);
        }
      } else if (visible == Visibility.BROKER_KNOWS) {
        unselected++;
      } else if (outcome == Outcome.ACKED && received.corrupt().contains(producer, sequence)) {
        corrupt++;
      } else if (outcome == Outcome.UNKNOWN || !waited) {
        indeterminate.add(producer, sequence);
      } else {
        lost.add(producer, sequence);
      }
    }

    Reckoning reckoning() {
      return new Reckoning(
          delivered, lost, recovered, indeterminate, phantom, corrupt, unselected, invisible);
    }
  }
}
