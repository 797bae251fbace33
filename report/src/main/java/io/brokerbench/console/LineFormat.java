package io.brokerbench.console;

import io.brokerbench.measurement.Interval;
import io.brokerbench.record.Ledger.Counts;
import io.brokerbench.results.RunResult;
import io.brokerbench.workload.Workload;
import java.time.Instant;
import java.util.function.BiFunction;

/**
 * The lines that a command prints, in the format of the tool it extends, without line ends.
 *
 * @param interval printed after each report interval
 * @param complete printed at the end, from the result and the counts of the whole run, unless it is
 *     empty
 */
public record LineFormat(IntervalLine interval, BiFunction<RunResult, Counts, String> complete) {

  /** The line of a report interval. */
  @FunctionalInterface
  public interface IntervalLine {

    /**
     * The line of a moment.
     *
     * @param window since the line before
     */
    String of(Instant now, Workload workload, Interval window);
  }
}
