package io.brokerbench.page;

import io.brokerbench.document.Series;
import io.brokerbench.document.Series.Point;
import io.brokerbench.measurement.Interval;
import io.brokerbench.results.Phase;
import io.brokerbench.results.tables.ColumnFamily;
import io.brokerbench.results.tables.IntervalColumn;
import io.brokerbench.results.tables.IntervalRows;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntPredicate;
import java.util.function.IntToDoubleFunction;

/** The columns of {@code intervals.csv} as series of charts. */
final class IntervalColumns {

  private static final double FIRST_SECOND = 1;

  /** Minimum length of a row for rates; ends of rows are rounded to milliseconds. */
  private static final double SHORTEST_SECONDS = Interval.SHORTEST_SECONDS - 0.001;

  private final IntervalRows rows;

  private IntervalColumns(IntervalRows rows) {
    this.rows = rows;
  }

  /** Parses the text of a file. */
  static IntervalColumns of(String csv) {
    return new IntervalColumns(IntervalRows.of(csv));
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

  /** End of a row in seconds since the start of the load. */
  double end(int row) {
    return value(IntervalColumn.TO_SECONDS, row);
  }

  double begin(int row) {
    return row == 0 ? Math.max(0, end(0) - FIRST_SECOND) : end(row - 1);
  }

  /** The values of a column. */
  Series line(String name, IntervalColumn column) {
    return line(name, row -> value(column, row));
  }

  /** The counts of a column per second. */
  Series perSecond(String name, IntervalColumn column) {
    return rates(name, row -> value(column, row) / (end(row) - begin(row)));
  }

  /** The values of a column of rates. */
  Series rates(String name, IntervalColumn column) {
    return rates(name, row -> value(column, row));
  }

  /** Omits rows that are too short for a rate. */
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
