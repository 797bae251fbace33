package io.brokerbench.reference;

import io.brokerbench.results.Phase;
import io.brokerbench.results.tables.IntervalColumn;
import io.brokerbench.results.tables.IntervalRows;
import io.brokerbench.stored.StoredRun;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Rates of parts of the measured time of a run, from its {@code intervals.csv}. */
final class Windows {

  private static final double WINDOW_SECONDS = 10;

  private Windows() {}

  /**
   * The median of the acknowledged messages per second, of the measured seconds in which no send
   * failed; null if there are none.
   */
  static @Nullable Double undisturbed(StoredRun run) {
    IntervalRows rows = rows(run);
    List<Double> rates = new ArrayList<>();
    for (int row = 0; row < rows.count(); row++) {
      if (rows.isIn(Phase.MEASURED, row)
          && rows.value(IntervalColumn.REJECTED, row) == 0
          && rows.value(IntervalColumn.UNKNOWN, row) == 0) {
        rates.add(rows.value(IntervalColumn.ACKED, row) / seconds(rows, row));
      }
    }
    Collections.sort(rates);
    return rates.isEmpty() ? null : rates.get(rates.size() / 2);
  }

  /**
   * The messages per second of each whole ten seconds of the measured time.
   *
   * @param column messages of an interval
   */
  static List<Double> rates(StoredRun run, IntervalColumn column) {
    IntervalRows rows = rows(run);
    List<Double> rates = new ArrayList<>();
    double messages = 0;
    double seconds = 0;
    for (int row = 0; row < rows.count(); row++) {
      if (rows.isIn(Phase.MEASURED, row)) {
        messages += rows.value(column, row);
        seconds += seconds(rows, row);
        if (Math.round(seconds) >= WINDOW_SECONDS) {
          rates.add(messages / seconds);
          messages = 0;
          seconds = 0;
        }
      }
    }
    return rates;
  }

  private static double seconds(IntervalRows rows, int row) {
    double from = row == 0 ? 0 : rows.value(IntervalColumn.TO_SECONDS, row - 1);
    return rows.value(IntervalColumn.TO_SECONDS, row) - from;
  }

  /** The intervals; none if the file cannot be read. */
  private static IntervalRows rows(StoredRun run) {
    try {
      return IntervalRows.read(run.directory().resolve(IntervalColumn.FILE));
    } catch (IOException e) {
      return IntervalRows.of("");
    }
  }
}
