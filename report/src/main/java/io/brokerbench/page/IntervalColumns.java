package io.brokerbench.page;

import io.brokerbench.document.Series;
import io.brokerbench.document.Series.Point;
import io.brokerbench.measurement.Interval;
import io.brokerbench.results.Phase;
import io.brokerbench.results.tables.ColumnFamily;
import io.brokerbench.results.tables.IntervalColumn;
import io.brokerbench.results.tables.IntervalRows;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntPredicate;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;

/**
 * The columns of {@code intervals.csv} as series of charts. Each row is a point; of a long run,
 * each group of rows is one.
 */
final class IntervalColumns {

  /** Minimum length of a row for rates; ends of rows are rounded to milliseconds. */
  private static final double SHORTEST_SECONDS = Interval.SHORTEST_SECONDS - 0.001;

  private final IntervalRows rows;
  private final IntToDoubleFunction ends;
  private final int groupSeconds;
  private final List<Group> groups;

  private IntervalColumns(IntervalRows rows, int groupSeconds) {
    this.rows = rows;
    this.ends = rows.values(IntervalColumn.TO_SECONDS);
    this.groupSeconds = groupSeconds;
    this.groups = makeGroups();
  }

  /** Columns with a point for each row. */
  static IntervalColumns of(IntervalRows rows) {
    return new IntervalColumns(rows, 0);
  }

  /** The same columns with a point for each group of rows that start within so many seconds. */
  IntervalColumns grouped(int seconds) {
    return new IntervalColumns(rows, seconds);
  }

  /** The length of the groups of rows; 0 if each row is a point. */
  int groupSeconds() {
    return groupSeconds;
  }

  int count() {
    return rows.count();
  }

  /** The keys that have a column of this family, in the order of the columns. */
  List<String> keys(ColumnFamily family) {
    return rows.keys(family);
  }

  /** Whether a column has any value. */
  boolean has(IntervalColumn column) {
    return rows.has(column);
  }

  /** Whether a column has any value above zero. */
  boolean hasAny(IntervalColumn column) {
    return rows.hasAny(column);
  }

  boolean warmup(int row) {
    return rows.isIn(Phase.WARMUP, row);
  }

  /**
   * Whether messages were due; results of earlier versions mark all rows after the warm-up as
   * measured.
   */
  boolean underLoad(int row) {
    return warmup(row) || rows.isIn(Phase.MEASURED, row);
  }

  double value(IntervalColumn column, int row) {
    return rows.value(column, row);
  }

  IntToDoubleFunction values(IntervalColumn column) {
    return rows.values(column);
  }

  /** End of a row in seconds since the start of the load. */
  double end(int row) {
    return ends.applyAsDouble(row);
  }

  /** Start of a row in seconds since that of the load, with which the first row starts. */
  double begin(int row) {
    return row == 0 ? 0 : end(row - 1);
  }

  /** The values of a column. */
  Series line(String name, IntervalColumn column) {
    return series(name, line(), rows.values(column), row -> true);
  }

  /** The counts of a column per second. */
  Series perSecond(String name, IntervalColumn column) {
    IntToDoubleFunction counts = rows.values(column);
    return rates(name, row -> counts.applyAsDouble(row) / (end(row) - begin(row)));
  }

  /** The values of a column of rates. */
  Series rates(String name, IntervalColumn column) {
    return rates(name, rows.values(column));
  }

  /** Omits rows that are too short for a rate. */
  private Series rates(String name, IntToDoubleFunction value) {
    return series(name, line(), value, row -> end(row) - begin(row) >= SHORTEST_SECONDS);
  }

  private Series.Kind line() {
    return groupSeconds == 0 ? Series.Kind.LINE : Series.Kind.RANGE;
  }

  /** The values of a column as bars, stacked on those of other series. */
  Series stack(String name, IntervalColumn column) {
    return series(name, Series.Kind.STACK, rows.values(column), row -> true);
  }

  private Series series(
      String name, Series.Kind kind, IntToDoubleFunction value, IntPredicate drawn) {
    List<Point> points = new ArrayList<>();
    for (Group group : groups) {
      int[] of = group.rows().filter(drawn).toArray();
      if (of.length > 0) {
        double[] known =
            Arrays.stream(of)
                .mapToDouble(value)
                .filter(each -> !Double.isNaN(each))
                .sorted()
                .toArray();
        points.add(point(end(of[of.length - 1]), known, kind));
      }
    }
    return new Series(name, kind, 0, points);
  }

  /** The point of a group by its values in ascending order: their median, or the top of a bar. */
  private static Point point(double x, double[] known, Series.Kind kind) {
    if (known.length == 0) {
      return Point.of(x, Double.NaN);
    }
    double most = known[known.length - 1];
    return kind == Series.Kind.STACK
        ? Point.of(x, most)
        : new Point(x, median(known), known[0], most);
  }

  /** The mean of the two middle values of an even number. */
  private static double median(double... ascending) {
    return (ascending[(ascending.length - 1) / 2] + ascending[ascending.length / 2]) / 2;
  }

  /**
   * Consecutive rows that are drawn as one.
   *
   * @param last included
   */
  record Group(int first, int last) {
    IntStream rows() {
      return IntStream.rangeClosed(first, last);
    }
  }

  List<Group> groups() {
    return groups;
  }

  private List<Group> makeGroups() {
    List<Group> all = new ArrayList<>();
    int first = 0;
    for (int row = 0; row < count(); row++) {
      if (row + 1 == count() || groupSeconds == 0 || groupOf(row + 1) != groupOf(first)) {
        all.add(new Group(first, row));
        first = row + 1;
      }
    }
    return all;
  }

  /** By the middle of a row, because its ends are rounded. */
  private long groupOf(int row) {
    return (long) ((begin(row) + end(row)) / 2 / groupSeconds);
  }
}
