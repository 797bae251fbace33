package io.brokerbench.producer;

import static org.assertj.core.api.Assertions.assertThat;

import io.brokerbench.generator.Standing;
import io.brokerbench.measurement.Interval;
import io.brokerbench.record.CheckBackBook;
import io.brokerbench.record.LatencyRecorder;
import io.brokerbench.record.Ledger;
import io.brokerbench.record.SendOutcome;
import io.brokerbench.results.Metric;
import io.brokerbench.results.Phase;
import io.brokerbench.sample.HostFigures;
import io.brokerbench.sample.Sample;
import io.brokerbench.workload.Workload;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

final class ProducerConsoleLinesTest {

  private final Ledger ledger = new Ledger();

  @Test
  void producersFiguresAreThoseOfTheWindow() {
    ledger.attempted(5000, true);
    ledger.ended(SendOutcome.ACKED, "SEND_OK", 4000, true);
    ledger.ended(SendOutcome.REJECTED, "SYSTEM_BUSY", 7, true);
    ledger.ended(SendOutcome.UNKNOWN, "FLUSH_DISK_TIMEOUT", 2, true);
    ledger.ended(SendOutcome.UNKNOWN, "client-timeout", 3, true);
    assertThat(ProducerConsoleLines.producer(Instant.EPOCH, window(2_500_000)))
        .contains(
            " | Send TPS: 2000 | Max RT(ms): 3 | Average RT(ms):   2.500 | Send Failed: 3 |"
                + " Response Failed: 9 | service p50 2.50 ms p99 2.50 ms p99.9 2.50 ms | sent"
                + " 2,500/s | in flight 988 | failed {FLUSH_DISK_TIMEOUT=2, SYSTEM_BUSY=7,"
                + " client-timeout=3}");
  }

  @Test
  void batchProducerTellsRequestsAndMessagesApart() {
    ledger.attempted(40_000, true);
    ledger.ended(SendOutcome.ACKED, "SEND_OK", 40_000, true);
    Workload workload = Workload.read(Workload.defaults().assign("message.batch=4").settings());
    assertThat(ProducerConsoleLines.batchProducer(Instant.EPOCH, workload, window(2_500_000)))
        .contains(
            " | Send TPS: 5000 | Send MPS: 20000 | Max RT(ms): 3 | Average RT(ms):   2.500 |"
                + " Average Message RT(ms):   0.625 | Send Failed: 0 | Send Message Failed: 0 |");
  }

  @Test
  void aWindowWithoutMessagesHasNoFigures() {
    assertThat(ProducerConsoleLines.producer(Instant.EPOCH, window(0, 0)))
        .contains(
            " | Send TPS: 0 | Max RT(ms): 0 | Average RT(ms):     NaN | Send Failed: 0 | Response"
                + " Failed: 0 | service p50 n/a p99 n/a p99.9 n/a | sent 0/s | in flight 0");
  }

  private Interval window(long serviceNanos) {
    return window(serviceNanos, 10_000);
  }

  /** Two seconds. */
  private Interval window(long serviceNanos, long requests) {
    Histogram service = LatencyRecorder.emptyHistogram();
    service.recordValueWithCount(serviceNanos, requests);
    Map<Metric, Histogram> latencies = Map.of(Metric.SERVICE, service);
    return new Interval(
        5,
        7,
        Phase.MEASURED,
        Map.of(),
        latencies,
        Map.of(),
        Standing.NONE,
        new Standing(
            Ledger.Counts.NONE, ledger.counts(), List.of(), CheckBackBook.Counts.NONE, 0, 0, 0),
        new Sample(
            0,
            Map.of(),
            new HostFigures(
                4, 0, 0, 0, 0, 0, Map.of(), 0, 0, 0.5, Map.of(), Map.of(), Map.of(), Map.of()),
            Map.of(),
            0),
        LatencyRecorder.emptyHistogram(),
        Map.of(),
        Map.of());
  }
}
