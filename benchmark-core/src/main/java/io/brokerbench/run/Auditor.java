package io.brokerbench.run;

import io.brokerbench.clock.Clock;
import io.brokerbench.driver.BrokerException;
import io.brokerbench.driver.Session;
import io.brokerbench.load.ConsumerGroups;
import io.brokerbench.load.Consumers;
import io.brokerbench.measurement.BrokerAudit;
import io.brokerbench.measurement.MissingCount;
import io.brokerbench.record.SendCount;
import java.util.List;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * Queries the brokers for the number of messages they hold. Replicas and queue offsets slightly lag
 * behind acknowledgements, so a mismatch only counts if it persists for a while.
 */
final class Auditor {

  private static final long PATIENCE_NANOS = 5_000_000_000L;
  private static final long HURRY_NANOS = 2_000_000_000L;
  private static final long PAUSE_NANOS = 100_000_000;

  private final Session session;
  private final Clock clock;

  Auditor(Session session, Clock clock) {
    this.session = session;
    this.clock = clock;
  }

  /**
   * Compares the counts.
   *
   * @param sent messages that the brokers should hold
   * @param rejected number of rejected messages
   * @param hurry whether the run was stopped and should end soon
   */
  BrokerAudit audit(SendCount sent, long rejected, boolean hurry) {
    long deadline = deadline(hurry);
    BrokerAudit audit = ask(sent, rejected);
    BrokerAudit before = null;
    while (!settled(audit, before) && clock.nanoTime() < deadline) {
      clock.park(PAUSE_NANOS);
      before = audit;
      audit = ask(sent, rejected);
    }
    return audit;
  }

  private long deadline(boolean hurry) {
    return clock.nanoTime() + (hurry ? HURRY_NANOS : PATIENCE_NANOS);
  }

  /**
   * Progress of each group by the brokers' record, once it covers all stored messages or the time
   * limit for all groups together is over.
   */
  List<OptionalLong> progress(ConsumerGroups groups, boolean hurry) {
    long deadline = deadline(hurry);
    return groups.all().stream().map(group -> progress(group, deadline)).toList();
  }

  private OptionalLong progress(Consumers consumers, long deadline) {
    OptionalLong progress = OptionalLong.empty();
    do {
      try {
        progress = consumers.progress();
        // Some brokers take seconds to report their count.
        OptionalLong stored = progress.isEmpty() ? progress : session.storedCount();
        if (stored.isEmpty() || progress.getAsLong() >= stored.getAsLong()) {
          return progress;
        }
      } catch (BrokerException e) {
        // The next attempt may succeed; otherwise the result is empty.
      }
      clock.park(PAUSE_NANOS);
    } while (clock.nanoTime() < deadline);
    return progress;
  }

  /** Messages of unknown outcome, such as all one-way sends, may still be in flight. */
  private static boolean settled(BrokerAudit audit, @Nullable BrokerAudit before) {
    return audit.unasked() == null
        && audit.agreesWithBroker()
        && audit.replicaHoldsAcked()
        && (audit.unknown() == 0 || audit.equals(before));
  }

  /**
   * Queries master and replica independently, so that a failure of one does not hide the count of
   * the other.
   */
  private BrokerAudit ask(SendCount sent, long rejected) {
    OptionalLong broker = OptionalLong.empty();
    OptionalLong replica = OptionalLong.empty();
    MissingCount unasked = null;
    try {
      replica = session.replicaCount();
    } catch (BrokerException e) {
      unasked = MissingCount.failed(e);
    }
    try {
      broker = session.storedCount();
      if (broker.isEmpty()) {
        unasked = MissingCount.NO_COUNT;
      } else if (session.countsAll() && broker.getAsLong() > sent.visible() + sent.uncertain()) {
        broker = OptionalLong.empty();
        unasked = MissingCount.COUNT_OF_ALL;
      }
    } catch (BrokerException e) {
      unasked = MissingCount.failed(e);
    }
    return new BrokerAudit(
        sent.visible(),
        sent.uncertain(),
        rejected,
        broker,
        replica,
        session.reportsReplicas(),
        unasked,
        true);
  }
}
