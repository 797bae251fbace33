package io.brokerbench.console;

import io.brokerbench.measurement.Interval;
import io.brokerbench.measurement.LatencySummary;
import io.brokerbench.record.CheckBackBook;
import io.brokerbench.record.LatencyRecorder;
import io.brokerbench.record.Ledger.Counts;
import io.brokerbench.record.Receipts;
import io.brokerbench.results.Metric;
import io.brokerbench.workload.Workload;
import java.util.List;
import org.HdrHistogram.Histogram;

/**
 * The intervals between two lines on the console.
 *
 * @param workload of the run
 * @param intervals at least one, in order
 */
public record ReportWindow(Workload workload, List<Interval> intervals) {

  public double seconds() {
    return last().toSeconds() - intervals.get(0).fromSeconds();
  }

  /** Counts of the whole run at its start. */
  public Counts before() {
    return intervals.get(0).before().sends();
  }

  /** Counts of the whole run at its end. */
  public Counts after() {
    return last().after().sends();
  }

  public Receipts.Counts receivedBefore() {
    return intervals.get(0).before().receipts();
  }

  public Receipts.Counts receivedAfter() {
    return last().after().receipts();
  }

  public CheckBackBook.Counts checksBefore() {
    return intervals.get(0).before().checks();
  }

  public CheckBackBook.Counts checksAfter() {
    return last().after().checks();
  }

  /** Deliveries per second. */
  public double receivedPerSecond() {
    return (receivedAfter().deliveries() - receivedBefore().deliveries()) / seconds();
  }

  /** Successful messages per second: acknowledged, or sent one way. */
  public double successPerSecond() {
    return (after().successCount() - before().successCount()) / seconds();
  }

  /** Messages passed to the client per second. */
  public double attemptedPerSecond() {
    return (after().attempted() - before().attempted()) / seconds();
  }

  public LatencySummary latencies(Metric metric) {
    Histogram sum = LatencyRecorder.emptyHistogram();
    intervals.forEach(interval -> sum.add(interval.latencies(metric)));
    return new LatencySummary(
        sum,
        intervals.stream()
            .mapToLong(interval -> interval.errorNanos().getOrDefault(metric, 0L))
            .max()
            .orElse(0));
  }

  private Interval last() {
    return intervals.get(intervals.size() - 1);
  }
}
