package io.brokerbench.record;

import static org.assertj.core.api.Assertions.assertThat;

import io.brokerbench.record.page.PageStore;
import io.brokerbench.results.Metric;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

final class FanOutTrackerTest {

  @Test
  void reportsTheFirstTheMedianAndTheLastCopyOfEachMessage() {
    FanOutTracker copies = new FanOutTracker(5, new PageStore());
    for (long sequence : List.of(0L, 4_095L, 4_096L, 1_000_000L)) {
      assertThat(IntStream.range(0, 6).mapToObj(copy -> copies.received(3, sequence)).toList())
          .containsExactly(
              Optional.of(Metric.FIRST_COPY),
              Optional.empty(),
              Optional.of(Metric.MEDIAN_COPY),
              Optional.empty(),
              Optional.of(Metric.LAST_COPY),
              Optional.empty());
    }
  }

  @Test
  void producersAreToldApart() {
    FanOutTracker copies = new FanOutTracker(3, new PageStore());
    assertThat(copies.received(0, 7)).contains(Metric.FIRST_COPY);
    assertThat(copies.received(1, 7)).contains(Metric.FIRST_COPY);
    assertThat(copies.received(0, 7)).contains(Metric.MEDIAN_COPY);
    assertThat(copies.received(0, 7)).contains(Metric.LAST_COPY);
    assertThat(copies.received(1, 7)).contains(Metric.MEDIAN_COPY);
  }
}
