package io.brokerbench.load;

import static io.brokerbench.load.LoadFixture.MILLI;
import static io.brokerbench.load.LoadFixture.SECOND;
import static org.assertj.core.api.Assertions.assertThat;

import io.brokerbench.clock.ClockOffset;
import io.brokerbench.clock.ClockStamp;
import io.brokerbench.clock.ManualClock;
import io.brokerbench.driver.Outgoing;
import io.brokerbench.driver.Receiver;
import io.brokerbench.driver.Session;
import io.brokerbench.driver.TestSession;
import io.brokerbench.driver.memory.MemoryBroker;
import io.brokerbench.driver.memory.MemoryScript;
import io.brokerbench.record.MessageHeader;
import io.brokerbench.record.MessageSet;
import io.brokerbench.record.PhasedRecords;
import io.brokerbench.record.Receipts;
import io.brokerbench.record.Resolution;
import io.brokerbench.record.TransactionOutcome;
import io.brokerbench.record.page.PageStore;
import io.brokerbench.results.Metric;
import io.brokerbench.results.Phase;
import io.brokerbench.workload.TestWorkload;
import io.brokerbench.workload.Workload;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

/** What consumers make of each delivery, in exact numbers. Measured is the second second. */
final class ConsumerGroupTest {

  private static final int RUN = 9;
  private static final ClockOffset SAME = ClockOffset.NONE;

  private final ManualClock clock = new ManualClock();
  private final PhasedRecords records = new PhasedRecords(new PageStore());
  private final ClockStamp own = ClockStamp.of(clock, SAME);

  private static Session session(Supplier<ClockOffset> offset) {
    return new TestSession() {
      @Override
      public ClockOffset clockOffset() {
        return offset.get();
      }
    };
  }

  private ConsumerGroup consumers(ClockOffset offset, String... assignments) {
    return consumers(
        session(() -> offset), new BrokerTime(clock, session(() -> offset)), assignments);
  }

  private ConsumerGroup consumers(Session session, BrokerTime brokers, String... assignments) {
    Timeline timeline = new Timeline(0);
    timeline.measure(SECOND, 2 * SECOND);
    List<String> all = new ArrayList<>(Arrays.asList(assignments));
    all.add("consume.threads=1");
    records.sends().attempted(0, 0, 100);
    Workload workload = TestWorkload.of(all.toArray(new String[0]));
    return new ConsumerGroup(
        0,
        workload,
        new Receipts(
            RUN, records.sends(), ConsumerGroups.order(workload, session, records.sends().store())),
        session,
        null,
        new Recording(records, timeline, clock, brokers::stamp, brokers, null));
  }

  private static byte[] body(
      int run, long sequence, long intended, TransactionOutcome outcome, ClockStamp stamp) {
    byte[] body = new byte[64];
    new MessageHeader.Writer(run, 0, () -> stamp)
        .write(body, sequence, intended, outcome, MessageHeader.tailChecksum(body));
    return body;
  }

  private byte[] body(long sequence, long intendedMillis) {
    return body(RUN, sequence, intendedMillis * MILLI, TransactionOutcome.COMMITTED, own);
  }

  private static boolean receive(Receiver consumers, byte[] body, int attempt) {
    return consumers.receive(body, 0, 0, 0, attempt);
  }

  private void at(long millis) {
    clock.advance(millis * MILLI - clock.nanoTime());
  }

  private Histogram latencies(Phase phase, Metric metric) {
    return records.of(phase).recorder(metric).flip();
  }

  private long errorNanos(Metric metric) {
    return records.of(Phase.MEASURED).recorder(metric).flipErrorNanos();
  }

  private void assertOne(Phase phase, Metric metric, long millis) {
    Histogram latencies = latencies(phase, metric);
    assertThat(latencies.getTotalCount()).as("%s", metric).isEqualTo(1);
    assertThat(latencies.getCountAtValue(millis * MILLI)).as("%s", metric).isEqualTo(1);
  }

  @Test
  void endToEndIsFromTheIntendedTimeToTheConsumersHands() {
    ConsumerGroup consumers = consumers(SAME);
    at(1500);
    assertThat(receive(consumers, body(0, 1300), 0)).isTrue();
    assertOne(Phase.MEASURED, Metric.END_TO_END, 200);
    assertThat(errorNanos(Metric.END_TO_END)).isZero();
    assertThat(consumers.lastNanos()).isEqualTo(1500 * MILLI);
    assertThat(consumers.receipts().counts().messages()).isEqualTo(1);
  }

