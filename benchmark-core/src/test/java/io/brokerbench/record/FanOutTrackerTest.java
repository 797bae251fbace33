package io.brokerbench.record;

import static org.assertj.core.api.Assertions.assertThat;

import io.brokerbench.record.page.PageStore;
import io.brokerbench.results.Metric;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

final class FanOutTrackerTest {

  @Test
  void reportsTheFirstTheMedianAndTheLastCopyOfEachMessage() {
    FanOutTracker copies = new FanOutTracker(5, new PageStore());
    for (long sequence : List.of(0L, 4_095L, 4_096L, 1_000_000L)) {
      assertThat(IntStream.range(0, 6).mapToObj(copy -> copies.received(3, sequence)).toList())
          .containsExactly(
              Metric.FIRST_COPY, null, Metric.MEDIAN_COPY, null, Metric.LAST_COPY, null);
    }
  }

  @Test
  void producersAreToldApart() {
    FanOutTracker copies = new FanOutTracker(3, new PageStore());
    assertThat(copies.received(0, 7)).isEqualTo(Metric.FIRST_COPY);
    assertThat(copies.received(1, 7)).isEqualTo(Metric.FIRST_COPY);
    assertThat(copies.received(0, 7)).isEqualTo(Metric.MEDIAN_COPY);
    assertThat(copies.received(0, 7)).isEqualTo(Metric.LAST_COPY);
    assertThat(copies.received(1, 7)).isEqualTo(Metric.MEDIAN_COPY);
  }
}
