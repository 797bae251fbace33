package io.brokerbench.measurement;

import io.brokerbench.record.Ledger.Counts;
import io.brokerbench.results.BrokerCounts;
import java.util.Collections;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Comparison of the outcomes of all sends of the run with the brokers' own counts.
 *
 * @param acked messages that a broker acknowledged, and that were not rolled back
 * @param unknown messages of unknown outcome, or whose transaction is open
 * @param rejected messages that were rejected
 * @param brokerCount messages that the brokers hold; empty if they did not report it
 * @param joined those of them on brokers that joined the cluster during the run, by their names
 * @param replicaCount messages that the replica holds; empty if there is none or it did not report
 *     it
 * @param brokers counts by name of the broker; empty with a single broker, or if producers do not
 *     choose the broker of a message
 * @param replicaReported whether brokers of this kind can report the count of a replica; null if
 *     that is unknown
 * @param unasked reason why a count is missing; null if none is
 * @param done false in files written before the audit: the counts are then those of the sends so
 *     far, without any count of a broker
 */
public record BrokerAudit(
    long acked,
    long unknown,
    long rejected,
    OptionalLong brokerCount,
    SortedMap<String, Long> joined,
    OptionalLong replicaCount,
    SortedMap<String, BrokerCounts> brokers,
    @Nullable Boolean replicaReported,
    @Nullable MissingCount unasked,
    boolean done) {

  /**
   * Nothing to compare: this process has no senders, and the counts of other senders are unknown.
   */
  public static final BrokerAudit NOTHING_SENT =
      new BrokerAudit(
          0,
          0,
          0,
          OptionalLong.empty(),
          Collections.emptySortedMap(),
          OptionalLong.empty(),
          Collections.emptySortedMap(),
          null,
          null,
          true);

  /** The audit of a run that has not reached its audit. */
  public static BrokerAudit notDone(Counts sends) {
    return withoutBrokers(sends, null, false);
  }

  /** The audit of a run that has lost a worker: what brokers should hold is not known. */
  public static BrokerAudit incomplete(Counts sends) {
    return withoutBrokers(sends, MissingCount.LOST_WORKER, true);
  }

  private static BrokerAudit withoutBrokers(
      Counts sends, @Nullable MissingCount unasked, boolean done) {
    return new BrokerAudit(
        sends.ackedCount(),
        sends.unknownCount(),
        sends.rejectedCount(),
        OptionalLong.empty(),
        Collections.emptySortedMap(),
        OptionalLong.empty(),
        Collections.emptySortedMap(),
        null,
        unasked,
        done);
  }

  /** Whether there is no evidence against the brokers. */
  public boolean fine() {
    return equals(NOTHING_SENT)
        || (brokers.values().stream().noneMatch(BrokerCounts::disagrees)
            && (!countable() || agreesWithBroker()));
  }

  /** Whether the brokers count the messages of this run, even if the count was not available. */
  public boolean countable() {
    return unasked == null || unasked.cause().countable();
  }

  /**
   * Whether the brokers hold at least the acknowledged messages, and at most these and the unknown
   * ones; false if there is no count.
   */
  public boolean agreesWithBroker() {
    return brokerCount.isPresent()
        && brokerCount.getAsLong() >= acked
        && brokerCount.getAsLong() <= acked + unknown;
  }

  /** Whether the replica holds at least the acknowledged messages; true without a replica. */
  public boolean replicaHoldsAcked() {
    return replicaCount.isEmpty() || replicaCount.getAsLong() >= acked;
  }

  /**
   * The same after a wait that a signal cut short: counts that are too low were not final, so that
   * they are unknown.
   */
  public BrokerAudit beforeFinal() {
    boolean low = brokerCount.isPresent() && brokerCount.getAsLong() < acked;
    MissingCount missing = unasked;
    if (low || !replicaHoldsAcked()) {
      missing =
          MissingCount.notFinal(low ? brokerCount.getAsLong() : replicaCount.getAsLong(), acked);
    }
    SortedMap<String, BrokerCounts> known = new TreeMap<>(brokers);
    known.replaceAll((name, counts) -> counts.lacks() ? counts.withoutCount() : counts);
    return new BrokerAudit(
        acked,
        unknown,
        rejected,
        low ? OptionalLong.empty() : brokerCount,
        joined,
        replicaHoldsAcked() ? replicaCount : OptionalLong.empty(),
        known,
        replicaReported,
        missing,
        done);
  }
}
