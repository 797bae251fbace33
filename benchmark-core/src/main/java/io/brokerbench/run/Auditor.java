package io.brokerbench.run;

import io.brokerbench.clock.Clock;
import io.brokerbench.driver.BrokerException;
import io.brokerbench.driver.Session;
import io.brokerbench.record.Ledger.Counts;
import io.brokerbench.result.Audit;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * Asks the brokers how many messages they hold. Replicas and queue offsets follow an
 * acknowledgement by a moment, so it asks again for a while before it lets a difference stand.
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
   * Compares.
   *
   * @param hurry whether somebody waits for the end
   */
  Audit audit(Counts counts, boolean hurry) {
    long deadline = clock.nanoTime() + (hurry ? HURRY_NANOS : PATIENCE_NANOS);
    Audit audit = ask(counts);
    Audit before = null;
    while (!settled(audit, before) && clock.nanoTime() < deadline) {
      clock.park(PAUSE_NANOS);
      before = audit;
      audit = ask(counts);
    }
    return audit;
  }

  /** What nobody knows of, all one-way sends for instance, may still be on its way. */
  private static boolean settled(Audit audit, @Nullable Audit before) {
    return audit.unasked() == null
        && audit.agreesWithBroker()
        && audit.replicaHoldsAcked()
        && (audit.unknown() == 0 || audit.equals(before));
  }

  /** A dead replica does not keep the master from being asked, nor the other way round. */
  private Audit ask(Counts counts) {
    OptionalLong broker = OptionalLong.empty();
    OptionalLong replica = OptionalLong.empty();
    String unasked = null;
    try {
      replica = session.replicaCount();
    } catch (BrokerException e) {
      unasked = e.getMessage();
    }
    try {
      broker = OptionalLong.of(session.storedCount());
    } catch (BrokerException e) {
      unasked = e.getMessage();
    }
    return Audit.of(counts, broker, replica, unasked);
  }
}
