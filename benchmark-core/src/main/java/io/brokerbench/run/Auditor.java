package io.brokerbench.run;

import io.brokerbench.clock.Clock;
import io.brokerbench.driver.BrokerException;
import io.brokerbench.driver.BrokerSends;
import io.brokerbench.driver.Session;
import io.brokerbench.driver.StoredCount;
import io.brokerbench.measurement.BrokerAudit;
import io.brokerbench.measurement.MissingCount;
import io.brokerbench.record.SendCount;
import io.brokerbench.results.BrokerCounts;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.BooleanSupplier;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Queries the brokers for the number of messages they hold. Replicas, queue offsets and commits lag
 * behind acknowledgements, so a mismatch only counts once the counts have stopped growing.
 *
 * @param hurry whether the run should end soon, because it was stopped; may become true meanwhile
 */
record Auditor(Session session, Clock clock, BooleanSupplier hurry) {

  /**
   * Twice the interval at which an idle master of RocketMQ reports to its slaves which messages are
   * confirmed (haSendHeartbeatInterval): before that, a slave of a controller does not count them.
   */
  private static final long PATIENCE_NANOS = 10_000_000_000L;

  /** Limit of the wait for counts that grow. */
  private static final long LONGEST_NANOS = 120_000_000_000L;

  private static final long HURRY_NANOS = 2_000_000_000L;
  private static final long PAUSE_NANOS = 100_000_000;

  /**
   * Compares the counts. A mismatch is final once the counts have not grown for ten seconds and, if
   * the brokers hold too few messages, the given delay; or after two minutes and the delay. In a
   * hurry, it waits for two seconds, after which a count that is too low is unknown: it was not
   * final. Messages that were sent one way are not judged while they arrive: a count below their
   * number is waited for in a hurry as well, until it has not grown for two seconds.
   *
   * @param sent messages that the brokers should hold
   * @param rejected number of rejected messages
   * @param sendsByBroker the same messages by the broker to which they were sent; empty if unknown
   * @param delay after which brokers may still store messages: commits after a check-back, messages
   *     for later
   */
  BrokerAudit audit(
      SendCount sent, long rejected, Map<String, BrokerSends> sendsByBroker, Duration delay) {
    // Those for later come when they are due.
    long arriving = session.promise().acknowledged() || !delay.isZero() ? 0 : sent.uncertain();
    long latest = clock.nanoTime() + LONGEST_NANOS + delay.toNanos();
    long quietFrom = clock.nanoTime();
    BrokerAudit audit = ask(sent, rejected, sendsByBroker);
    BrokerAudit before = null;
    long hurriedFrom = Long.MAX_VALUE;
    while ((!settled(audit, before) || isBelow(audit.brokerCount(), arriving))
        && clock.nanoTime() < Math.min(latest, quietFrom + patience(audit, delay))) {
      if (hurry.getAsBoolean()) {
        hurriedFrom = Math.min(hurriedFrom, clock.nanoTime());
        if (clock.nanoTime() - hurriedFrom >= HURRY_NANOS) {
          return audit.beforeFinal();
        }
      }
      clock.park(PAUSE_NANOS);
      before = audit;
      audit = ask(sent, rejected, sendsByBroker);
      if (catchesUp(audit, before)) {
        quietFrom = clock.nanoTime();
      }
      if (catchesUp(audit.brokerCount(), before.brokerCount(), arriving)) {
        quietFrom = clock.nanoTime();
        hurriedFrom = Long.MAX_VALUE;
      }
    }
    return audit;
  }

  private static long patience(BrokerAudit audit, Duration delay) {
    boolean lacks =
        isBelow(audit.brokerCount(), audit.acked())
            || audit.brokers().values().stream().anyMatch(BrokerCounts::lacks);
    return PATIENCE_NANOS + (lacks ? delay.toNanos() : 0);
  }

  private static boolean isBelow(OptionalLong count, long limit) {
    return count.isPresent() && count.getAsLong() < limit;
  }

  /** Whether a count that is too low has grown. */
  private static boolean catchesUp(BrokerAudit audit, BrokerAudit before) {
    return catchesUp(audit.brokerCount(), before.brokerCount(), audit.acked())
        || catchesUp(audit.replicaCount(), before.replicaCount(), audit.acked())
        || audit.brokers().entrySet().stream()
            .anyMatch(
                broker -> catchesUp(broker.getValue(), before.brokers().get(broker.getKey())));
  }

  private static boolean catchesUp(BrokerCounts counts, @Nullable BrokerCounts before) {
    return before != null
        && catchesUp(optional(counts.held()), optional(before.held()), counts.acked());
  }

  private static OptionalLong optional(@Nullable Long count) {
    return count == null ? OptionalLong.empty() : OptionalLong.of(count);
  }

