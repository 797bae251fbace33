package io.brokerbench.microbench.pages;

import io.brokerbench.document.Axis;
import io.brokerbench.document.AxisUnit;
import io.brokerbench.document.Chart;
import io.brokerbench.document.Series;
import io.brokerbench.document.Series.Point;
import io.brokerbench.microbench.pages.Comparison.Figure;
import io.brokerbench.units.Text;
import io.brokerbench.units.Units;
import java.util.ArrayList;
import java.util.List;
import java.util.function.DoubleFunction;
import java.util.function.Function;

/** The table and the chart of comparisons. */
final class ComparisonPages {

  /** Ends of the chart: few pairs have intervals that would hide all others. */
  private static final double LEAST = 0.25;

  private static final double MOST = 4;

  private ComparisonPages() {}

  /** The table in Markdown of the comparisons with one tool, without a line break at its end. */
  static String table(List<Comparison> comparisons, String tool) {
    List<String> lines = new ArrayList<>();
    lines.add(
        Text.of(
            "| load | date | pairs | %1$s, msg/s | brokerbench, msg/s | ratio | answer |"
                + " %1$s, µs/msg | brokerbench, µs/msg | ratio | answer |",
            tool));
    lines.add(lines.get(0).replaceAll("[^|]+", "---"));
    for (Comparison each : comparisons) {
      if (each.tool().equals(tool)) {
        lines.add(
            Text.of(
                "| %s | %s | %d | %s | %s |",
                each.load(),
                each.date(),
                each.pairs(),
                cells(each.rate(), Units::rate),
                cells(each.cost(), micros -> Text.of("%,.1f", micros))));
      }
    }
    return String.join("\n", lines);
  }

  private static String cells(Figure figure, DoubleFunction<String> text) {
    String interval =
        Double.isNaN(figure.low()) ? "" : Text.of(" [%.2f, %.2f]", figure.low(), figure.high());
    return Text.of(
        "%s | %s | %.2f%s | %s",
        text.apply(figure.tool()),
        text.apply(figure.brokerbench()),
        figure.ratio(),
        interval,
        figure.answer());
  }

  /** The ratios of all comparisons, as dots with their intervals around 1. */
  static Chart chart(List<Comparison> comparisons) {
    return new Chart(
        "peers",
        "brokerbench to other tools, the same load on the same cluster",
        "Above 1: more per second, more processor time. Whiskers: 95 % intervals, cut at "
            + Text.of("%.2f and %.0f.", LEAST, MOST),
        Axis.of("", comparisons.stream().map(ComparisonPages::label).toList()),
        List.of(Axis.log("brokerbench / other tool", AxisUnit.RATIO)),
        List.of(
            series("messages per second", comparisons, Comparison::rate),
            series("processor time per message", comparisons, Comparison::cost)),
        List.of(),
        List.of(new Chart.Mark(1, false, "")),
        "");
  }

  private static String label(Comparison comparison) {
    return comparison.tool() + " " + comparison.load();
  }

  private static Series series(
      String name, List<Comparison> comparisons, Function<Comparison, Figure> figure) {
    List<Point> points = new ArrayList<>();
    for (Comparison each : comparisons) {
      Figure of = figure.apply(each);
      points.add(
          Double.isNaN(of.low())
              ? Point.of(points.size(), of.ratio())
              : new Point(
                  points.size(), of.ratio(), Math.max(of.low(), LEAST), Math.min(of.high(), MOST)));
    }
    return new Series(name, Series.Kind.POINT, 0, points);
  }
}
