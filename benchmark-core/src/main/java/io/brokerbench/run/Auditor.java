package io.brokerbench.run;

import io.brokerbench.clock.Clock;
import io.brokerbench.driver.BrokerException;
import io.brokerbench.driver.Session;
import io.brokerbench.load.ConsumerGroups;
import io.brokerbench.load.Consumers;
import io.brokerbench.record.SendCount;
import io.brokerbench.result.Audit;
import java.util.List;
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
   * @param sent what the brokers should hold
   * @param rejected messages that they should not
   * @param hurry whether somebody waits for the end
   */
  Audit audit(SendCount sent, long rejected, boolean hurry) {
    long deadline = deadline(hurry);
    Audit audit = ask(sent, rejected);
    Audit before = null;
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
   * How far each group is by the brokers' record, once that is all they hold or there is no more
   * time to wait for it: of all groups together as much as of one.
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
        // Some brokers take seconds to tell what they hold.
        OptionalLong stored = progress.isEmpty() ? progress : session.storedCount();
        if (stored.isEmpty() || progress.getAsLong() >= stored.getAsLong()) {
          return progress;
        }
      } catch (BrokerException e) {
        // Perhaps the next time; empty is what is told if not.
      }
      clock.park(PAUSE_NANOS);
    } while (clock.nanoTime() < deadline);
    return progress;
  }

  /** What nobody knows of, all one-way sends for instance, may still be on its way. */
  private static boolean settled(Audit audit, @Nullable Audit before) {
    return audit.unasked() == null
        && audit.agreesWithBroker()
        && audit.replicaHoldsAcked()
        && (audit.unknown() == 0 || audit.equals(before));
  }

  /** A dead replica does not keep the master from being asked, nor the other way round. */
  private Audit ask(SendCount sent, long rejected) {
    OptionalLong broker = OptionalLong.empty();
    OptionalLong replica = OptionalLong.empty();
    String unasked = null;
    try {
      replica = session.replicaCount();
    } catch (BrokerException e) {
      unasked = e.getMessage();
    }
    try {
      broker = session.storedCount();
      if (broker.isEmpty()) {
        unasked = Audit.NO_COUNT;
      } else if (session.countsAll() && broker.getAsLong() > sent.visible() + sent.uncertain()) {
        broker = OptionalLong.empty();
        unasked = Audit.COUNT_OF_ALL;
      }
    } catch (BrokerException e) {
      unasked = e.getMessage();
    }
    return new Audit(
        sent.visible(),
        sent.uncertain(),
        rejected,
        broker,
        replica,
        session.tellsReplicas(),
        unasked,
        true);
  }
}
