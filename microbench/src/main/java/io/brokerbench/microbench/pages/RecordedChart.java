package io.brokerbench.microbench.pages;

import io.brokerbench.document.Axis;
import io.brokerbench.document.AxisUnit;
import io.brokerbench.document.Chart;
import io.brokerbench.document.Series;
import io.brokerbench.document.Series.Point;
import io.brokerbench.statistics.RankedValues;
import io.brokerbench.units.Text;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.IntSummaryStatistics;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The chart of a file of figures:
 *
 * <pre>
 * # Title of the chart
 * # name of the axis of figures: bytes, log
 * body,zlib,LZ4
 * 128 B,1016,8406377
 * 1 KiB,2232 2240 2250,8407400
 * </pre>
 *
 * <p>The unit is one of {@link AxisUnit}. A cell has the figure of each run, or none; the chart
 * shows their median and, from two runs on, the lowest and the highest, and says so; a third line
 * that begins with # says something else. A logarithmic axis has dots, a linear one bars.
 */
final class RecordedChart {

  private static final Pattern AXIS = Pattern.compile("# (.+): ([a-z_]+)(, log)?");

  private RecordedChart() {}

  /**
   * Reads a chart.
   *
   * @throws IllegalArgumentException if the file has another form
   */
  static Chart of(String id, List<String> lines) {
    Matcher axis = AXIS.matcher(lines.get(1));
    if (!lines.get(0).startsWith("# ") || !axis.matches()) {
      throw new IllegalArgumentException(id + ": needs a title and an axis");
    }
    AxisUnit unit = AxisUnit.valueOf(axis.group(2).toUpperCase(Locale.ROOT));
    boolean log = axis.group(3) != null;
    int head = lines.get(2).startsWith("# ") ? 3 : 2;
    String[] names = lines.get(head).split(",", -1);
    List<String[]> rows =
        lines.subList(head + 1, lines.size()).stream().map(line -> line.split(",", -1)).toList();
    List<Series> series = new ArrayList<>();
    IntSummaryStatistics runs = new IntSummaryStatistics();
    for (int column = 1; column < names.length; column++) {
      List<Point> points = new ArrayList<>();
      for (int row = 0; row < rows.size(); row++) {
        String cell = rows.get(row)[column];
        if (!cell.isEmpty()) {
          points.add(point(row, cell));
          runs.accept(cell.split(" ", -1).length);
        }
      }
      series.add(new Series(names[column], log ? Series.Kind.POINT : Series.Kind.BAR, 0, points));
    }
    return Chart.of(
        id,
        lines.get(0).substring(2),
        head == 3 ? lines.get(2).substring(2) : note(log ? "Points" : "Bars", runs),
        Axis.of(names[0], rows.stream().map(row -> row[0]).toList()),
        List.of(log ? Axis.log(axis.group(1), unit) : Axis.of(axis.group(1), unit)),
        series);
  }

  /** What points and whiskers are. */
  private static String note(String shapes, IntSummaryStatistics runs) {
    int most = runs.getMax();
    return most == 1
        ? shapes + ": one run each."
        : Text.of(
            "%s: medians of %s runs. Whiskers: lowest and highest run.",
            shapes,
            runs.getMin() == most
                ? Integer.toString(most)
                : Text.of("%d to %d", runs.getMin(), most));
  }

  private static Point point(int row, String cell) {
    RankedValues runs =
        RankedValues.of(Arrays.stream(cell.split(" ", -1)).map(Double::valueOf).toList());
    return new Point(row, runs.median(), runs.min(), runs.max());
  }
}
