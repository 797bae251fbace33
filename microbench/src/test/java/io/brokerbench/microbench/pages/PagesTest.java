package io.brokerbench.microbench.pages;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.brokerbench.document.Chart;
import io.brokerbench.document.Series;
import io.brokerbench.document.Series.Point;
import io.brokerbench.units.Text;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.DoubleSummaryStatistics;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class PagesTest {

  private static final Path ROOT = Path.of("..");
  private static final String HEADING = "date,tool,load,pair,a,b,c,d";

  /** After {@code scripts/pages} nothing differs. */
  @Test
  void tablesAndPicturesAreThoseOfTheRecordedFigures() throws IOException {
    for (Map.Entry<Path, String> file : Pages.rendered(ROOT).entrySet()) {
      assertThat(Files.readString(ROOT.resolve(file.getKey())))
          .as("%s, which scripts/pages makes", file.getKey())
          .isEqualTo(file.getValue());
    }
  }

  @Test
  void everyComparisonHasFivePairsOrMore() throws IOException {
    assertThat(Pages.recorded(ROOT))
        .isNotEmpty()
        .allSatisfy(each -> assertThat(each.pairs()).isGreaterThanOrEqualTo(5));
  }

  /** The text above the tables, which is written by hand. */
  @Test
  void theSummaryHasTheFiguresOfTheTables() throws IOException {
    List<Comparison> tools =
        Pages.recorded(ROOT).stream()
            .filter(each -> each.tool().equals("RocketMQ") && !each.load().contains("stock"))
            .toList();
    DoubleSummaryStatistics rates =
        tools.stream().mapToDouble(each -> each.rate().ratio()).summaryStatistics();
    DoubleSummaryStatistics costs =
        tools.stream().mapToDouble(each -> each.cost().ratio()).summaryStatistics();
    DoubleSummaryStatistics producer =
        tools.stream()
            .filter(each -> each.load().startsWith("producer"))
            .mapToDouble(each -> each.cost().brokerbench())
            .summaryStatistics();
    assertThat(Files.readString(ROOT.resolve("docs/PERFORMANCE.md")).replace('\n', ' '))
        .contains(
            Text.of("%.1f to %.1f times the messages", rates.getMin(), rates.getMax()),
            Text.of("for %.2f to %.2f of the processor time", costs.getMin(), costs.getMax()),
            Text.of(
                "Of the %.1f to %.1f µs of processor time that a message of the producer takes",
                producer.getMin(), producer.getMax()));
  }

  @Test
  void aTableHasOneFigureInEachCellAndOneOfFourAnswers() {
    List<Comparison> comparisons =
        Comparison.ofPairs(
            List.of(
                HEADING,
                "2026-11-28,PerfTest,loop,1,1000,2000,100.0,101.0",
                "2026-11-28,Locust,500/s,1,500,500,100.0,200.0",
                "2026-11-28,PerfTest,loop,2,4000,8400,100.0,100.0",
                "2026-11-28,PerfTest,loop,3,1000,1900,100.0,99.0"));
    assertThat(ComparisonPages.table(comparisons, "PerfTest").lines().skip(2))
        .containsExactly(
            "| loop | 2026-11-28 | 3 | 1,587 | 3,172 | 2.00 [1.76, 2.26] | better"
                + " | 100.0 | 100.0 | 1.00 [0.98, 1.03] | same |");
    assertThat(ComparisonPages.table(comparisons, "Locust").lines().skip(2))
        .containsExactly(
            "| 500/s | 2026-11-28 | 1 | 500 | 500 | 1.00 | cannot tell"
                + " | 100.0 | 200.0 | 2.00 | cannot tell |");
    assertThat(comparisons.get(0).rate().ratio())
        .isCloseTo(
            comparisons.get(0).rate().brokerbench() / comparisons.get(0).rate().tool(),
            within(1e-9));
  }

  @Test
  void moreProcessorTimeIsWorse() {
    List<Comparison> comparisons =
        Comparison.ofPairs(
            List.of(
                HEADING, "d,Locust,500/s,1,500,500,242,334", "d,Locust,500/s,2,500,500,246,347"));
    assertThat(comparisons.get(0).cost().answer()).isEqualTo("worse");
    assertThat(comparisons.get(0).rate().answer()).isEqualTo("same");
  }

  @Test
  void aRecordedChartShowsTheMedianOfRunsAndTheirExtremes() {
    Chart chart =
        RecordedChart.of(
            "flush",
            List.of(
                "# Written per message",
                "# per message: bytes, log",
                "release,mapping,write",
                "4.5.1,300 100 200,",
                "5.5.0,10 20,3"));
    assertThat(chart.title()).isEqualTo("Written per message");
    assertThat(chart.x().categories()).containsExactly("4.5.1", "5.5.0");
    assertThat(chart.y().get(0).log()).isTrue();
    assertThat(chart.series().get(0).kind()).isEqualTo(Series.Kind.POINT);
    assertThat(chart.series().get(0).points())
        .containsExactly(new Point(0, 200, 100, 300), new Point(1, 15, 10, 20));
    assertThat(chart.series().get(1).points()).containsExactly(Point.of(1, 3));
  }

  @Test
  void aFileOfFiguresWithoutAnAxisIsRefused() {
    assertThatThrownBy(() -> RecordedChart.of("flush", List.of("# Title", "a,b", "c,1")))
        .hasMessageContaining("flush: needs a title and an axis");
    assertThatThrownBy(() -> Comparison.ofPairs(List.of(HEADING, "2026-11-28,PerfTest,loop,1,1")))
        .hasMessageContaining("needs 8 columns");
  }
}
