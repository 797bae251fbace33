package io.brokerbench.record;

/**
 * Reconciliation of the outcomes of sends with the messages received, message by message (Jepsen's
 * queue checkers: lost, recovered, unexpected; here rejected sends are distinguished as well).
 *
 * <p>Where sends are answered, the answer determines whether a message must be received. Where none
 * is (one way, QoS 0), every message that was sent and not rejected must be received.
 *
 * @param delivered acknowledged and received; where no send is answered, sent and received
 * @param lost acknowledged and not received
 * @param recovered received although its send was not answered; none where no send is answered
 * @param indeterminate without an answer and not received: both stored and not stored are correct;
 *     or not yet received when the run was stopped
 * @param phantom received although rejected, rolled back, or excluded by the group's filter
 * @param corrupt as delivered, but received only with a wrong checksum
 * @param unselected not received, and only the broker could determine whether that is an error
 * @param invisible rolled back or excluded by the filter, and not received
 */
public record Reconciliation(
    long delivered,
    MessageSet lost,
    MessageSet recovered,
    MessageSet indeterminate,
    MessageSet phantom,
    long corrupt,
    long unselected,
    long invisible) {

  /** Whether the group must receive a message. */
  public enum Visibility {
    YES,
    NO,
    /** Known only to the broker. */
    BROKER_KNOWS
  }

  /** Determines the visibility of a message. */
  @FunctionalInterface
  public interface Expectation {
    Visibility of(int producer, long sequence);
  }

  /**
   * Reconciles; senders and consumers must have stopped.
   *
   * @param answered whether sends are answered in this run
   * @param waited whether consumers had enough time to receive all messages; if not, no message
   *     counts as lost
   * @param allVisible whether {@code expectation} is {@code YES} for every message
   */
  public static Reconciliation of(
      SendBook sent,
      Receipts received,
      boolean answered,
      boolean waited,
      boolean allVisible,
      Expectation expectation) {
    Accountant accountant = new Accountant(sent, received, answered, waited, expectation);
    for (int producer = 0; producer < sent.producers(); producer++) {
      long attempted = sent.attempted(producer);
      for (long sequence = 0; sequence < attempted; ) {
        if (allVisible
            && received.allSeen(producer, sequence)
            && accountant.allAsItShould(producer, sequence)) {
          accountant.delivered += PagedBits.PAGE;
          sequence += PagedBits.PAGE;
        } else {
          long end = Math.min(attempted, sequence + PagedBits.PAGE);
          for (; sequence < end; sequence++) {
            accountant.add(producer, sequence);
          }
          sent.store().compact();
        }
      }
    }
    return accountant.reconciliation();
  }

  private static final class Accountant {
    private final SendBook sent;
    private final Receipts received;
    private final boolean answered;
    private final boolean waited;
    private final Expectation expectation;
    private final MessageSet lost;
    private final MessageSet recovered;
    private final MessageSet indeterminate;
    private final MessageSet phantom;
    private long delivered;
    private long corrupt;
    private long unselected;
    private long invisible;

    Accountant(
        SendBook sent,
        Receipts received,
        boolean answered,
        boolean waited,
        Expectation expectation) {
      this.sent = sent;
      this.received = received;
      this.answered = answered;
      this.waited = waited;
      this.expectation = expectation;
      this.lost = new MessageSet(sent.store());
      this.recovered = new MessageSet(sent.store());
      this.indeterminate = new MessageSet(sent.store());
      this.phantom = new MessageSet(sent.store());
    }

    /** Whether the outcome of each message of a page is one of those that must be received. */
    boolean allAsItShould(int producer, long sequence) {
      return sent.allEnded(producer, sequence, SendOutcome.ACKED)
          || (!answered && sent.allEnded(producer, sequence, SendOutcome.UNKNOWN));
    }

    void add(int producer, long sequence) {
      SendOutcome outcome = sent.outcome(producer, sequence);
      boolean seen = received.isSeen(producer, sequence);
      Visibility visible = expectation.of(producer, sequence);
      boolean asItShould =
          outcome == SendOutcome.ACKED || (!answered && outcome == SendOutcome.UNKNOWN);
      if (outcome == SendOutcome.REJECTED || visible == Visibility.NO) {
        if (seen) {
          phantom.add(producer, sequence);
        } else if (outcome != SendOutcome.REJECTED) {
          invisible++;
        }
      } else if (seen) {
        if (asItShould) {
          delivered++;
        } else {
          recovered.add(producer, sequence);
        }
      } else if (visible == Visibility.BROKER_KNOWS) {
        unselected++;
      } else if (asItShould && received.corrupt().contains(producer, sequence)) {
        corrupt++;
      } else if (outcome == SendOutcome.UNKNOWN || !waited) {
        indeterminate.add(producer, sequence);
      } else {
        lost.add(producer, sequence);
      }
    }

    Reconciliation reconciliation() {
      return new Reconciliation(
          delivered, lost, recovered, indeterminate, phantom, corrupt, unselected, invisible);
    }
  }
}
