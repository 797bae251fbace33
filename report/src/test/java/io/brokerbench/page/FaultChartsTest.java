package io.brokerbench.page;

import static org.assertj.core.api.Assertions.assertThat;

import io.brokerbench.document.Chart;
import io.brokerbench.document.Series.Point;
import io.brokerbench.results.Metric;
import io.brokerbench.results.faults.FaultImpact;
import io.brokerbench.results.tables.IntervalRows;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** A fault at second 2,000 of a run of 5,000, whose page has a point for each twelve seconds. */
final class FaultChartsTest {

  private static IntervalRows rows() {
    StringBuilder csv = new StringBuilder("toSeconds,phase,attempted,acked,lagP50Nanos\n");
    for (int second = 1; second <= 5000; second++) {
      csv.append(second).append(".000,measured,100,100,10\n");
    }
    return IntervalRows.of(csv.toString());
  }

  private static Chart chart(@Nullable Double recoveredSeconds) {
    FaultImpact fault =
        new FaultImpact(
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
            List.of());
    IntervalColumns all = IntervalColumns.of(rows());
    Measured measured = new Measured(0, 5000, true, List.of(fault));
    IntervalColumns grouped = Grouping.of(all, measured, Metric.LAG);
    return FaultCharts.of(
            List.of(fault),
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
}
