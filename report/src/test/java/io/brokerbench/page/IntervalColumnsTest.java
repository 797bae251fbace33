package io.brokerbench.page;

import static org.assertj.core.api.Assertions.assertThat;

import io.brokerbench.document.Chart;
import io.brokerbench.document.Series.Point;
import io.brokerbench.results.Metric;
import java.util.List;
import org.junit.jupiter.api.Test;

final class IntervalColumnsTest {

  /** Two seconds of load and six tenths of a third, 5 ms of settling, and a drain of 1.3 s. */
  private static final String CSV =
      """
      toSeconds,phase,attempted,acked,rejected,deliveries,lagP50Nanos,generatorCpuCores,generatorRssBytes
      1.000,warmup,100,100,0,50,10,0.5,7
      2.000,measured,100,100,0,50,10,0.5,7
      2.600,measured,60,60,0,30,10,0.5,7
      2.605,settling,0,0,3,1,10,0.1,7
      3.605,drain,0,0,0,50,,0.2,7
      3.900,drain,0,0,0,3,,0.1,7
      """;

  private static List<Chart> charts(String csv) {
    IntervalColumns rows = IntervalColumns.of(csv);
    Measured measured = Measured.of(null, rows);
    return java.util.stream.Stream.concat(
            TimeCharts.load(rows, measured, Metric.LAG).stream(),
            TimeCharts.resources(rows, measured).stream())
        .map(Chart.class::cast)
        .toList();
  }

  private static List<Point> points(String csv, String chart, String series) {
    return charts(csv).stream()
        .filter(each -> each.id().equals(chart))
        .flatMap(each -> each.series().stream())
        .filter(each -> each.name().equals(series))
        .findFirst()
        .orElseThrow()
        .points();
  }

  @Test
  void ratesAreThoseOfARowsOwnLengthAndShortRowsAreNotDrawn() {
    assertThat(points(CSV, "rate", "sent"))
        .extracting(point -> Math.round(point.x() * 1000) + ": " + Math.round(point.y()))
        .containsExactly("1000: 100", "2000: 100", "2600: 100", "3605: 0");
    assertThat(points(CSV, "rate", "received"))
        .extracting(point -> Math.round(point.y()))
        .containsExactly(50L, 50L, 50L, 50L);
    assertThat(points(CSV, "cpu", "generator")).hasSize(4);
  }

  @Test
  void whatIsCountedOrReadIsDrawnHoweverShortItsRowIs() {
    assertThat(points(CSV, "failures", "rejected")).hasSize(6);
    assertThat(points(CSV, "memory", "generator")).hasSize(6);
    assertThat(points(CSV, "latency", "p50")).hasSize(6);
  }

  @Test
  void measuredTimeEndsWhereSettlingBegins() {
    assertThat(Measured.of(null, IntervalColumns.of(CSV))).isEqualTo(new Measured(1, 2.6, true));
  }

  @Test
  void aRunOfAFractionOfASecondHasNoRates() {
    assertThat(charts("toSeconds,phase,attempted,lagP50Nanos\n0.280,measured,100,10\n"))
        .extracting(Chart::id)
        .containsExactly("latency");
  }
}