  private static boolean catchesUp(OptionalLong count, OptionalLong before, long expected) {
    return isBelow(before, expected) && count.isPresent() && isBelow(before, count.getAsLong());
  }

  /**
   * Progress of each group by the brokers' record, once it covers all stored messages or the time
   * limit for all groups together is over.
   */
  List<OptionalLong> progress(int groups) {
    long from = clock.nanoTime();
    return IntStream.range(0, groups).mapToObj(group -> progress(group, from)).toList();
  }

  private OptionalLong progress(int group, long from) {
    OptionalLong progress = OptionalLong.empty();
    do {
      try {
        progress = session.progress(group);
        // Some brokers take seconds to report their count.
        OptionalLong stored = progress.isEmpty() ? progress : session.storedCount().messages();
        if (stored.isEmpty() || progress.getAsLong() >= stored.getAsLong()) {
          return progress;
        }
      } catch (BrokerException e) {
        // The next attempt may succeed; otherwise the result is empty.
      }
      clock.park(PAUSE_NANOS);
    } while (clock.nanoTime() - from < (hurry.getAsBoolean() ? HURRY_NANOS : PATIENCE_NANOS));
    return progress;
  }

  /** Messages of unknown outcome, such as all one-way sends, may still be in flight. */
  private static boolean settled(BrokerAudit audit, @Nullable BrokerAudit before) {
    return audit.unasked() == null
        && audit.agreesWithBroker()
        && audit.replicaHoldsAcked()
        && audit.brokers().values().stream().noneMatch(BrokerCounts::disagrees)
        && (audit.unknown() == 0 || audit.equals(before));
  }

  /**
   * Queries master and replica independently, so that a failure of one does not hide the count of
   * the other.
   */
  private BrokerAudit ask(SendCount sent, long rejected, Map<String, BrokerSends> sendsByBroker) {
    StoredCount stored = StoredCount.UNKNOWN;
    OptionalLong broker = OptionalLong.empty();
    OptionalLong replica = OptionalLong.empty();
    MissingCount unasked = null;
    try {
      replica = session.replicaCount();
    } catch (BrokerException e) {
      unasked = MissingCount.failed(e);
    }
    try {
      stored = session.storedCount();
      long count = stored.messages().orElse(0) - onOthers(stored, sendsByBroker);
      if (stored.messages().isEmpty()) {
        unasked = MissingCount.NO_COUNT;
      } else if (countsAll(stored) && count > sent.visible() + sent.uncertain()) {
        unasked = MissingCount.COUNT_OF_ALL;
      } else {
        broker = OptionalLong.of(count);
      }
    } catch (BrokerException e) {
      unasked = MissingCount.failed(e);
    }
    return new BrokerAudit(
        sent.visible(),
        sent.uncertain(),
        rejected,
        broker,
        joined(stored, sendsByBroker),
        replica,
        counts(stored, sendsByBroker),
        session.reportsReplicas(),
        unasked,
        true);
  }

  /** Whether a count may include messages that the session's producers did not send. */
  private boolean countsAll(StoredCount stored) {
    return session.countsAll() || stored.mayIncludeOlder();
  }

  /**
   * Messages on brokers that joined, to which producers that choose the broker sent none: they are
   * older, or of other clients.
   */
  private static long onOthers(StoredCount stored, Map<String, BrokerSends> sendsByBroker) {
    SortedMap<String, Long> others = new TreeMap<>(stored.onJoined());
    others.keySet().removeAll(joined(stored, sendsByBroker).keySet());
    return others.values().stream().mapToLong(Long::longValue).sum();
  }

  /** Messages on brokers that joined, to which producers may have sent some. */
  private static SortedMap<String, Long> joined(
      StoredCount stored, Map<String, BrokerSends> sendsByBroker) {
    SortedMap<String, Long> joined = new TreeMap<>(stored.onJoined());
    if (!sendsByBroker.isEmpty()) {
      joined.keySet().retainAll(sendsByBroker.keySet());
    }
    return joined;
  }

  /** The counts of each broker if there are several; those of a single one are the sums. */
  private SortedMap<String, BrokerCounts> counts(
      StoredCount stored, Map<String, BrokerSends> sendsByBroker) {
    SortedMap<String, BrokerCounts> counts = new TreeMap<>();
    if (sendsByBroker.size() > 1) {
      boolean all = countsAll(stored);
      Map<String, Long> held = session.storedByBroker();
      sendsByBroker.forEach((name, sends) -> counts.put(name, counts(sends, held.get(name), all)));
    }
    return counts;
  }

  private static BrokerCounts counts(BrokerSends sends, @Nullable Long held, boolean all) {
    BrokerCounts counts = BrokerCounts.of(sends.attempted(), sends.acked(), sends.rejected(), held);
    return held != null && held > counts.acked() && counts.disagrees() && all
        ? counts.withoutCount()
        : counts;
  }
}
