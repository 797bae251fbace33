package io.brokerbench.run;

import io.brokerbench.clock.Clock;
import io.brokerbench.driver.BrokerException;
import io.brokerbench.driver.Session;
import io.brokerbench.record.Ledger.Counts;
import io.brokerbench.result.Audit;
import java.util.OptionalLong;

/**
 * Asks the brokers how many messages they hold. Replicas and queue offsets follow an
 * acknowledgement by a moment, so it asks again for a while before it lets a difference stand.
 */
final class Auditor {

  private static final long PATIENCE_NANOS = 5_000_000_000L;
  private static final long PAUSE_NANOS = 100_000_000;

  private final Session session;
  private final Clock clock;

  Auditor(Session session, Clock clock) {
    this.session = session;
    this.clock = clock;
  }

  Audit audit(Counts counts) {
    long deadline = clock.nanoTime() + PATIENCE_NANOS;
    Audit audit = ask(counts);
    while ((audit.unasked() != null || !audit.agreesWithBroker() || !audit.replicaHoldsAcked())
        && clock.nanoTime() < deadline) {
      clock.park(PAUSE_NANOS);
      audit = ask(counts);
    }
    return audit;
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
