package io.brokerbench.load;

import static io.brokerbench.load.LoadFixture.SECOND;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.brokerbench.clock.ManualClock;
import io.brokerbench.driver.Session;
import io.brokerbench.driver.memory.MemoryBroker;
import io.brokerbench.driver.memory.MemoryScript;
import io.brokerbench.driver.memory.MemoryScript.Stall;
import io.brokerbench.fault.FaultAnalysis;
import io.brokerbench.fault.FaultAnalysis.LoadSpan;
import io.brokerbench.fault.GroupAudit;
import io.brokerbench.fault.InjectedFault;
import io.brokerbench.fault.SentMessages;
import io.brokerbench.record.MessageHeader;
import io.brokerbench.record.MessageSet;
import io.brokerbench.record.Receipts;
import io.brokerbench.record.Receipts.Arrival;
import io.brokerbench.record.Reconciliation;
import io.brokerbench.record.Reconciliation.Visibility;
import io.brokerbench.results.faults.FaultImpact;
import io.brokerbench.results.faults.FaultImpact.ConsumerImpact;
import io.brokerbench.results.faults.FaultImpact.LossInSecond;
import io.brokerbench.workload.TestWorkload;
import io.brokerbench.workload.Workload;
import java.util.List;
import java.util.Random;
import java.util.function.LongPredicate;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The figures of a planned fault, from what a sender recorded of an in-memory broker with a known
 * outage, in virtual time. The broker's consumers have threads of their own, which a manual clock
 * cannot hold: what they receive is read from its log.
 */
final class OutageTest {

  private static final double WITHIN = 0.02;
  private static final int SCRIPTS = 20;

  /** No message is due before the book of messages is opened. */
  private static final long START = SECOND;

  /** The resolution of the figures. */
  private static final long TICK = SECOND / 10_000;

  /**
   * An outage; times since the start of the load.
   *
   * @param down from then on, nothing is answered
   * @param up from then on, answers take twice their time
   * @param full from then on, they take their time again
   * @param back until then, consumers receive nothing of what is stored in the outage or later
   */
  private record Outage(long down, long up, long full, long back) {

    double secondsUntil(long nanos) {
      return (nanos - down) / 1e9;
    }
  }

  /**
   * A load and its broker. A message has the index of its intended time.
   *
   * @param serviceNanos time in which the broker answers
   */
  private record Script(
      int perSecond,
      long serviceNanos,
      Outage outage,
      LongPredicate lost,
      LongPredicate duplicated) {}

  /** The figures, and the messages that they count. */
  private record Found(FaultImpact impact, MessageSet lost, MessageSet duplicates) {

    ConsumerImpact consumption() {
      return requireNonNull(impact.consumption());
    }
  }

  private static Found send(Script script, int seconds) throws Exception {
    Outage outage = script.outage();
    ManualClock clock = new ManualClock();
    Workload workload =
        TestWorkload.of(
            "load.rate=" + script.perSecond() + "/s",
            "load.threads=1",
            "load.spin=0",
            "consume.clients=1",
            "consume.threads=1");
    SentMessages sent = SentMessages.of(workload, clock);
    LoadFixture load = new LoadFixture(clock, workload, START, seconds * SECOND).keeping(sent);
    long[] storedNanos = new long[seconds * script.perSecond()];
    MemoryBroker broker =
        new MemoryBroker(
            clock,
            MemoryScript.honest()
                .keepingLog()
                .losing(script.lost())
                .duplicating(script.duplicated())
                .withStalls(List.of(new Stall(START + outage.down(), outage.up() - outage.down())))
                .withServiceNanos(
                    index -> {
                      long now = clock.nanoTime();
                      storedNanos[(int) index] = now;
                      boolean slow = now >= START + outage.up() && now < START + outage.full();
                      return (slow ? 2 : 1) * script.serviceNanos();
                    }));
    try (Session session = broker.session(workload)) {
      load.send(session.producer(0), null);
    }
    assertThat(load.counts().ackedCount()).isEqualTo(storedNanos.length);
    Receipts receipts = new Receipts(1, load.records.sends(), null);
    for (MessageHeader header : broker.log()) {
      if (receipts.received(header, 0, 0) == Arrival.FIRST) {
        long stored = storedNanos[(int) header.sequence()];
        boolean waits = stored >= START + outage.down() && stored < START + outage.back();
        sent.received(0, 0, header.sequence(), 0, waits ? START + outage.back() : stored);
      }
    }
    Reconciliation reconciliation =
        Reconciliation.of(
            load.records.sends(),
            receipts,
            true,
            true,
            true,
            (producer, sequence) -> Visibility.YES);
    InjectedFault fault =
        new InjectedFault(
            "kill broker",
            "broker",
            START + outage.down(),
            START + outage.up(),
            START + outage.up(),
            List.of());
    FaultImpact impact =
        FaultAnalysis.of(
                sent,
                List.of(fault),
                new LoadSpan(START, START, START + seconds * SECOND),
                new long[0],
                List.of(GroupAudit.of(reconciliation, receipts)))
            .faults()
            .get(0);
    return new Found(impact, reconciliation.lost(), receipts.duplicates());
  }

  private static List<Long> indexes(int messages, LongPredicate which) {
    return LongStream.range(0, messages).filter(which).boxed().toList();
  }

  private static List<Long> indexes(int messages, MessageSet set) {
    return indexes(messages, index -> set.contains(0, index));
  }

