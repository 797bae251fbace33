package io.brokerbench.consumer;

import static org.assertj.core.api.Assertions.assertThat;

import io.brokerbench.generator.Standing;
import io.brokerbench.measurement.Interval;
import io.brokerbench.record.CheckBackBook;
import io.brokerbench.record.LatencyRecorder;
import io.brokerbench.record.Ledger;
import io.brokerbench.record.Receipts;
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

final class ConsumerConsoleLinesTest {

  private final Ledger ledger = new Ledger();
  private final Map<Metric, Histogram> latencies = new EnumMap<>(Metric.class);
  private final Map<Metric, Long> errors = new EnumMap<>(Metric.class);

  @Test
  void consumersFiguresAreThoseOfTheWindow() {
    ledger.attempted(5000, true);
    ledger.ended(SendOutcome.ACKED, "SEND_OK", 5000, true);
    latency(Metric.BORN_TO_CONSUMER, 4_000_000);
    latency(Metric.STORE_TO_CONSUMER, 3_000_000);
    latency(Metric.END_TO_END, 4_500_000);
    String line =
        line(
            new Receipts.Counts(100, 90, 10, 0, 5, 0, 0, 0, 0, null),
            new Receipts.Counts(4600, 4490, 110, 0, 205, 0, 0, 0, 0, null));
    assertThat(line)
        .contains(
            " | Consume TPS: 2200 | AVG(B2C) RT(ms):   4.001 | AVG(S2C) RT(ms):   2.999 | MAX(B2C)"
                + " RT(ms): 4 | MAX(S2C) RT(ms): 3 | Consume Fail: 200 | b2c p50 4.00 ms p99 4.00"
                + " ms p99.9 n/a | s2c p50 3.00 ms p99 3.00 ms p99.9 n/a | endToEnd p50 4.50 ms p99"
                + " 4.50 ms p99.9 n/a | received 2,250/s | behind 510 | sent 2,500/s | in flight"
                + " 0");
  }

  @Test
  void percentilesBetweenTwoHostsHaveTheirErrorAndRocketMqsOwnFiguresHaveNone() {
    latency(Metric.STORE_TO_CONSUMER, 3_000_000);
    latency(Metric.END_TO_END, 4_500_000);
    errors.put(Metric.STORE_TO_CONSUMER, 3_500_000L);
    errors.put(Metric.END_TO_END, 3_500_000L);
    assertThat(line(Receipts.Counts.NONE, Receipts.Counts.NONE))
        .contains("| AVG(S2C) RT(ms):   2.999 |")
        .contains(" | s2c p50 < 3.50 ms p99 < 3.50 ms p99.9 n/a +- 3.50 ms | ")
        .contains(" | endToEnd p50 4.50 ms p99 4.50 ms p99.9 n/a +- 3.50 ms | ");
  }

  @Test
  void withoutSendersNothingIsToldOfThem() {
    latency(Metric.BORN_TO_CONSUMER, 4_000_000);
    assertThat(
            line(
                Receipts.Counts.NONE,
                new Receipts.Counts(2000, 0, 0, 0, 0, 2000, 0, 0, 0, null),
                "load.threads=0"))
        .contains(" | Consume TPS: 1000 | ")
        .endsWith(" | received 1,000/s");
  }

  @Test
  void whatIsSentOneWayIsBehindUntilItComes() {
    ledger.attempted(100, true);
    ledger.ended(SendOutcome.UNKNOWN, Ledger.ONEWAY, 100, true);
    Receipts.Counts received = new Receipts.Counts(70, 70, 0, 0, 0, 0, 0, 0, 0, null);
    assertThat(line(Receipts.Counts.NONE, received, "load.mode=oneway")).contains(" | behind 30 |");
  }

  @Test
  void whatIsSeenFirstWhenItComesAgainIsConsumedOnce() {
    Receipts.Counts received = new Receipts.Counts(2100, 2000, 300, 200, 0, 0, 0, 0, 0, null);
    assertThat(line(Receipts.Counts.NONE, received)).contains(" | Consume TPS: 1000 | ");
  }

  @Test
  void ofSeveralGroupsEachIsBehindWithWhatIsYetToComeToIt() {
    ledger.attempted(100, true);
    ledger.ended(SendOutcome.ACKED, "SEND_OK", 100, true);
    Receipts.Counts received = new Receipts.Counts(170, 170, 0, 0, 0, 0, 0, 0, 0, null);
    assertThat(line(Receipts.Counts.NONE, received, "consume.groups=2")).contains(" | behind 30 |");
  }

  @Test
  void whatAFilterLeavesOutIsNotBehind() {
    assertThat(
            line(
                Receipts.Counts.NONE,
                Receipts.Counts.NONE,
                "consume.filter.type=tag",
                "consume.filter.expression=tag1"))
        .doesNotContain("behind")
        .contains(" | sent ");
  }

  @Test
  void whatWaitsForItsTimeIsNotBehind() {
    ledger.attempted(100, true);
    ledger.ended(SendOutcome.ACKED, "SEND_OK", 100, true);
    assertThat(line(Receipts.Counts.NONE, Receipts.Counts.NONE, "message.deliver-after=1m"))
        .doesNotContain("behind")
        .contains(" | sent ");
  }

  @Test
  void aWindowWithoutMessagesHasNoFigures() {
    assertThat(line(Receipts.Counts.NONE, Receipts.Counts.NONE))
        .contains(
            " | Consume TPS: 0 | AVG(B2C) RT(ms):     NaN | AVG(S2C) RT(ms):     NaN | MAX(B2C)"
                + " RT(ms): 0 | MAX(S2C) RT(ms): 0 | Consume Fail: 0 | b2c p50 n/a p99 n/a p99.9"
                + " n/a | received 0/s | behind 0 |");
  }

  private void latency(Metric metric, long nanos) {
    Histogram histogram = LatencyRecorder.emptyHistogram();
    histogram.recordValueWithCount(nanos, 4000);
    latencies.put(metric, histogram);
  }

  /** Two seconds. */
  private String line(Receipts.Counts before, Receipts.Counts after, String... settings) {
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
            errors,
            standing(Ledger.Counts.NONE, before),
            standing(ledger.counts(), after),
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
    return ConsumerConsoleLines.interval(Instant.EPOCH, Workload.read(reader.settings()), interval);
  }

  private static Standing standing(Ledger.Counts sends, Receipts.Counts received) {
    return new Standing(
        Ledger.Counts.NONE,
        sends,
        List.of(new Standing.Group(received, 0, 0)),
        CheckBackBook.Counts.NONE,
        0,
        0,
        0);
  }
}