  @Test
  void aMessageForLaterIsLateOrEarly() {
    ConsumerGroup consumers = consumers(SAME, "message.deliver-after=300ms");
    at(1200);
    receive(consumers, body(5, 950), 0);
    assertOne(Phase.WARMUP, Metric.EARLY, 50);
    at(1650);
    receive(consumers, body(0, 1300), 0);
    assertOne(Phase.MEASURED, Metric.LATE, 50);
    assertOne(Phase.MEASURED, Metric.END_TO_END, 350);
    receive(consumers, body(1, 1350), 0);
    assertOne(Phase.MEASURED, Metric.LATE, 0);
    assertThat(latencies(Phase.MEASURED, Metric.EARLY).getTotalCount()).isZero();
    receive(consumers, body(2, 1360), 0);
    assertOne(Phase.MEASURED, Metric.EARLY, 10);
    assertThat(latencies(Phase.MEASURED, Metric.LATE).getTotalCount()).isZero();
    assertThat(consumers.receipts().early().ranges(9))
        .containsExactly(new MessageSet.Range(0, 2, 2), new MessageSet.Range(0, 5, 5));
  }

  @Test
  void messagesAreSettledWithTheirAcknowledgementEachInItsPhase() {
    ConsumerGroup consumers = consumers(SAME);
    at(1100);
    receive(consumers, body(0, 990), 0);
    long warmup = consumers.delivery();
    receive(consumers, body(1, 1050), 0);
    long measured = consumers.delivery();
    assertThat(consumers.delivery()).isEqualTo(Receiver.UNTIMED);
    at(1130);
    consumers.settled(new long[] {warmup, measured, measured}, 2);
    assertOne(Phase.WARMUP, Metric.SETTLE, 30);
    assertOne(Phase.MEASURED, Metric.SETTLE, 30);
  }

  @Test
  void onlyTheFirstDeliveryOfAMessageHasATimeUntilItIsSettled() {
    ConsumerGroup consumers = consumers(SAME, "consume.fail=1");
    at(1500);
    assertThat(receive(consumers, body(0, 1300), 0)).isFalse();
    long first = consumers.delivery();
    at(1510);
    consumers.settled(first);
    assertOne(Phase.MEASURED, Metric.SETTLE, 10);
    receive(consumers, body(0, 1300), 1);
    consumers.settled(consumers.delivery());
    assertThat(latencies(Phase.MEASURED, Metric.SETTLE).getTotalCount()).isZero();
  }

  /** Only the acknowledgement takes time here. */
  @Test
  void aLateAcknowledgementShowsInTheTimeUntilItAlone() throws Exception {
    Semaphore acknowledged = new Semaphore(0);
    MemoryScript script =
        MemoryScript.honest()
            .acknowledging(
                (receiver, delivery) -> {
                  clock.advance(70 * MILLI);
                  receiver.settled(delivery);
                  acknowledged.release();
                });
    try (Session session =
            new MemoryBroker(clock, script).session(TestWorkload.of("consume.threads=1"));
        ConsumerGroup consumers = consumers(session, new BrokerTime(clock, session))) {
      consumers.start();
      for (long i = 0; i < 3; i++) {
        at(1500 + 100 * i);
        Outgoing message = new Outgoing();
        message.body = body(i, 1300 + 100 * i);
        session.producer(0).send(new Outgoing[] {message}, (outcome, kind) -> {});
        assertThat(acknowledged.tryAcquire(2, TimeUnit.MINUTES)).isTrue();
        assertOne(Phase.MEASURED, Metric.END_TO_END, 200);
        assertOne(Phase.MEASURED, Metric.STORE_TO_CONSUMER, 0);
        assertOne(Phase.MEASURED, Metric.SETTLE, 70);
      }
    }
  }

  @Test
  void messagesThatArriveTogetherHaveOneTime() {
    ConsumerGroup consumers = consumers(SAME, "consume.work=50ms");
    at(1500);
    Receiver together = consumers.together();
    receive(together, body(0, 1300), 0);
    assertThat(clock.nanoTime()).isEqualTo(1550 * MILLI);
    receive(together, body(1, 1300), 0);
    // A consumer works on one message at a time.
    assertThat(clock.nanoTime()).isEqualTo(1600 * MILLI);
    Histogram latencies = latencies(Phase.MEASURED, Metric.END_TO_END);
    assertThat(latencies.getCountAtValue(200 * MILLI)).isEqualTo(2);
  }

