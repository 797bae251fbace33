package io.brokerbench.document;

import com.samskivert.mustache.Escapers;
import com.samskivert.mustache.Mustache;
import com.samskivert.mustache.Template;
import io.brokerbench.document.Block.Code;
import io.brokerbench.document.Block.Paragraph;
import io.brokerbench.units.Text;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** A document as one HTML page that needs no other file and makes no network request. */
public final class HtmlPage {

  private static final Template TEMPLATE =
      Mustache.compiler()
          .nullValue("")
          .withEscaper(words -> Escapers.HTML.escape(Text.micro(words)))
          .compile(BundledFiles.text("page.mustache"));

  private HtmlPage() {}

  public static String of(Document document) {
    return TEMPLATE.execute(
        new Page(
            document.title(),
            document.headline(),
            !document.headline().reasons().isEmpty(),
            document.sections().stream().map(HtmlPage::view).toList(),
            BundledFiles.text(BundledFiles.STYLE),
            ChartJson.of(document.charts()),
            document.reports().isEmpty() ? null : ChartJson.of(document.reports()),
            BundledFiles.text(BundledFiles.NOTICE),
            BundledFiles.text(BundledFiles.ECHARTS),
            BundledFiles.text(BundledFiles.CHARTS),
            BundledFiles.text("page.js")));
  }

  // The variables of the template.

  private record Page(
      String title,
      Headline headline,
      boolean hasReasons,
      List<SectionView> sections,
      String css,
      String charts,
      @Nullable String reports,
      String notice,
      String echarts,
      String chartsScript,
      String pageScript) {}

  private record SectionView(
      String title, boolean open, List<BlockView> blocks, Section.@Nullable Preview preview) {}

  /** Exactly one component is set. */
  private record BlockView(
      @Nullable Paragraph paragraph,
      @Nullable Code code,
      @Nullable TableView table,
      @Nullable ChartView chart) {}

  private record TableView(String caption, List<Table.Column> columns, List<RowView> rows) {}

  private record RowView(List<Cell> cells) {}

  private record Cell(String text, boolean number) {}

  private record ChartView(String id, String title, String note, String label) {}

  private static SectionView view(Section section) {
    List<BlockView> blocks = section.blocks().stream().map(HtmlPage::view).toList();
    return new SectionView(section.title(), section.open(), blocks, section.preview());
  }

  private static BlockView view(Block block) {
    return new BlockView(
        block instanceof Paragraph paragraph ? paragraph : null,
        block instanceof Code code ? code : null,
        block instanceof Table table ? view(table) : null,
        block instanceof Chart chart ? view(chart) : null);
  }

  private static TableView view(Table table) {
    return new TableView(
        table.caption(),
        table.columns(),
        table.rows().stream()
            .map(
                row ->
                    new RowView(
                        IntStream.range(0, row.size())
                            .mapToObj(i -> new Cell(row.get(i), table.columns().get(i).number()))
                            .toList()))
            .toList());
  }

  private static ChartView view(Chart chart) {
    return new ChartView(
        chart.id(),
        chart.title(),
        chart.note(),
        Text.of(
            "Chart: %s. %s by %s. Arrow keys move its cursor.",
            chart.title(),
            String.join(", ", chart.series().stream().map(Series::name).toList()),
            chart.x().name().isEmpty() ? "name" : chart.x().name()));
  }
}
