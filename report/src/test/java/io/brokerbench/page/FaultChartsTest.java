package io.brokerbench.page;

import static org.assertj.core.api.Assertions.assertThat;

import io.brokerbench.document.Chart;
import io.brokerbench.document.Chart.Band;
import io.brokerbench.document.Chart.Mark;
import io.brokerbench.document.Series;
import io.brokerbench.document.Series.Point;
import io.brokerbench.results.Metric;
import io.brokerbench.results.faults.FaultEvent;
import io.brokerbench.results.faults.FaultImpact;
import io.brokerbench.results.tables.IntervalRows;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** A fault at second 2,000 of a run of 5,000, whose page has a point for each twelve seconds. */
final class FaultChartsTest {

  private static IntervalRows rows() {
    StringBuilder csv =
        new StringBuilder(
            "toSeconds,phase,attempted,acked,deliveries,hostCpuCores,lagP50Nanos,lagP90Nanos,"
                + "lagP99Nanos\n");
    for (int second = 1; second <= 5000; second++) {
      csv.append(second).append(".000,measured,100,100,90,1.5,10,20,30\n");
    }
    return IntervalRows.of(csv.toString());
  }

  private static FaultImpact fault(@Nullable Double recoveredSeconds) {
    return new FaultImpact(
        "kill master",
        "broker-a",
        2000,
        7.0,
        0.0,
        List.of(),
        7.0,
        7.0,
        recoveredSeconds,
        recoveredSeconds,
        recoveredSeconds,
        0.002,
        1000,
        300,
        700,
        0,
        0,
        0,
        null,
        List.of(
            new FaultEvent(0, "broker-a killed"),
            new FaultEvent(1.5, "the brokers report broker-b as master"),
            new FaultEvent(400, "broker-a accepts connections")));
  }

  private static Chart chart(@Nullable Double recoveredSeconds) {
    return chart(recoveredSeconds, 5000, null);
  }

  private static Chart chart(
      @Nullable Double recoveredSeconds, double endSeconds, @Nullable Double offeredPerSecond) {
    IntervalColumns all = IntervalColumns.of(rows());
    Measured measured = new Measured(0, endSeconds, true, List.of(fault(recoveredSeconds)));
    IntervalColumns grouped = Grouping.of(all, measured, Metric.LAG);
    return FaultCharts.of(
            measured,
            offeredPerSecond,
            TimeCharts.rateAndLatency(all, measured, Metric.LAG),
            TimeCharts.rateAndLatency(grouped, measured, Metric.LAG))
        .get(0);
  }

  private static List<Double> seconds(Chart chart) {
    return chart.series().get(0).points().stream().map(Point::x).toList();
  }

  @Test
  void theTimeAroundAFaultIsDrawnSecondBySecondAndNothingElseIs() {
    Chart chart = chart(10.0);
    assertThat(chart.x().fitted()).isTrue();
    assertThat(seconds(chart)).hasSize(21).startsWith(1995.0).endsWith(2015.0);
  }

  @Test
  void aFaultWithoutARecoveryIsDrawnAsTheRestOfTheRun() {
    assertThat(seconds(chart(null))).hasSizeBetween(200, 300).endsWith(5000.0);
  }

  @Test
  void theChartShowsTheLoadAndItsLatencyAndWhatBecameOfTheNodes() {
    Chart chart = chart(10.0);
    assertThat(chart.series())
        .extracting(Series::name)
        .containsExactly("sent", "acknowledged", "received", "p50", "p99");
    assertThat(chart.series()).extracting(Series::axis).containsExactly(0, 0, 0, 1, 1);
    // What happened later than five seconds after the recovery is in the table of the events.
    assertThat(chart.marks())
        .containsExactly(
            new Mark(2000, true, "broker-a killed"),
            new Mark(2001.5, true, "the brokers report broker-b as master"));
    assertThat(chart.bands()).containsExactly(new Band(2000, 2010, Band.Kind.FAULT));
  }

  /** What is sent falls with the acknowledgements where senders wait for them. */
  @Test
  void theOfferedRateIsDrawnUntilTheEndOfTheLoad() {
    List<Series> series = chart(10.0, 2012, 100.0).series();
    assertThat(series)
        .extracting(Series::name)
        .containsExactly("sent", "acknowledged", "received", "offered", "p50", "p99");
    Series offered = series.get(3);
    assertThat(offered.points()).extracting(Point::y).containsOnly(100.0);
    assertThat(offered.points())
        .extracting(Point::x)
        .hasSize(18)
        .startsWith(1995.0)
        .endsWith(2012.0);
  }

  @Test
  void everyChartOverTimeHasABandFromTheFaultToTheRecovery() {
    IntervalColumns rows = IntervalColumns.of(rows());
    Measured measured = new Measured(0, 5000, true, List.of(fault(10.0)));
    List<Chart> charts = new ArrayList<>(TimeCharts.load(rows, measured, Metric.LAG));
    charts.addAll(TimeCharts.resources(rows, measured));
    assertThat(charts).extracting(Chart::id).contains("rate", "latency", "cpu");
    assertThat(charts)
        .allSatisfy(
            chart -> {
              assertThat(chart.bands()).containsExactly(new Band(2000, 2010, Band.Kind.FAULT));
              assertThat(chart.marks()).containsExactly(new Mark(2000, true, "kill master"));
            });
  }
}