  /** Each thread has what it needs to itself: two never see each other's message. */
  @Test
  void threadsThatReceiveAtTheSameTimeMissNothing() throws InterruptedException {
    ConsumerGroup consumers = consumers(SAME);
    int count = 4;
    long each = 50_000;
    records.sends().attempted(0, 0, (int) (count * each));
    at(1500);
    List<Thread> threads = new ArrayList<>();
    for (long first = 0; first < count * each; first += each) {
      long from = first;
      threads.add(
          new Thread(
              () -> {
                for (long sequence = from; sequence < from + each; sequence++) {
                  receive(consumers, body(sequence, 1300), 0);
                }
              }));
    }
    threads.forEach(Thread::start);
    for (Thread thread : threads) {
      thread.join();
    }
    Receipts.Counts counts = consumers.receipts().counts();
    assertThat(counts.messages()).isEqualTo(count * each);
    assertThat(counts.duplicateDeliveries() + counts.corruptDeliveries()).isZero();
    assertThat(consumers.receivedInTime()).isEqualTo(count * each);
    assertThat(latencies(Phase.MEASURED, Metric.END_TO_END).getCountAtValue(200 * MILLI))
        .isEqualTo(count * each);
  }

  @Test
  void aMessageBelongsToThePhaseOfItsIntendedTimeHoweverLateItComes() {
    ConsumerGroup consumers = consumers(SAME);
    at(1100);
    receive(consumers, body(0, 990), 0);
    assertOne(Phase.WARMUP, Metric.END_TO_END, 110);
    assertThat(latencies(Phase.MEASURED, Metric.END_TO_END).getTotalCount()).isZero();
    at(2500);
    receive(consumers, body(1, 1999), 0);
    assertOne(Phase.MEASURED, Metric.END_TO_END, 501);
  }

  @Test
  void theRateIsThatOfArrivalsInTheMeasuredTime() {
    ConsumerGroup consumers = consumers(SAME);
    for (long millis : new long[] {999, 1000, 1500, 1999, 2000, 2001}) {
      at(millis);
      receive(consumers, body(millis - 990, 500), 0);
    }
    assertThat(consumers.receivedInTime()).isEqualTo(3);
  }

  /** The first delivery, further ones and redeliveries without a header. */
  @Test
  void messagesOfOthersCountNeitherForTheRateNorForTheEndOfTheDrain() {
    ConsumerGroup consumers = consumers(SAME);
    byte[] other = body(RUN + 1, 3, 1300 * MILLI, TransactionOutcome.COMMITTED, own);
    at(1500);
    receive(consumers, body(0, 1300), 0);
    at(1600);
    receive(consumers, other, 0);
    receive(consumers, other, 0);
    receive(consumers, new byte[5], 1);
    assertThat(consumers.receipts().counts().foreign()).isEqualTo(3);
    assertThat(consumers.receivedInTime()).isEqualTo(1);
    assertThat(consumers.lastNanos()).isEqualTo(1500 * MILLI);
  }

  @Test
  void fromBirthAndFromStoreAreWallClockTimes() {
    ConsumerGroup consumers = consumers(SAME);
    at(1500);
    consumers.receive(body(0, 1100), 0, 1200, 1300, 0);
    assertOne(Phase.MEASURED, Metric.END_TO_END, 400);
    assertOne(Phase.MEASURED, Metric.BORN_TO_CONSUMER, 300);
    assertOne(Phase.MEASURED, Metric.STORE_TO_CONSUMER, 200);
    assertThat(errorNanos(Metric.STORE_TO_CONSUMER)).isZero();
  }

  @Test
  void fromStoreIsOnTheBrokersClockWhichAgesAndFromBirthOnTheLocalOne() {
    ConsumerGroup consumers = consumers(new ClockOffset(48 * MILLI, 52 * MILLI));
    at(1500);
    consumers.receive(body(0, 1100), 0, 1200, 1350, 0);
    assertOne(Phase.MEASURED, Metric.END_TO_END, 400);
    assertOne(Phase.MEASURED, Metric.BORN_TO_CONSUMER, 300);
    assertOne(Phase.MEASURED, Metric.STORE_TO_CONSUMER, 200);
    // 500 ppm of 1.5 s since the clocks were compared.
    assertThat(errorNanos(Metric.STORE_TO_CONSUMER)).isEqualTo(2_750_000);
    assertThat(errorNanos(Metric.END_TO_END)).isZero();
    assertThat(errorNanos(Metric.BORN_TO_CONSUMER)).isZero();
  }

