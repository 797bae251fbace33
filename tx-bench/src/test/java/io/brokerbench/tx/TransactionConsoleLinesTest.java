package io.brokerbench.tx;

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
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

final class TransactionConsoleLinesTest {

  private final Ledger ledger = new Ledger();
  private final Map<Metric, Histogram> latencies = new EnumMap<>(Metric.class);

  @Test
  void transactionProducersFiguresAreThoseOfTheWindow() {
    ledger.attempted(10, true);
    ledger.ended(SendOutcome.REJECTED, "SYSTEM_BUSY", 10, true);
    Ledger.Counts before = ledger.counts();
    ledger.attempted(4010, true);
    ledger.ended(SendOutcome.ACKED, "SEND_OK", 4000, true);
    ledger.ended(SendOutcome.REJECTED, "SYSTEM_BUSY", 3, true);
    ledger.ended(SendOutcome.UNKNOWN, "client-timeout", 4, true);
    latency(Metric.SERVICE, 2_500_000);
    latency(Metric.HALF_SEND, 2_000_000);
    latency(Metric.END_TRANSACTION, 400_000);
    latency(Metric.END_TO_END, 5_000_000);
    assertThat(
            line(
                before,
                new CheckBackBook.Counts(20, 2, 1, 5),
                ledger.counts(),
                new CheckBackBook.Counts(120, 5, 3, 15)))
        .contains(
            " | Send TPS:  2000 | Max RT(ms):     3 | AVG RT(ms): 2.5 | Send Failed: 7 | Check: 90"
                + " | UnexpectedCheck: 3 | DuplicatedCheck: 2 | service p50 2.50 ms p99 2.50 ms"
                + " p99.9 n/a | halfSend p50 2.00 ms p99 2.00 ms p99.9 n/a | endTransaction p50 400"
                + " us p99 400 us p99.9 n/a | endToEnd p50 5.00 ms p99 5.00 ms p99.9 n/a | received"
                + " 0/s | sent 2,005/s | in flight 3 | failed {SYSTEM_BUSY=13, client-timeout=4}");
  }

  @Test
  void aWindowWithoutMessagesHasNoFigures() {
    assertThat(
            line(
                Ledger.Counts.NONE,
                CheckBackBook.Counts.NONE,
                Ledger.Counts.NONE,
                CheckBackBook.Counts.NONE,
                "consume.threads=0"))
        .contains(
            " | Send TPS:     0 | Max RT(ms):     0 | AVG RT(ms): NaN | Send Failed: 0 | Check: 0 |"
                + " UnexpectedCheck: 0 | DuplicatedCheck: 0 | service p50 n/a p99 n/a p99.9 n/a |"
                + " sent 0/s | in flight 0");
  }

  private void latency(Metric metric, long nanos) {
    Histogram histogram = LatencyRecorder.emptyHistogram();
    histogram.recordValueWithCount(nanos, 4000);
    latencies.put(metric, histogram);
  }

  /** Two seconds. */
  private String line(
      Ledger.Counts sendsBefore,
      CheckBackBook.Counts checksBefore,
      Ledger.Counts sendsAfter,
      CheckBackBook.Counts checksAfter,
      String... settings) {
    var reader = Workload.defaults().assign("consume.threads=1");
    for (String setting : settings) {
      reader.assign(setting);
    }
    Interval interval =
        new Interval(
            5,
            7,
            Phase.MEASURED,
            Map.of(),
            latencies,
            Map.of(),
            new Standing(Ledger.Counts.NONE, sendsBefore, List.of(), checksBefore, 0, 0, 0),
            new Standing(Ledger.Counts.NONE, sendsAfter, List.of(), checksAfter, 0, 0, 0),
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
    return TransactionConsoleLines.interval(
        Instant.EPOCH, Workload.read(reader.settings()), interval);
  }
}
