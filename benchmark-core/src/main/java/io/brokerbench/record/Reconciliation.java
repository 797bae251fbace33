package io.brokerbench.record;

import io.brokerbench.record.page.PagedBits;

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

  private static final int WORDS = PagedBits.PAGE / Long.SIZE;

  /** Pages with individual messages, after which the books may be packed. */
  private static final int PAGES_PER_LOOK = 64;

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
    Accountant accountant = new Accountant(sent, received, answered, waited);
    int irregular = 0;
    for (int producer = 0; producer < sent.producers(); producer++) {
      long attempted = sent.attempted(producer);
      for (long sequence = 0; sequence < attempted; sequence += PagedBits.PAGE) {
        if (allVisible
            && received.allSeen(producer, sequence)
            && accountant.allAsItShould(producer, sequence)) {
          accountant.delivered += PagedBits.PAGE;
          continue;
        }
        int page = (int) (sequence / PagedBits.PAGE);
        int messages = (int) Math.min(PagedBits.PAGE, attempted - sequence);
        Visible visible = new Visible();
        if (!allVisible) {
          visible.note(expectation, producer, sequence, messages);
        }
        accountant.add(producer, page, messages, visible);
        if (++irregular % PAGES_PER_LOOK == 0) {
          sent.store().compact();
        }
      }
    }
    return accountant.reconciliation();
  }

  /** The messages of a page that are not visible for certain, a bit for each. */
  private static final class Visible {
    final long[] no = new long[WORDS];
    final long[] brokerKnows = new long[WORDS];

    void note(Expectation expectation, int producer, long first, int messages) {
      for (int i = 0; i < messages; i++) {
        Visibility visibility = expectation.of(producer, first + i);
        if (visibility != Visibility.YES) {
          long[] words = visibility == Visibility.NO ? no : brokerKnows;
          words[i / Long.SIZE] |= 1L << i;
        }
      }
    }
  }

  private static final class Accountant {
    private final SendBook sent;
    private final Receipts received;
    private final boolean answered;
    private final boolean waited;
    private final MessageSet lost;
    private final MessageSet recovered;
    private final MessageSet indeterminate;
    private final MessageSet phantom;
    private long delivered;
    private long corrupt;
    private long unselected;
    private long invisible;

    Accountant(SendBook sent, Receipts received, boolean answered, boolean waited) {
      this.sent = sent;
      this.received = received;
      this.answered = answered;
      this.waited = waited;
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

    /** Adds the first messages of a page. */
    void add(int producer, int page, int messages, Visible visible) {
      SendBook.Outcomes outcomes = sent.outcomes(producer, page);
      long[] seen = received.seen().page(producer, page);
      long[] damaged = received.corrupt().page(producer, page);
      long[] phantoms = new long[WORDS];
      long[] recoveries = new long[WORDS];
      long[] open = new long[WORDS];
      long[] losses = new long[WORDS];
      for (int i = 0; i * Long.SIZE < messages; i++) {
        int rest = messages - i * Long.SIZE;
        long all = rest < Long.SIZE ? (1L << rest) - 1 : -1;
        long rejected = outcomes.rejected()[i];
        long unknown = ~(outcomes.acked()[i] | rejected);
        long asItShould = answered ? outcomes.acked()[i] : ~rejected;
        long excluded = rejected | visible.no[i];
        phantoms[i] = all & excluded & seen[i];
        invisible += Long.bitCount(all & visible.no[i] & ~rejected & ~seen[i]);
        delivered += Long.bitCount(all & ~excluded & seen[i] & asItShould);
        recoveries[i] = all & ~excluded & seen[i] & ~asItShould;
        long missing = all & ~excluded & ~seen[i];
        unselected += Long.bitCount(missing & visible.brokerKnows[i]);
        missing &= ~visible.brokerKnows[i];
        corrupt += Long.bitCount(missing & asItShould & damaged[i]);
        missing &= ~(asItShould & damaged[i]);
        open[i] = waited ? missing & unknown : missing;
        losses[i] = missing & ~open[i];
      }
      phantom.addAll(producer, page, phantoms);
      recovered.addAll(producer, page, recoveries);
      indeterminate.addAll(producer, page, open);
      lost.addAll(producer, page, losses);
    }

    Reconciliation reconciliation() {
      return new Reconciliation(
          delivered, lost, recovered, indeterminate, phantom, corrupt, unselected, invisible);
    }
  }
}
