package io.brokerbench.page;

import io.brokerbench.document.Series;
import io.brokerbench.document.Series.Point;
import io.brokerbench.result.Interval;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntPredicate;
import java.util.function.IntToDoubleFunction;

/**
 * {@code intervals.csv}: columns of numbers by their names, not a number where nothing is known. A
 * last line that is not whole is left out.
 */
final class Rows {

  private static final double FIRST_SECOND = 1;

  /** Ends of rows are rounded to milliseconds. */
  private static final double SHORTEST_SECONDS = Interval.SHORTEST_SECONDS - 0.001;

  private static final double[] NONE = {};

  private final Map<String, double[]> columns = new LinkedHashMap<>();
  private final List<String> phases = new ArrayList<>();

  private Rows() {}

  /** The rows in a file's text. */
  static Rows of(String csv) {
    Rows rows = new Rows();
    List<String> lines = csv.substring(0, csv.lastIndexOf('\n') + 1).lines().toList();
    if (lines.isEmpty()) {
      return rows;
    }
    String[] names = lines.get(0).split(",", -1);
    double[][] values = new double[names.length][lines.size() - 1];
    for (int i = 0; i < lines.size() - 1; i++) {
      String[] cells = lines.get(i + 1).split(",", -1);
      String phase = "";
      for (int c = 0; c < names.length; c++) {
        String cell = c < cells.length ? cells[c] : "";
        boolean number = !names[c].equals("phase");
        phase = number ? phase : cell;
        values[c][i] = number && !cell.isEmpty() ? Double.parseDouble(cell) : Double.NaN;
      }
      rows.phases.add(phase);
    }
    for (int c = 0; c < names.length; c++) {
      rows.columns.put(names[c], values[c]);
    }
    return rows;
  }

  int count() {
    return phases.size();
  }

  List<String> names() {
    return List.copyOf(columns.keySet());
  }

  private double[] column(String name) {
    return columns.getOrDefault(name, NONE);
  }

  /** Whether a column says anything. */
  boolean has(String name) {
    return Arrays.stream(column(name)).anyMatch(value -> !Double.isNaN(value));
  }

  /** Whether a column says anything but zero. */
  boolean hasAny(String name) {
    return Arrays.stream(column(name)).anyMatch(value -> value > 0);
  }

  boolean warmup(int row) {
    return phases.get(row).equals("warmup");
  }

  /** Whether messages were due; results of earlier versions call all after the warm-up measured. */
  boolean underLoad(int row) {
    return warmup(row) || phases.get(row).equals("measured");
  }

  double value(String name, int row) {
    double[] values = column(name);
    return row < values.length ? values[row] : Double.NaN;
  }

  /** Where a row ends, seconds from the start of the load. */
  double end(int row) {
    return value("toSeconds", row);
  }

  double begin(int row) {
    return row == 0 ? Math.max(0, end(0) - FIRST_SECOND) : end(row - 1);
  }

  /** A column as it is. */
  Series line(String name, String column) {
    return line(name, row -> value(column, row));
  }

  /** What a column counts, per second. */
  Series perSecond(String name, String column) {
    return rates(name, row -> value(column, row) / (end(row) - begin(row)));
  }

  /** A column that is a rate already. */
  Series rates(String name, String column) {
    return rates(name, row -> value(column, row));
  }

  /** Of a row that is too short to say anything there is no point. */
  private Series rates(String name, IntToDoubleFunction value) {
    return series(name, Series.Kind.LINE, value, row -> end(row) - begin(row) >= SHORTEST_SECONDS);
  }

  private Series line(String name, IntToDoubleFunction value) {
    return series(name, Series.Kind.LINE, value);
  }

  Series series(String name, Series.Kind kind, IntToDoubleFunction value) {
    return series(name, kind, value, row -> true);
  }

  private Series series(
      String name, Series.Kind kind, IntToDoubleFunction value, IntPredicate drawn) {
    List<Point> points = new ArrayList<>();
    for (int row = 0; row < count(); row++) {
      if (drawn.test(row)) {
        points.add(Point.of(end(row), value.applyAsDouble(row)));
      }
    }
    return new Series(name, kind, 0, points);
  }
}