  @Test
  void everyFirstSightHasLatenciesAndNothingElse() {
    ConsumerGroup consumers = consumers(SAME);
    at(1500);
    receive(consumers, body(0, 1300), 0);
    receive(consumers, body(0, 1300), 0);
    receive(consumers, body(0, 1300), 1);
    // Somebody else had it, or nobody.
    receive(consumers, body(1, 1300), 1);
    receive(consumers, body(1, 1300), 2);
    byte[] corrupt = body(2, 1300);
    corrupt[50] ^= 1;
    receive(consumers, corrupt, 0);
    receive(consumers, body(100, 1300), 0);
    receive(consumers, body(RUN + 1, 3, 1300 * MILLI, TransactionOutcome.COMMITTED, own), 0);
    receive(consumers, new byte[5], 0);
    for (Metric metric :
        List.of(Metric.END_TO_END, Metric.BORN_TO_CONSUMER, Metric.STORE_TO_CONSUMER)) {
      assertThat(latencies(Phase.MEASURED, metric).getTotalCount()).as("%s", metric).isEqualTo(2);
    }
    assertThat(consumers.receipts().counts().deliveries()).isEqualTo(9);
    assertThat(consumers.receipts().counts().redelivered()).isEqualTo(3);
    assertThat(consumers.receipts().counts().redeliveredFirsts()).isEqualTo(1);
    assertThat(consumers.receipts().counts().messages()).isEqualTo(2);
    assertThat(consumers.receipts().counts().foreign()).isEqualTo(2);
    assertThat(consumers.receipts().counts().unexpected()).isEqualTo(1);
  }

  @Test
  void whatACheckBackCommittedIsToldApart() {
    ConsumerGroup consumers = consumers(SAME);
    at(1500);
    TransactionOutcome outcome = new TransactionOutcome(Resolution.UNKNOWN, 1, Resolution.COMMIT);
    receive(consumers, body(RUN, 5, 1300 * MILLI, outcome, own), 0);
    // Its place in the queue is that of its end.
    receive(consumers, body(7, 1400), 0);
    receive(consumers, body(RUN, 6, 1300 * MILLI, outcome, own), 0);
    assertThat(latencies(Phase.MEASURED, Metric.CHECKED_END_TO_END).getTotalCount()).isEqualTo(2);
    assertOne(Phase.MEASURED, Metric.END_TO_END, 100);
    assertThat(java.util.Objects.requireNonNull(consumers.receipts().order()).reordered().size())
        .isZero();
  }

  @Test
  void workTakesItsTimeAfterTheLatencyWasTaken() {
    ConsumerGroup consumers = consumers(SAME, "consume.work=5ms");
    at(1500);
    receive(consumers, body(0, 1300), 0);
    assertThat(clock.nanoTime()).isEqualTo(1505 * MILLI);
    assertOne(Phase.MEASURED, Metric.END_TO_END, 200);
    assertThat(consumers.lastNanos()).isEqualTo(1500 * MILLI);
  }

  @Test
  void aShareIsAskedForAgainAndNothingElseOfItIsSpecial() {
    ConsumerGroup all = consumers(SAME, "consume.fail=1");
    assertThat(receive(all, body(0, 0), 0)).isFalse();
    assertThat(receive(all, body(0, 0), 1)).isFalse();
    assertThat(all.receipts().counts().postponed()).isEqualTo(2);
    assertThat(all.receipts().counts().redelivered()).isEqualTo(1);
    assertThat(all.receipts().duplicates().size()).isZero();
    assertThat(receive(consumers(SAME), body(0, 0), 0)).isTrue();
  }

