package io.brokerbench.compare;

import io.brokerbench.compare.Comparison.Compared;
import io.brokerbench.compare.Comparison.Row;
import io.brokerbench.document.Axis;
import io.brokerbench.document.AxisUnit;
import io.brokerbench.document.Block;
import io.brokerbench.document.Block.Paragraph;
import io.brokerbench.document.Chart;
import io.brokerbench.document.Chart.Mark;
import io.brokerbench.document.Document;
import io.brokerbench.document.Headline;
import io.brokerbench.document.Headline.Tone;
import io.brokerbench.document.Section;
import io.brokerbench.document.Series;
import io.brokerbench.document.Series.Kind;
import io.brokerbench.document.Series.Point;
import io.brokerbench.figures.RunFigure;
import io.brokerbench.statistics.Ratio;
import io.brokerbench.units.Text;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The report on a comparison: the ratio and the answer of each figure. */
public final class ComparisonDocument {

  private ComparisonDocument() {}

  public static Document of(Comparison comparison) {
    List<Block> answer = new ArrayList<>();
    answer.add(chart(comparison));
    answer.add(ComparisonTable.table(comparison));
    ComparisonTable.limits(comparison).forEach(line -> answer.add(new Paragraph(line.strip())));
    List<Block> subjects =
        ComparisonTable.subjects(comparison).stream().<Block>map(Paragraph::new).toList();
    return new Document(
        Text.of("%s against %s", comparison.candidate().path(), comparison.base().path()),
        headline(comparison),
        List.of(
            new Section("A against B", true, answer),
            new Section("What was compared", true, subjects)));
  }

  private static Headline headline(Comparison comparison) {
    Compared cell = shown(comparison.cells());
    List<Row> rates = comparison.together().isEmpty() ? cell.rows() : comparison.together();
    List<Headline.Figure> figures =
        rates.stream()
            .map(
                row ->
                    new Headline.Figure(
                        row.label(), ComparisonTable.text(row, comparison.limits())))
            .toList();
    List<String> notCompared = comparison.notCompared();
    long regressions = comparison.regressions();
    if (regressions > 0) {
      return new Headline(
          Tone.BAD,
          "REGRESSION",
          Text.of(
              "%d of %d figures %s surely worse and beyond the limit.",
              regressions, comparison.judged(), regressions == 1 ? "is" : "are"),
          notCompared,
          figures);
    }
    if (rates.isEmpty()) {
      String why = "No run has a figure to compare.";
      return new Headline(Tone.NEUTRAL, "CANNOT TELL", why, notCompared, figures);
    }
    Row first = rates.get(0);
    return new Headline(
        Tone.NEUTRAL,
        ComparisonTable.text(first, comparison.limits()).toUpperCase(Locale.ROOT),
        Text.of(
            "is the answer for the %s of the candidate against the base%s.",
            first.figure().equals(RunFigure.RATE) ? "rate" : first.label(),
            comparison.together().isEmpty() && comparison.cells().size() > 1
                ? ", in the cell " + cell.label()
                : ""),
        notCompared,
        figures);
  }

  /** The first cell with enough runs for an answer; without one the first. */
  private static Compared shown(List<Compared> cells) {
    return cells.stream()
        .filter(cell -> cell.rows().stream().anyMatch(row -> row.ratio() != null))
        .findFirst()
        .orElse(cells.get(0));
  }

  private static Chart chart(Comparison comparison) {
    List<String> names = new ArrayList<>();
    List<Point> points = new ArrayList<>();
    for (Compared cell : comparison.cells()) {
      for (Row row : cell.rows()) {
        add(names, points, cell.label() + ": " + row.label(), row.ratio());
      }
    }
    comparison.together().forEach(row -> add(names, points, "all: " + row.label(), row.ratio()));
    return new Chart(
        "ratios",
        "Candidate against base",
        "Ratio of each figure with its 95 % interval; 1 is no difference. More is better for rates,"
            + " less for latencies and CPU.",
        Axis.of("", names),
        List.of(Axis.of("ratio", AxisUnit.RATIO)),
        List.of(new Series("candidate/base", Kind.POINT, 0, points)),
        List.of(),
        List.of(new Mark(1, false, "no difference")),
        "");
  }

  private static void add(
      List<String> names, List<Point> points, String name, @Nullable Ratio ratio) {
    if (ratio != null) {
      points.add(new Point(names.size(), ratio.estimate(), ratio.low(), ratio.high()));
      names.add(name);
    }
  }
}
