package io.brokerbench.document;

import static org.assertj.core.api.Assertions.assertThat;

import io.brokerbench.document.Block.Code;
import io.brokerbench.document.Block.Paragraph;
import io.brokerbench.document.Headline.Tone;
import io.brokerbench.document.Series.Kind;
import io.brokerbench.document.Series.Point;
import java.util.List;
import org.junit.jupiter.api.Test;

final class HtmlPageTest {

  private static final String EVIL = "</script></style><script>alert(\"1\")</script>'&";

  private static Document hostile() {
    Chart chart =
        Chart.of(
            "evil",
            EVIL,
            EVIL,
            Axis.of(EVIL, List.of(EVIL)),
            List.of(Axis.of(EVIL, AxisUnit.COUNT)),
            List.of(new Series(EVIL, Kind.BAR, 0, List.of(Point.of(0, 1)))));
    return new Document(
        EVIL,
        new Headline(
            Tone.GOOD, EVIL, EVIL, List.of(EVIL), List.of(new Headline.Figure(EVIL, EVIL))),
        List.of(
            new Section(
                EVIL,
                true,
                List.of(
                    new Paragraph(EVIL),
                    new Code(EVIL),
                    Table.of(EVIL, "l", List.of(EVIL)).add(EVIL).build(),
                    chart))));
  }

  @Test
  void whatLooksLikeMarkupIsText() {
    String page = HtmlPage.of(hostile());
    assertThat(page).doesNotContain("<script>alert").doesNotContain(EVIL);
    assertThat(page).contains("&lt;/script&gt;&lt;/style&gt;&lt;script&gt;alert(");
    // Its own ones: charts' data, ECharts, what charts are, the page's.
    assertThat(page.split("</script>", -1)).hasSize(5);
    assertThat(page.split("</style>", -1)).hasSize(2);
  }

  @Test
  void thePageNamesNoOtherFile() {
    assertThat(HtmlPage.of(hostile()).replace(BundledFiles.text(BundledFiles.ECHARTS), ""))
        .doesNotContain(" src=", "<link", "url(", "@import");
  }

  @Test
  void theNoticeOfTheChartLibraryIsInThePage() {
    assertThat(HtmlPage.of(hostile())).contains("Apache ECharts\nCopyright");
  }
}
