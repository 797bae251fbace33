package io.brokerbench.result;

import io.brokerbench.record.Ledger.Counts;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * What the senders know of all messages of the run, held against the brokers' own count.
 *
 * @param acked messages that a broker acknowledged
 * @param unknown messages of which nobody told
 * @param rejected messages that were refused
 * @param brokerCount messages the brokers hold; empty if they could not be asked
 * @param replicaCount messages the replica holds; empty if there is none or it could not be asked
 * @param unasked why one of them could not be asked; null if all were
 */
public record Audit(
    long acked,
    long unknown,
    long rejected,
    OptionalLong brokerCount,
    OptionalLong replicaCount,
    @Nullable String unasked) {

  /** An audit of these counts. */
  public static Audit of(
      Counts counts, OptionalLong broker, OptionalLong replica, @Nullable String unasked) {
    return new Audit(
        counts.ackedCount(),
        counts.unknownCount(),
        counts.rejectedCount(),
        broker,
        replica,
        unasked);
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
