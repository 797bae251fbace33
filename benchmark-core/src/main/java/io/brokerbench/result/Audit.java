package io.brokerbench.result;

import io.brokerbench.record.Ledger.Counts;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * What the senders know of all messages of the run, held against the brokers' own count.
 *
 * @param acked messages that a broker acknowledged, and that were not rolled back
 * @param unknown messages of which nobody told, or whose transaction is open
 * @param rejected messages that were refused
 * @param brokerCount messages the brokers hold; empty if they could not be asked
 * @param replicaCount messages the replica holds; empty if there is none or it could not be asked
 * @param replicaTold whether such brokers tell at all what a replica holds
 * @param unasked why one of them could not be asked; null if all were
 * @param done false in what is written before the audit: then the counts are those of the sends so
 *     far, and nobody was asked
 */
public record Audit(
    long acked,
    long unknown,
    long rejected,
    OptionalLong brokerCount,
    OptionalLong replicaCount,
    boolean replicaTold,
    @Nullable String unasked,
    boolean done) {

  /** Why there is no count where brokers have none to report. */
  public static final String NO_COUNT = "the brokers do not report what they took";

  /** Why there is no count where it cannot be that of this run. */
  public static final String COUNT_OF_ALL =
      "the brokers also count what others send, and count more than was sent here";

  /** Nothing to compare: nobody sent here, and what others sent only they know. */
  public static final Audit NOBODY_SENT =
      new Audit(0, 0, 0, OptionalLong.empty(), OptionalLong.empty(), true, null, true);

  /** The audit of a run that has not come to it. */
  public static Audit notDone(Counts sends) {
    return new Audit(
        sends.ackedCount(),
        sends.unknownCount(),
        sends.rejectedCount(),
        OptionalLong.empty(),
        OptionalLong.empty(),
        false,
        null,
        false);
  }

  /** Whether nothing speaks against the brokers. */
  public boolean fine() {
    return equals(NOBODY_SENT) || !countable() || agreesWithBroker();
  }

  /** Whether the brokers have a count of this run's messages, whether or not it could be had. */
  public boolean countable() {
    return !NO_COUNT.equals(unasked) && !COUNT_OF_ALL.equals(unasked);
  }

  /**
   * Whether the brokers hold at least what they acknowledged, and at most that and what nobody
   * knows. Empty count: no.
   */
  public boolean agreesWithBroker() {
    return fits(brokerCount);
  }

  /** Whether the replica holds at least what was acknowledged; also true without a replica. */
  public boolean replicaHoldsAcked() {
    return replicaCount.isEmpty() || replicaCount.getAsLong() >= acked;
  }

  private boolean fits(OptionalLong count) {
    return count.isPresent() && count.getAsLong() >= acked && count.getAsLong() <= acked + unknown;
  }
}
