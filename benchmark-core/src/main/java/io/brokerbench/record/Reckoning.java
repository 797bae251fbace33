package io.brokerbench.record;

/**
 * What senders know and what consumers saw, held against each other message by message (Jepsen's
 * queue checkers: lost, recovered, unexpected; the same here with rejected sends told apart).
 *
 * <p>Where sends are answered, an answer decides what is to be seen. Where none is (one way, QoS
 * 0), everything that was sent and not rejected is.
 *
 * @param delivered acknowledged and seen; where no send is answered, sent and seen
 * @param lost acknowledged and not seen
 * @param recovered seen although the answer to its send was lost; none where no send is answered
 * @param indeterminate no answer, and not seen: stored or not, both are right; or not seen yet when
 *     the run was stopped
 * @param phantom seen although rejected, rolled back, or not wanted by the group's filter
 * @param corrupt as delivered, but seen only with a wrong checksum
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
   * @param answered whether sends are answered in this run
   * @param waited whether consumers had the time to get everything: else nothing can be called lost
   * @param allVisible whether {@code expectation} is "yes" for every message
   */
  public static Reckoning of(
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
    private final boolean answered;
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
    }

    void add(int producer, long sequence) {
      Outcome outcome = sent.outcome(producer, sequence);
      boolean seen = received.isSeen(producer, sequence);
      Visibility visible = expectation.of(producer, sequence);
      boolean asItShould = outcome == Outcome.ACKED || (!answered && outcome == Outcome.UNKNOWN);
      if (outcome == Outcome.REJECTED || visible == Visibility.NO) {
        if (seen) {
          phantom.add(producer, sequence);
        } else if (outcome != Outcome.REJECTED) {
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