  /** Down from 20 s to 27.3 s, then half of its capacity of 4,000 messages per second for 5 s. */
  @Test
  void anOutageAndASlowStart() throws Exception {
    LongPredicate lost =
        index ->
            (index >= 19_970 && index < 20_000)
                || (index >= 24_000 && index < 25_000 && index % 10 == 0);
    LongPredicate duplicated = index -> index >= 19_950 && index < 19_954;
    Outage outage =
        new Outage(20 * SECOND, 273 * SECOND / 10, 323 * SECOND / 10, 285 * SECOND / 10);
    Found found = send(new Script(1_000, SECOND / 4_000, outage, lost, duplicated), 60);

    FaultImpact impact = found.impact();
    assertThat(impact.atSeconds()).isEqualTo(20);
    assertThat(impact.endedSeconds()).isEqualTo(7.3);
    assertThat(impact.detectionSeconds()).isCloseTo(0, within(WITHIN));
    assertThat(impact.unavailable())
        .singleElement()
        .satisfies(
            window -> {
              assertThat(window.fromSeconds()).isCloseTo(0, within(WITHIN));
              assertThat(window.toSeconds()).isCloseTo(7.3, within(WITHIN));
            });
    assertThat(impact.unavailableSeconds()).isCloseTo(7.3, within(WITHIN));
    assertThat(impact.firstSuccessSeconds()).isCloseTo(7.3, within(WITHIN));
    assertThat(impact.rateBackSeconds()).isCloseTo(7.3, within(WITHIN));
    // 7,300 messages wait: 5,000 fewer after the slow time, the rest at 3,000 per second.
    double drained = 7.3 + 5 + 2_300 / 3_000.0;
    assertThat(impact.latencyBackSeconds()).isCloseTo(drained, within(WITHIN));
    assertThat(impact.recoveredSeconds()).isCloseTo(drained, within(WITHIN));
    assertThat(impact.due()).isCloseTo(13_067, within(20L));
    assertThat(impact.rejected() + impact.unknown() + impact.unsent()).isZero();

    ConsumerImpact consumption = found.consumption();
    assertThat(indexes(60_000, found.lost())).isEqualTo(indexes(60_000, lost));
    assertThat(consumption.lost()).isEqualTo(130);
    assertThat(consumption.lostOldestSeconds()).isEqualTo(-0.03);
    assertThat(consumption.lostNewestSeconds()).isEqualTo(4.99);
    assertThat(consumption.lostBySecond())
        .containsExactly(new LossInSecond(-1, 30), new LossInSecond(4, 100));
    assertThat(indexes(60_000, found.duplicates())).isEqualTo(indexes(60_000, duplicated));
    assertThat(consumption.duplicates()).isEqualTo(4);
    // The answers of 1.2 s at 2,000 per second.
    assertThat(consumption.backlogMax()).isCloseTo(2_400, within(10L));
    assertThat(consumption.levelSeconds()).isCloseTo(8.5, within(WITHIN));
  }

  static LongStream seeds() {
    return LongStream.rangeClosed(1, SCRIPTS);
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void everyTimeIsThatOfTheScript(long seed) throws Exception {
    Random random = new Random(seed);
    int perSecond = random.nextBoolean() ? 500 : 1_000;
    // Even at half of its capacity, the broker answers one and a half times the load.
    long serviceNanos = (1 + random.nextInt(3_000 / perSecond)) * TICK;
    long down = between(random, 3, 5);
    long up = down + between(random, 0.5, 3);
    Outage outage = new Outage(down, up, up + between(random, 0, 3), up + between(random, 0.2, 2));
    int step = 50 + random.nextInt(50);
    LongPredicate lost = index -> index % step == 7;
    LongPredicate duplicated = index -> index % step == 11;
    int seconds = 15;
    Found found = send(new Script(perSecond, serviceNanos, outage, lost, duplicated), seconds);

    int messages = seconds * perSecond;
    FaultImpact impact = found.impact();
    double length = outage.secondsUntil(up);
    assertThat(impact.detectionSeconds()).isCloseTo(0, within(WITHIN));
    assertThat(impact.unavailable()).hasSize(1);
    assertThat(impact.unavailableSeconds()).isCloseTo(length, within(WITHIN));
    assertThat(impact.firstSuccessSeconds()).isCloseTo(length, within(WITHIN));
    assertThat(impact.rateBackSeconds()).isCloseTo(length, within(WITHIN));
    assertThat(impact.latencyBackSeconds())
        .isCloseTo(drainedSeconds(perSecond, serviceNanos, outage), within(WITHIN));
    assertThat(found.consumption().levelSeconds())
        .isCloseTo(outage.secondsUntil(outage.back()), within(WITHIN));
    List<Long> lostIndexes = indexes(messages, lost);
    assertThat(indexes(messages, found.lost())).isEqualTo(lostIndexes);
    assertThat(found.consumption().lost()).isEqualTo(lostIndexes.size());
    List<Long> duplicates = indexes(messages, duplicated);
    assertThat(indexes(messages, found.duplicates())).isEqualTo(duplicates);
    assertThat(found.consumption().duplicates()).isEqualTo(duplicates.size());
  }

  /** From the outage until no message waits any more. */
  private static double drainedSeconds(int perSecond, long serviceNanos, Outage outage) {
    double capacity = 1e9 / serviceNanos;
    double waiting = perSecond * outage.secondsUntil(outage.up());
    double slow = (outage.full() - outage.up()) / 1e9;
    double left = waiting - (capacity / 2 - perSecond) * slow;
    return outage.secondsUntil(outage.up())
        + (left > 0 ? slow + left / (capacity - perSecond) : waiting / (capacity / 2 - perSecond));
  }

  /** A time of so many seconds, in whole ticks. */
  private static long between(Random random, double from, double to) {
    return Math.round((from + (to - from) * random.nextDouble()) * 1e9 / TICK) * TICK;
  }
}
