package io.brokerbench.measurement;

import static io.brokerbench.measurement.TestResult.counts;
import static org.assertj.core.api.Assertions.assertThat;

import io.brokerbench.record.Ledger.Counts;
import io.brokerbench.results.Metric;
import io.brokerbench.results.Phase;
import java.util.List;
import org.junit.jupiter.api.Test;

final class IntervalTest {

  @Test
  void severalTogetherHaveAllLatenciesAndTheCountsOfTheirEnds() {
    Interval first = TestResult.interval(0, Phase.WARMUP, Counts.NONE, counts(50, 50));
    Interval last = TestResult.interval(1, Phase.MEASURED, counts(50, 50), counts(90, 80));
    Interval both = Interval.together(List.of(first, last));
    assertThat(both.seconds()).isEqualTo(2);
    assertThat(both.phase()).isEqualTo(Phase.WARMUP);
    assertThat(both.successPerSecond()).isEqualTo(40);
    assertThat(both.summary(Metric.SERVICE).count()).isEqualTo(80);
    assertThat(both.hiccups().getTotalCount()).isEqualTo(20);
    assertThat(both.sample()).isSameAs(last.sample());
    // The parts are as they were.
    assertThat(first.summary(Metric.SERVICE).count()).isEqualTo(50);
    assertThat(first.hiccups().getTotalCount()).isEqualTo(10);
  }
}
