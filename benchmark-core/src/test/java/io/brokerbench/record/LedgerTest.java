package io.brokerbench.record;

import static org.assertj.core.api.Assertions.assertThat;

import io.brokerbench.record.Ledger.Counts;
import io.brokerbench.record.page.PageStore;
import io.brokerbench.results.Metric;
import io.brokerbench.results.Phase;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CyclicBarrier;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

final class LedgerTest {

  private static final String[] KINDS = {"SEND_OK", "FLUSH_DISK_TIMEOUT", "SYSTEM_BUSY", "x", "y"};

  private record Event(SendOutcome outcome, String kind, int messages) {}

  @Property(tries = 20)
  void concurrentWritersCountAsOneWould(@ForAll long seed) throws InterruptedException {
    int writers = 4;
    List<List<Event>> events = new ArrayList<>();
    for (int w = 0; w < writers; w++) {
      SplittableRandom random = new SplittableRandom(seed + w);
      List<Event> own = new ArrayList<>();
      for (int i = 0; i < 3000; i++) {
        own.add(
            new Event(
                List.of(SendOutcome.values()).get(random.nextInt(3)),
                KINDS[random.nextInt(KINDS.length)],
                1 + random.nextInt(3)));
      }
      events.add(own);
    }

    Ledger ledger = new Ledger();
    List<Thread> threads = new ArrayList<>();
    for (List<Event> own : events) {
      threads.add(
          new Thread(
              () -> {
                for (Event event : own) {
                  ledger.attempted(event.messages(), event.messages() != 2);
                  ledger.ended(
                      event.outcome(), event.kind(), event.messages(), event.messages() != 2);
                }
              }));
    }
    threads.forEach(Thread::start);
    for (Thread thread : threads) {
      thread.join();
    }

    Counts counts = ledger.counts();
    List<Event> all = events.stream().flatMap(List::stream).toList();
    assertThat(counts.attempted()).isEqualTo(sum(all));
    assertThat(counts.onTime())
        .isEqualTo(sum(all.stream().filter(event -> event.messages() != 2).toList()));
    assertThat(counts.ackedOnTime())
        .isEqualTo(
            sum(
                all.stream()
                    .filter(event -> event.outcome() == SendOutcome.ACKED && event.messages() != 2)
                    .toList()));
    assertThat(counts.acked()).isEqualTo(byKind(all, SendOutcome.ACKED));
    assertThat(counts.rejected()).isEqualTo(byKind(all, SendOutcome.REJECTED));
    assertThat(counts.unknown()).isEqualTo(byKind(all, SendOutcome.UNKNOWN));
    assertThat(counts.ackedCount() + counts.rejectedCount() + counts.unknownCount())
        .isEqualTo(counts.attempted());
    assertThat(counts.inFlight()).isZero();
  }

  private static long sum(List<Event> events) {
    return events.stream().mapToLong(Event::messages).sum();
  }

  private static Map<String, Long> byKind(List<Event> events, SendOutcome outcome) {
    Map<String, Long> sums = new TreeMap<>();
    events.stream()
        .filter(event -> event.outcome() == outcome)
        .forEach(event -> sums.merge(event.kind(), (long) event.messages(), Long::sum));
    return sums;
  }

  @Test
  void aKindThatSeveralWritersMeetFirstIsCountedOnce() throws InterruptedException {
    int writers = 4;
    int kinds = 2000;
    Ledger ledger = new Ledger();
    CyclicBarrier together = new CyclicBarrier(writers);
    List<Thread> threads = new ArrayList<>();
    for (int w = 0; w < writers; w++) {
      threads.add(
          new Thread(
              () -> {
                for (int kind = 0; kind < kinds; kind++) {
                  await(together);
                  ledger.ended(SendOutcome.REJECTED, "kind-" + kind, 1, true);
                }
              }));
    }
    threads.forEach(Thread::start);
    for (Thread thread : threads) {
      thread.join();
    }
    assertThat(ledger.counts().rejected()).hasSize(kinds);
    assertThat(ledger.counts().rejected().values()).containsOnly((long) writers);
  }

  private static void await(CyclicBarrier barrier) {
    try {
      barrier.await();
    } catch (InterruptedException | BrokenBarrierException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void whatHasNoOutcomeIsInFlightAndMayBeCalledUnknown() {
    Ledger ledger = new Ledger();
    ledger.attempted(10, true);
    ledger.ended(SendOutcome.ACKED, "OK", 4, true);
    ledger.ended(SendOutcome.UNKNOWN, "client-timeout", 1, true);
    assertThat(ledger.counts().inFlight()).isEqualTo(5);
    Counts closed = ledger.counts().withInFlightAs("client-no-answer");
    assertThat(closed.inFlight()).isZero();
    assertThat(closed.unknown()).isEqualTo(Map.of("client-timeout", 1L, "client-no-answer", 5L));
    assertThat(closed.attempted()).isEqualTo(10);
  }

  @Test
  void sumsKeepEveryKind() {
    Ledger one = new Ledger();
    one.attempted(3, true);
    one.ended(SendOutcome.ACKED, "OK", 2, true);
    one.ended(SendOutcome.REJECTED, "BUSY", 1, true);
    Ledger other = new Ledger();
    other.attempted(4, false);
    other.ended(SendOutcome.ACKED, "OK", 1, true);
    other.ended(SendOutcome.ACKED, "SLOW", 3, true);
    Counts sum = one.counts().plus(other.counts());
    assertThat(sum.attempted()).isEqualTo(7);
    assertThat(sum.onTime()).isEqualTo(3);
    assertThat(sum.acked()).isEqualTo(Map.of("OK", 3L, "SLOW", 3L));
    assertThat(sum.rejected()).isEqualTo(Map.of("BUSY", 1L));
    assertThat(sum.plus(Counts.NONE)).isEqualTo(sum);
  }

  @Test
  void phasesAreCountedApartAndInFlightTogether() {
    PhasedRecords records = new PhasedRecords(new PageStore());
    records.of(Phase.WARMUP).ledger().attempted(2, true);
    records.of(Phase.MEASURED).ledger().attempted(3, true);
    records.of(Phase.MEASURED).ledger().ended(SendOutcome.ACKED, "OK", 1, true);
    records.of(Phase.MEASURED).recorder(Metric.SERVICE).record(0, 5);
    assertThat(records.inFlight()).isEqualTo(4);
    assertThat(records.of(Phase.WARMUP).ledger().counts().ackedCount()).isZero();
    assertThat(records.of(Phase.WARMUP).recorder(Metric.SERVICE).flip().getTotalCount()).isZero();
    assertThat(records.of(Phase.MEASURED).recorder(Metric.LAG).flip().getTotalCount()).isZero();
    assertThat(records.of(Phase.MEASURED).recorder(Metric.SERVICE).flip().getTotalCount())
        .isEqualTo(1);
  }
}
