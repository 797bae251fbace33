package io.brokerbench.results.tables;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.brokerbench.results.Latency.Statistic;
import io.brokerbench.results.Metric;
import io.brokerbench.results.Phase;
import io.brokerbench.results.ProcessFigure;
import org.junit.jupiter.api.Test;

final class IntervalRowsTest {

  private static final IntervalRows ROWS =
      IntervalRows.of(
          """
          toSeconds,phase,attempted,lagP50Nanos,generatorRssBytes,brokerRssBytes,backlog.a b,broker.diskBytes
          1.000,warmup,0,,5,6,7,8
          2.000,measured,3,40,5,6,,8
          2.500,measured,3,4""");

  @Test
  void columnsAreFoundByTypeAndUnknownCellsAreNotNumbers() {
    assertThat(ROWS.value(IntervalColumn.TO_SECONDS, 1)).isEqualTo(2);
    IntervalColumn median = ColumnFamily.latencies(Statistic.P50).of(Metric.LAG);
    assertThat(ROWS.value(median, 0)).isNaN();
    assertThat(ROWS.value(median, 1)).isEqualTo(40);
    assertThat(ROWS.value(IntervalColumn.ACKED, 0)).isNaN();
    assertThat(ROWS.contains(IntervalColumn.ACKED)).isFalse();
    assertThat(ROWS.contains(IntervalColumn.ATTEMPTED)).isTrue();
  }

  @Test
  void keysAreThoseOfTheHeaderInItsOrder() {
    assertThat(ROWS.keys(ColumnFamily.processes(ProcessFigure.RSS_BYTES)))
        .containsExactly("generator", "broker");
    assertThat(ROWS.keys(ColumnFamily.BACKLOG)).containsExactly("a b");
    assertThat(ROWS.keys(ColumnFamily.BROKER_FIGURE)).containsExactly("diskBytes");
    assertThat(ROWS.keys(ColumnFamily.processes(ProcessFigure.GC_COUNT))).isEmpty();
    assertThat(ROWS.has(ColumnFamily.BACKLOG.of("a b"))).isTrue();
    assertThat(ROWS.hasAny(IntervalColumn.ATTEMPTED)).isTrue();
  }

  @Test
  void anIncompleteLastLineIsIgnored() {
    assertThat(ROWS.count()).isEqualTo(2);
    assertThat(ROWS.isIn(Phase.WARMUP, 0)).isTrue();
    assertThat(ROWS.isIn(Phase.MEASURED, 1)).isTrue();
    assertThat(IntervalRows.of("").count()).isZero();
    assertThat(IntervalRows.of("").keys(ColumnFamily.BACKLOG)).isEmpty();
  }

  @Test
  void aCellThatIsNoNumberIsRefused() {
    assertThatThrownBy(() -> IntervalRows.of("toSeconds,phase\nx,measured\n"))
        .isInstanceOf(NumberFormatException.class);
  }
}
