package io.brokerbench.report;

import io.brokerbench.record.CheckBook;
import io.brokerbench.record.LatencyRecorder;
import io.brokerbench.record.Ledger.Counts;
import io.brokerbench.record.Metric;
import io.brokerbench.record.Receipts;
import io.brokerbench.result.Interval;
import io.brokerbench.result.LatencySummary;
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

  /** Counts of the whole run at its begin. */
  public Counts before() {
    return intervals.get(0).before().sends();
  }

  /** Counts of the whole run at its end. */
  public Counts after() {
    return last().after().sends();
  }

  /** What consumers had received at its begin. */
  public Receipts.Counts receivedBefore() {
    return intervals.get(0).before().receipts();
  }

  /** What consumers had received at its end. */
  public Receipts.Counts receivedAfter() {
    return last().after().receipts();
  }

  /** Check-backs at its begin. */
  public CheckBook.Counts checksBefore() {
    return intervals.get(0).before().checks();
  }

  /** Check-backs at its end. */
  public CheckBook.Counts checksAfter() {
    return last().after().checks();
  }

  /** Deliveries per second in it. */
  public double receivedPerSecond() {
    return (receivedAfter().deliveries() - receivedBefore().deliveries()) / seconds();
  }

  /** Messages per second in it that went as they should: acknowledged, or sent one way. */
  public double successPerSecond() {
    return (after().successCount() - before().successCount()) / seconds();
  }

  /** Messages given to the client per second in it. */
  public double attemptedPerSecond() {
    return (after().attempted() - before().attempted()) / seconds();
  }

  /** Latencies that came in it. */
  public LatencySummary latencies(Metric metric) {
    Histogram sum = LatencyRecorder.emptyHistogram();
    intervals.forEach(interval -> sum.add(interval.latencies(metric)));
    return new LatencySummary(sum);
  }

  private Interval last() {
    return intervals.get(intervals.size() - 1);
  }
}
