package io.brokerbench.page;

import static org.assertj.core.api.Assertions.assertThat;

import io.brokerbench.document.Chart;
import io.brokerbench.document.Series.Point;
import io.brokerbench.results.Metric;
import io.brokerbench.results.tables.IntervalRows;
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
    IntervalColumns rows = IntervalColumns.of(IntervalRows.of(csv));
    Measured measured = Measured.of(null, rows);
    return java.util.stream.Stream.concat(
            TimeCharts.load(rows, measured, Metric.LAG).stream(),
            TimeCharts.resources(rows, measured).stream())
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

  /** A busy machine ends it late. */
  @Test
  void theFirstRowBeginsWithTheLoadHoweverLongItIs() {
    assertThat(points(CSV.replace("1.000,warmup", "1.600,warmup"), "rate", "sent").get(0))
        .isEqualTo(Point.of(1.6, 62.5));
  }

  @Test
  void measuredTimeEndsWhereSettlingBegins() {
    assertThat(Measured.of(null, IntervalColumns.of(IntervalRows.of(CSV))))
        .isEqualTo(new Measured(1, 2.6, true, List.of()));
  }

  @Test
  void aRunOfAFractionOfASecondHasNoRates() {
    assertThat(charts("toSeconds,phase,attempted,lagP50Nanos\n0.280,measured,100,10\n"))
        .extracting(Chart::id)
        .containsExactly("latency");
  }

  /** Rows of a second each; two fail, and each thousandth has no latency and then a long one. */
  private static String rows(int count) {
    StringBuilder csv = new StringBuilder("toSeconds,phase,attempted,rejected,lagP50Nanos\n");
    for (int second = 1; second <= count; second++) {
      String latency = second % 1000 == 500 ? "" : second % 1000 == 501 ? "77777" : "10";
      csv.append(second).append(".000,measured,100,");
      csv.append(second == 1200 || second == 1201 ? 9 : 0).append(',').append(latency).append('\n');
    }
    return csv.toString();
  }

  private static final String DAY = rows(86_400);

  private static IntervalColumns drawn(String csv) {
    IntervalColumns rows = IntervalColumns.of(IntervalRows.of(csv));
    return Grouping.of(rows, Measured.of(null, rows), Metric.LAG);
  }

  private static Chart chart(IntervalColumns rows, String id) {
    return TimeCharts.load(rows, Measured.of(null, rows), Metric.LAG).stream()
        .filter(chart -> chart.id().equals(id))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void aThousandRowsAreDrawnOneByOneAndMoreInGroups() {
    assertThat(drawn(rows(1000)).groupSeconds()).isZero();
    assertThat(drawn(rows(1001)).groupSeconds()).isEqualTo(3);
    assertThat(drawn(DAY).groupSeconds()).isEqualTo(180);
  }

  @Test
  void aGroupIsDrawnAsItsMedianBetweenMinimumAndMaximum() {
    IntervalColumns rows = drawn(DAY);
    Chart chart = chart(rows, "latency");
    assertThat(chart.note())
        .endsWith(
            "Line: the median of each 180 s; band around it: minimum and maximum of each 180 s.");
    List<Point> points = chart.series().get(0).points();
    assertThat(points).hasSize(480);
    assertThat(points.get(0)).isEqualTo(new Point(180, 10, 10, 10));
    assertThat(points.get(2)).isEqualTo(new Point(540, 10, 10, 77_777));
    assertThat(points.stream().filter(point -> point.high() == 77_777)).hasSize(86);
  }

  /** Seconds that alternate between 10 and 30: groups of four seconds have as many of each. */
  @Test
  void theMedianOfAnEvenNumberIsBetweenItsMiddleValues() {
    StringBuilder csv = new StringBuilder("toSeconds,phase,lagP50Nanos\n");
    for (int second = 1; second <= 1500; second++) {
      csv.append(second).append(".000,measured,").append(second % 2 == 0 ? 30 : 10).append('\n');
    }
    IntervalColumns rows = drawn(csv.toString());
    assertThat(rows.groupSeconds()).isEqualTo(4);
    assertThat(chart(rows, "latency").series().get(0).points())
        .allMatch(point -> point.equals(new Point(point.x(), 20, 10, 30)));
  }

  @Test
  void aBarIsTheMaximumOfItsGroupAndItsShadingIsTheWholeGroup() {
    Chart chart = chart(drawn(DAY), "failures");
    assertThat(chart.note()).endsWith("Bars: the maximum of each 180 s.");
    assertThat(chart.series().get(0).points().stream().filter(point -> point.y() == 9))
        .containsExactly(Point.of(1260, 9));
    assertThat(chart.bands()).containsExactly(new Chart.Band(1080, 1260, Chart.Band.Kind.FAILURES));
  }

  @Test
  void aGroupWithoutAnyValueIsAGap() {
    String gap = DAY.replaceAll("(?m)^(5[0-9]{2}\\.000,.*,)[0-9]*$", "$1");
    List<Point> points = chart(drawn(gap), "latency").series().get(0).points();
    assertThat(points.get(2).y()).isEqualTo(10);
    String wider = DAY.replaceAll("(?m)^([3-9][0-9]{2}\\.000,.*,)[0-9]*$", "$1");
    assertThat(chart(drawn(wider), "latency").series().get(0).points().get(2).y()).isNaN();
  }

  @Test
  void manySeriesMakeLongerGroups() {
    StringBuilder csv = new StringBuilder("toSeconds,phase");
    String row = "";
    for (int process = 0; process < 300; process++) {
      csv.append(",p").append(process).append("RssBytes");
      row += ",1";
    }
    csv.append('\n');
    for (int second = 1; second <= 1500; second++) {
      csv.append(second).append(".000,measured").append(row).append('\n');
    }
    assertThat(drawn(csv.toString()).groupSeconds()).isEqualTo(10);
  }
}
