package io.brokerbench.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.brokerbench.clock.ManualClock;
import io.brokerbench.driver.BrokerException;
import io.brokerbench.driver.BrokerSends;
import io.brokerbench.driver.Session;
import io.brokerbench.driver.StoredCount;
import io.brokerbench.driver.TestSession;
import io.brokerbench.measurement.BrokerAudit;
import io.brokerbench.measurement.MissingCount;
import io.brokerbench.record.SendCount;
import io.brokerbench.results.Audit.UnaskedCause;
import io.brokerbench.results.BrokerCounts;
import io.brokerbench.results.Promise;
import java.time.Duration;
import java.util.Map;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class AuditorTest {

  private static final long SECOND = 1_000_000_000;

  private final ManualClock clock = new ManualClock();

  private interface Count {
    long get() throws BrokerException;
  }

  @Test
  void acceptsAnAgreementAtOnce() {
    BrokerAudit audit = audit(() -> 100, () -> 100);
    assertThat(audit.agreesWithBroker()).isTrue();
    assertThat(audit.replicaHoldsAcked()).isTrue();
    assertThat(clock.nanoTime()).isZero();
  }

  @Test
  void waitsForAReplicaThatIsBehind() {
    BrokerAudit audit = audit(() -> 100, () -> clock.nanoTime() < SECOND ? 99 : 100);
    assertThat(audit.replicaHoldsAcked()).isTrue();
    assertThat(clock.nanoTime()).isEqualTo(SECOND);
  }

  @Test
  void waitsForABrokerThatIsBehind() {
    BrokerAudit audit = audit(() -> clock.nanoTime() < SECOND ? 99 : 100, () -> 100);
    assertThat(audit.agreesWithBroker()).isTrue();
    assertThat(clock.nanoTime()).isEqualTo(SECOND);
  }

  @Test
  void letsADifferenceStandAfterTenSeconds() {
    BrokerAudit audit = audit(() -> 99, () -> 100);
    assertThat(audit.brokerCount()).hasValue(99);
    assertThat(audit.agreesWithBroker()).isFalse();
    assertThat(clock.nanoTime()).isEqualTo(10 * SECOND);
  }

  @Test
  void waitsForABrokerThatCatchesUp() {
    BrokerAudit audit = audit(() -> Math.min(100, 80 + clock.nanoTime() / SECOND), () -> 100);
    assertThat(audit.agreesWithBroker()).isTrue();
    assertThat(clock.nanoTime()).isEqualTo(20 * SECOND);
  }

  @Test
  void waitsForAReplicaThatCatchesUp() {
    BrokerAudit audit = audit(() -> 100, () -> Math.min(100, 80 + clock.nanoTime() / SECOND));
    assertThat(audit.replicaHoldsAcked()).isTrue();
    assertThat(clock.nanoTime()).isEqualTo(20 * SECOND);
  }

  @Test
  void waitsTwoMinutesForACountThatGrows() {
    BrokerAudit audit = audit(() -> -1_000_000 + clock.nanoTime() / SECOND, () -> 100);
    assertThat(audit.agreesWithBroker()).isFalse();
    assertThat(clock.nanoTime()).isEqualTo(120 * SECOND);
  }

  @Test
  void doesNotWaitForACountThatIsTooHighAndGrows() {
    BrokerAudit audit = audit(() -> 101 + clock.nanoTime() / SECOND, () -> 100);
    assertThat(audit.agreesWithBroker()).isFalse();
    assertThat(clock.nanoTime()).isEqualTo(10 * SECOND);
  }

  @Test
  void waitsForCheckBacks() {
    Count broker = () -> clock.nanoTime() < 36 * SECOND ? 99 : 100;
    BrokerAudit audit = audit(broker, () -> 100, Duration.ofSeconds(36), () -> false);
    assertThat(audit.agreesWithBroker()).isTrue();
    assertThat(clock.nanoTime()).isEqualTo(36 * SECOND);
  }

  @Test
  void doesNotWaitForCheckBacksWhenTheCountIsTooHigh() {
    BrokerAudit audit = audit(() -> 101, () -> 100, Duration.ofSeconds(36), () -> false);
    assertThat(audit.agreesWithBroker()).isFalse();
    assertThat(clock.nanoTime()).isEqualTo(10 * SECOND);
  }

  @Test
  void aStoppedRunDoesNotWaitForGrowth() {
    Count broker = () -> 80 + clock.nanoTime() / SECOND;
    BrokerAudit audit = audit(broker, () -> 100, Duration.ofSeconds(36), () -> true);
    assertThat(clock.nanoTime()).isEqualTo(2 * SECOND);
    assertThat(audit.brokerCount()).isEmpty();
    assertThat(audit.replicaCount()).hasValue(100);
    assertThat(audit.unasked()).isEqualTo(MissingCount.notFinal(82, 100));
  }

  @Test
  void aSignalShortensTheWaitAndLeavesOpenWhatTheCountWouldHaveBecome() {
    BrokerAudit audit =
        audit(() -> 100, () -> 99, Duration.ZERO, () -> clock.nanoTime() >= 5 * SECOND);
    assertThat(clock.nanoTime()).isEqualTo(7 * SECOND);
    assertThat(audit.agreesWithBroker()).isTrue();
    assertThat(audit.replicaCount()).isEmpty();
    assertThat(audit.unasked()).isEqualTo(MissingCount.notFinal(99, 100));
  }

  /** Whether the run was stopped or not. */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void messagesSentOneWayAreWaitedForAsLongAsTheyArrive(boolean stopped) {
    BrokerAudit audit = oneWay(() -> Math.min(100, 80 + clock.nanoTime() / SECOND), stopped);
    assertThat(audit.brokerCount()).hasValue(100);
    // Once more, because all of unknown outcome may still be in flight.
    assertThat(clock.nanoTime()).isEqualTo(20 * SECOND + SECOND / 10);
  }

  @Test
  void messagesSentOneWayThatDoNotArriveAreMissing() {
    assertThat(oneWay(() -> 99, true).brokerCount()).hasValue(99);
    assertThat(clock.nanoTime()).isEqualTo(2 * SECOND);
    assertThat(oneWay(() -> 99, false).brokerCount()).hasValue(99);
    assertThat(clock.nanoTime()).isEqualTo(12 * SECOND);
  }

  private BrokerAudit oneWay(Count broker, boolean stopped) {
    Session session =
        new TestSession() {
          @Override
          public Promise promise() {
            return new Promise(false, false, 0, "sent one way");
          }

          @Override
          public StoredCount storedCount() throws BrokerException {
            return StoredCount.of(broker.get());
          }
        };
    return new Auditor(session, clock, () -> stopped)
        .audit(new SendCount(0, 100), 0, Map.of(), Duration.ZERO);
  }

  @Test
  void aCountThatIsTooHighIsKnownAfterASignalToo() {
    BrokerAudit audit = audit(() -> 101, () -> 100, Duration.ZERO, () -> true);
    assertThat(clock.nanoTime()).isEqualTo(2 * SECOND);
    assertThat(audit.brokerCount()).hasValue(101);
    assertThat(audit.unasked()).isNull();
  }

  @Test
  void asksAgainWhenNobodyAnswered() {
    BrokerAudit audit =
        audit(
            () -> {
              if (clock.nanoTime() < SECOND) {
                throw new BrokerException("not yet");
              }
              return 100;
            },
            () -> 100);
    assertThat(audit.agreesWithBroker()).isTrue();
    assertThat(audit.unasked()).isNull();
  }

  @Test
  void reportsWhyNobodyCouldBeAsked() {
    BrokerAudit audit =
        audit(
            () -> {
              throw new BrokerException("master is gone");
            },
            () -> 100);
    assertThat(audit.unasked()).isEqualTo(new MissingCount("master is gone", UnaskedCause.FAILED));
    assertThat(audit.brokerCount()).isEmpty();
    assertThat(audit.agreesWithBroker()).isFalse();
    assertThat(audit.replicaCount()).hasValue(100);
  }

  @Test
  void aDeadReplicaDoesNotKeepTheMasterFromBeingAsked() {
    BrokerAudit audit =
        audit(
            () -> 100,
            () -> {
              throw new BrokerException("slave is gone");
            });
    assertThat(audit.unasked()).isEqualTo(new MissingCount("slave is gone", UnaskedCause.FAILED));
    assertThat(audit.agreesWithBroker()).isTrue();
    assertThat(audit.replicaCount()).isEmpty();
  }

  @Test
  void tooHighACountOfAllIsNoCountAndTooLowAOneIs() {
    BrokerAudit high = countOfAll(105);
    assertThat(high.brokerCount()).isEmpty();
    assertThat(high.unasked()).isEqualTo(MissingCount.COUNT_OF_ALL);
    assertThat(high.fine()).isTrue();
    BrokerAudit low = countOfAll(99);
    assertThat(low.brokerCount()).hasValue(99);
    assertThat(low.agreesWithBroker()).isFalse();
    assertThat(countOfAll(100).agreesWithBroker()).isTrue();
  }

  @Test
  void whatBrokersThatJoinedHoldIsThatOfTheLastCount() {
    Session session =
        new TestSession() {
          @Override
          public StoredCount storedCount() {
            boolean early = clock.nanoTime() < SECOND;
            return late(early ? 99 : 100, early ? 6 : 7, false);
          }
        };
    BrokerAudit audit =
        new Auditor(session, clock, () -> false)
            .audit(new SendCount(100, 0), 0, Map.of(), Duration.ZERO);
    assertThat(audit.agreesWithBroker()).isTrue();
    assertThat(audit.joined()).containsExactly(Map.entry("late", 7L));
  }

  @Test
  void tooHighACountIsNoCountIfABrokerThatJoinedMayHoldOlderMessages() {
    Map<String, BrokerSends> sends =
        Map.of("a", new BrokerSends(60, 60, 0), "late", new BrokerSends(40, 40, 0));
    BrokerAudit older = afterJoining(late(105, 45, true), sends);
    assertThat(older.brokerCount()).isEmpty();
    assertThat(older.unasked()).isEqualTo(MissingCount.COUNT_OF_ALL);
    assertThat(older.brokers())
        .containsEntry("a", new BrokerCounts(60, 60, 0, 0, 60L, true))
        .containsEntry("late", new BrokerCounts(40, 40, 0, 0, null, null));
    BrokerAudit own = afterJoining(late(105, 45, false), sends);
    assertThat(own.brokerCount()).hasValue(105);
    assertThat(own.brokers()).containsEntry("late", new BrokerCounts(40, 40, 0, 0, 45L, false));
  }

  @Test
  void aBrokerThatJoinedIsLeftOutWhereProducersThatChooseBrokersSentItNothing() {
    BrokerSends sixty = new BrokerSends(60, 60, 0);
    BrokerSends forty = new BrokerSends(40, 40, 0);
    BrokerAudit others = afterJoining(late(140, 40, false), Map.of("a", sixty, "b", forty));
    assertThat(others.brokerCount()).hasValue(100);
    assertThat(others.joined()).isEmpty();
    BrokerAudit sent = afterJoining(late(100, 40, false), Map.of("a", sixty, "late", forty));
    assertThat(sent.brokerCount()).hasValue(100);
    assertThat(sent.joined()).containsExactly(Map.entry("late", 40L));
  }

  private BrokerAudit afterJoining(StoredCount stored, Map<String, BrokerSends> sends) {
    Session session =
        new TestSession() {
          @Override
          public StoredCount storedCount() {
            return stored;
          }

          @Override
          public SortedMap<String, Long> storedByBroker() {
            SortedMap<String, Long> all = new TreeMap<>(stored.onJoined());
            all.put("a", 60L);
            return all;
          }
        };
    return new Auditor(session, clock, () -> false)
        .audit(new SendCount(100, 0), 0, sends, Duration.ZERO);
  }

  /** A count of which a part is on a broker that joined. */
  private static StoredCount late(long messages, long onLate, boolean mayIncludeOlder) {
    return new StoredCount(
        OptionalLong.of(messages), new TreeMap<>(Map.of("late", onLate)), mayIncludeOlder);
  }

  private BrokerAudit countOfAll(long count) {
    Session session =
        new TestSession() {
          @Override
          public StoredCount storedCount() {
            return StoredCount.of(count);
          }

          @Override
          public boolean countsAll() {
            return true;
          }
        };
    return new Auditor(session, clock, () -> false)
        .audit(new SendCount(100, 0), 0, Map.of(), Duration.ZERO);
  }

  @Test
  void waitsForOneOfSeveralBrokersThatIsBehindAlthoughTheSumAgrees() {
    BrokerAudit audit = twoBrokers(() -> clock.nanoTime() < SECOND ? 39 : 40, 60, false);
    assertThat(clock.nanoTime()).isEqualTo(SECOND);
    assertThat(audit.brokers())
        .containsEntry("a", new BrokerCounts(40, 40, 0, 0, 40L, true))
        .containsEntry("b", new BrokerCounts(62, 60, 0, 2, 60L, true));
  }

  @Test
  void waitsForOneOfSeveralBrokersWhileItsCountGrows() {
    // One more every five seconds.
    BrokerAudit audit = twoBrokers(() -> 36 + clock.nanoTime() / (5 * SECOND), 60, false);
    assertThat(clock.nanoTime()).isEqualTo(20 * SECOND);
    assertThat(audit.brokers()).containsEntry("a", new BrokerCounts(40, 40, 0, 0, 40L, true));
  }

  @Test
  void theBrokerThatHoldsTooFewOrTooManyIsNamedAlthoughTheSumAgrees() {
    BrokerAudit audit = twoBrokers(() -> 39, 61, false);
    assertThat(audit.agreesWithBroker()).isTrue();
    assertThat(audit.brokers().values()).extracting(BrokerCounts::agrees).containsOnly(false);
    assertThat(clock.nanoTime()).isEqualTo(10 * SECOND);
  }

  @Test
  void theCountOfABrokerThatDoesNotReportItIsUnknown() {
    BrokerAudit audit =
        twoBrokers(
            () -> {
              throw new BrokerException("a is down");
            },
            60,
            false);
    assertThat(audit.brokers())
        .containsEntry("a", new BrokerCounts(40, 40, 0, 0, null, null))
        .containsEntry("b", new BrokerCounts(62, 60, 0, 2, 60L, true));
  }

  @Test
  void aLowCountOfOneBrokerIsNotFinalAfterASignal() {
    BrokerAudit audit = twoBrokers(() -> 39, 60, true);
    assertThat(clock.nanoTime()).isEqualTo(2 * SECOND);
    assertThat(audit.brokers())
        .containsEntry("a", new BrokerCounts(40, 40, 0, 0, null, null))
        .containsEntry("b", new BrokerCounts(62, 60, 0, 2, 60L, true));
    assertThat(audit.unasked()).isNull();
  }

  /** Of 102 messages, the brokers have acknowledged 40 and 60, and hold 100 together. */
  private BrokerAudit twoBrokers(Count a, long b, boolean stopped) {
    Session session =
        new TestSession() {
          @Override
          public StoredCount storedCount() {
            return StoredCount.of(100);
          }

          @Override
          public SortedMap<String, Long> storedByBroker() {
            SortedMap<String, Long> stored = new TreeMap<>(Map.of("b", b));
            try {
              stored.put("a", a.get());
            } catch (BrokerException e) {
              // It is left out.
            }
            return stored;
          }
        };
    return new Auditor(session, clock, () -> stopped)
        .audit(
            new SendCount(100, 0),
            2,
            Map.of("a", new BrokerSends(40, 40, 0), "b", new BrokerSends(62, 60, 2)),
            Duration.ZERO);
  }

  private BrokerAudit audit(Count broker, Count replica) {
    return audit(broker, replica, Duration.ZERO, () -> false);
  }

  private BrokerAudit audit(Count broker, Count replica, Duration delay, BooleanSupplier hurry) {
    return new Auditor(session(broker, replica), clock, hurry)
        .audit(new SendCount(100, 0), 0, Map.of(), delay);
  }

  private static Session session(Count broker, Count replica) {
    return new TestSession() {
      @Override
      public StoredCount storedCount() throws BrokerException {
        return StoredCount.of(broker.get());
      }

      @Override
      public OptionalLong replicaCount() throws BrokerException {
        return OptionalLong.of(replica.get());
      }
    };
  }
}
