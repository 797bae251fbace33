package io.brokerbench.page;

import io.brokerbench.results.Metric;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Groups the rows of long runs, so that a page stays small however long the run was. The extremes
 * of each group remain visible.
 */
final class Grouping {

  /** A run with at most this number of rows is drawn row by row. */
  private static final int MOST_ROWS = 1000;

  /** Maximum number of groups of rows: more than a screen can separate. */
  private static final int MOST_GROUPS = 480;

  /** Maximum number of points of all charts; 70,000 take less than 3 MB of a page. */
  private static final int MOST_POINTS = 70_000;

  /** Lengths of groups that are easy to read; longer ones are whole hours. */
  private static final int[] SECONDS = {
    2, 3, 4, 5, 6, 10, 12, 15, 20, 30, 60, 90, 120, 180, 240, 300, 600, 900, 1200, 1800
  };

  private static final int HOUR_SECONDS = 3600;

  private Grouping() {}

  /** The rows, in groups if they are many. */
  static IntervalColumns of(IntervalColumns rows, Measured measured, Metric metric) {
    if (rows.count() <= MOST_ROWS) {
      return rows;
    }
    double spanSeconds = rows.end(rows.count() - 1) - rows.begin(0);
    IntervalColumns grouped = rows.grouped(seconds(spanSeconds / MOST_GROUPS));
    int points =
        Stream.concat(
                TimeCharts.load(grouped, measured, metric).stream(),
                TimeCharts.resources(grouped, measured).stream())
            .flatMap(chart -> chart.series().stream())
            .mapToInt(series -> series.points().size())
            .sum();
    return points <= MOST_POINTS
        ? grouped
        : rows.grouped(seconds((double) grouped.groupSeconds() * points / MOST_POINTS));
  }

  private static int seconds(double least) {
    return IntStream.of(SECONDS)
        .filter(seconds -> seconds >= least)
        .findFirst()
        .orElseGet(() -> (int) Math.ceil(least / HOUR_SECONDS) * HOUR_SECONDS);
  }
}
