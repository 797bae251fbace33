package io.brokerbench.page;

import io.brokerbench.results.RunResult;
import io.brokerbench.results.faults.FaultImpact;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The part of a run that its figures cover.
 *
 * @param from start of the measured time, seconds since the start of the load
 * @param to end of the measured time; infinite if unknown
 * @param acknowledged whether sends are answered at all
 * @param faults planned faults
 */
record Measured(double from, double to, boolean acknowledged, List<FaultImpact> faults) {

  /** From {@code run.json}, or without one from the rows. */
  static Measured of(@Nullable RunResult run, IntervalColumns rows) {
    if (run != null) {
      double start = run.throughput().warmupSeconds();
      // A file written during the run does not cover the following seconds.
      double end =
          run.audit().done() ? start + run.throughput().measuredSeconds() : endOfLoad(rows);
      return new Measured(start, end, run.promise().acknowledged(), run.injectedFaults());
    }
    double from = 0;
    for (int row = 0; row < rows.count(); row++) {
      from = rows.warmup(row) ? rows.end(row) : from;
    }
    return new Measured(from, endOfLoad(rows), true, List.of());
  }

  /** Start of the first row after the load; infinite if there is none. */
  private static double endOfLoad(IntervalColumns rows) {
    for (int row = 0; row < rows.count(); row++) {
      if (!rows.underLoad(row)) {
        return rows.begin(row);
      }
    }
    return Double.POSITIVE_INFINITY;
  }

  /** Whether a row lies in the measured time, apart from small overlaps at its ends. */
  boolean has(IntervalColumns rows, int row) {
    double middle = (rows.begin(row) + rows.end(row)) / 2;
    return middle >= from && middle < to;
  }
}