  @Test
  void betweenTwoHostsEndToEndGoesByTheBrokersClock() {
    // The sender's clock began an hour ago and is known to 1 ms, which the header states as a power
    // of two; the local one is known to 2 ms, 1.5 s ago.
    ConsumerGroup consumers = consumers(new ClockOffset(-2 * MILLI, 2 * MILLI));
    long hour = 3_600 * SECOND;
    ClockStamp far = new ClockStamp(own.id() + 1, hour + 1300 * MILLI, -hour, MILLI);
    at(1500);
    receive(consumers, body(RUN, 0, hour + 1300 * MILLI, TransactionOutcome.COMMITTED, far), 0);
    assertOne(Phase.MEASURED, Metric.END_TO_END, 200);
    assertThat(errorNanos(Metric.END_TO_END)).isEqualTo(2_750_000 + (1 << 20));
    // It belongs to the phase of its intended time, on the local timeline.
    receive(consumers, body(RUN, 1, hour + 800 * MILLI, TransactionOutcome.COMMITTED, far), 0);
    assertOne(Phase.WARMUP, Metric.END_TO_END, 700);
  }

  @Test
  void betweenTwoHostsOnlyWhatTheErrorCannotExplainIsNegative() {
    ConsumerGroup consumers = consumers(new ClockOffset(-2 * MILLI, 2 * MILLI));
    ClockStamp far = new ClockStamp(own.id() + 1, 1500 * MILLI, 0, 0);
    at(1500);
    consumers.receive(far(0, 1501, far), 0, 1500, 1502, 0);
    assertOne(Phase.MEASURED, Metric.END_TO_END, 0);
    assertOne(Phase.MEASURED, Metric.STORE_TO_CONSUMER, 0);
    assertThat(records.of(Phase.MEASURED).outOfRange()).isZero();
    consumers.receive(far(1, 1510, far), 0, 1500, 1510, 0);
    assertThat(records.of(Phase.MEASURED).outOfRange()).isEqualTo(2);
  }

  @Test
  void betweenTwoHostsNothingIsKnownSinceTheBirth() {
    ConsumerGroup consumers = consumers(new ClockOffset(-2 * MILLI, 2 * MILLI));
    ClockStamp far = new ClockStamp(own.id() + 1, 1500 * MILLI, 0, 0);
    at(1500);
    consumers.receive(far(0, 1300, far), 0, 1400, 1500, 0);
    consumers.receive(far(1, 1300, far), 0, 1600, 1500, 0);
    assertThat(latencies(Phase.MEASURED, Metric.BORN_TO_CONSUMER).getTotalCount()).isZero();
    assertThat(records.of(Phase.MEASURED).outOfRange()).isZero();
    // That of a sender on this machine.
    consumers.receive(body(2, 1300), 0, 1400, 1500, 0);
    assertOne(Phase.MEASURED, Metric.BORN_TO_CONSUMER, 100);
  }

  @Test
  void clocksThatWereNotComparedHaveNoCommonTimeline() {
    ConsumerGroup consumers = consumers(ClockOffset.UNKNOWN);
    ClockStamp far = new ClockStamp(own.id() + 1, 0, 0, ClockOffset.UNKNOWN.errorNanos());
    at(1500);
    // Its intended time would be in the warm-up, if the clocks were one.
    receive(consumers, far(0, 500, far), 0);
    assertOne(Phase.MEASURED, Metric.END_TO_END, 1000);
    assertThat(errorNanos(Metric.END_TO_END)).isEqualTo(3_600 * SECOND);
    assertThat(records.of(Phase.MEASURED).outOfRange()).isZero();
  }

  /** As a worker does that compares its clock with the controller's every second. */
  @Test
  void theLatestStampOfTheClockIsUsed() {
    Timeline timeline = new Timeline(0);
    timeline.measure(SECOND, 2 * SECOND);
    AtomicReference<ClockStamp> stamp = new AtomicReference<>(new ClockStamp(1, 0, 0, MILLI));
    records.sends().attempted(0, 0, 100);
    ConsumerGroup consumers =
        new ConsumerGroup(
            0,
            TestWorkload.of("consume.threads=1"),
            new Receipts(RUN, records.sends(), null),
            session(() -> SAME),
            null,
            new Recording(
                records,
                timeline,
                clock,
                stamp::get,
                new BrokerTime(clock, session(() -> SAME)),
                null));
    ClockStamp far = new ClockStamp(2, 1300 * MILLI, 0, 1);
    at(1500);
    receive(consumers, far(0, 1300, far), 0);
    assertOne(Phase.MEASURED, Metric.END_TO_END, 200);
    assertThat(errorNanos(Metric.END_TO_END)).isEqualTo(MILLI + 750_001);
    stamp.set(new ClockStamp(1, 1500 * MILLI, 50 * MILLI, 1000));
    receive(consumers, far(1, 1300, far), 0);
    assertOne(Phase.MEASURED, Metric.END_TO_END, 250);
    assertThat(errorNanos(Metric.END_TO_END)).isEqualTo(1001);
  }

  @Test
  void theLatestReadingOfTheBrokersClockIsUsed() {
    AtomicReference<ClockOffset> offset =
        new AtomicReference<>(new ClockOffset(48 * MILLI, 52 * MILLI));
    Session session = session(offset::get);
    BrokerTime brokers = new BrokerTime(clock, session);
    ConsumerGroup consumers = consumers(session, brokers);
    at(1500);
    offset.set(new ClockOffset(49 * MILLI, 51 * MILLI));
    consumers.receive(body(0, 1300), 0, 1200, 1350, 0);
    assertOne(Phase.MEASURED, Metric.STORE_TO_CONSUMER, 200);
    assertThat(errorNanos(Metric.STORE_TO_CONSUMER)).isEqualTo(2_750_000);

    brokers.refresh();
    offset.set(new ClockOffset(59 * MILLI, 61 * MILLI));
    consumers.receive(body(1, 1300), 0, 1200, 1350, 0);
    assertOne(Phase.MEASURED, Metric.STORE_TO_CONSUMER, 200);
    assertThat(errorNanos(Metric.STORE_TO_CONSUMER)).isEqualTo(MILLI);
    assertThat(latencies(Phase.MEASURED, Metric.END_TO_END).getTotalCount()).isEqualTo(2);

    brokers.refresh();
    // A sender on another host, which knows the brokers' clock exactly.
    ClockStamp far = new ClockStamp(own.id() + 1, 1360 * MILLI, 0, 1);
    consumers.receive(far(2, 1360, far), 0, 1200, 1360, 0);
    assertOne(Phase.MEASURED, Metric.END_TO_END, 200);
    assertThat(errorNanos(Metric.END_TO_END)).isEqualTo(MILLI + 1);
  }

  private static byte[] far(long sequence, long intendedMillis, ClockStamp stamp) {
    return body(RUN, sequence, intendedMillis * MILLI, TransactionOutcome.COMMITTED, stamp);
  }

  @Test
  void whereNobodySendsEverybodysMessagesHaveLatencies() {
    ConsumerGroup consumers = consumers(SAME, "load.threads=0");
    at(1500);
    receive(consumers, body(RUN + 1, 0, 1300 * MILLI, TransactionOutcome.COMMITTED, own), 0);
    assertOne(Phase.MEASURED, Metric.END_TO_END, 200);
    // Without a header nobody knows when it was to leave.
    consumers.receive(new byte[100], 0, 1400, 1450, 0);
    assertThat(latencies(Phase.MEASURED, Metric.END_TO_END).getTotalCount()).isZero();
    assertThat(latencies(Phase.MEASURED, Metric.BORN_TO_CONSUMER).getTotalCount()).isEqualTo(2);
    consumers.receive(new byte[100], 0, 1400, 1450, 1);
    assertThat(latencies(Phase.MEASURED, Metric.STORE_TO_CONSUMER).getTotalCount()).isEqualTo(2);
  }

  /** A message of another run may have the name of one of this run. */
  @Test
  void whereNobodySendsAMessageThatComesTooEarlyIsNotNamed() {
    ConsumerGroup consumers = consumers(SAME, "load.threads=0", "message.deliver-after=300ms");
    at(1500);
    receive(consumers, body(RUN + 1, 0, 1300 * MILLI, TransactionOutcome.COMMITTED, own), 0);
    assertOne(Phase.MEASURED, Metric.EARLY, 100);
    assertThat(consumers.receipts().early().size()).isZero();
  }

  @Test
  void whereNobodySendsEveryFirstSightHasLatenciesToo() {
    ConsumerGroup consumers = consumers(SAME, "load.threads=0");
    at(1500);
    for (int attempt : new int[] {1, 2, 0}) {
      receive(
          consumers, body(RUN + 1, 0, 1300 * MILLI, TransactionOutcome.COMMITTED, own), attempt);
    }
    assertOne(Phase.MEASURED, Metric.END_TO_END, 200);
    assertThat(consumers.receipts().counts().redeliveredFirsts()).isEqualTo(1);
    assertThat(consumers.receipts().counts().foreign()).isEqualTo(3);
  }
}
