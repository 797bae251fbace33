package io.brokerbench.consumer;

import static io.brokerbench.report.LineParts.millis;

import io.brokerbench.record.Metric;
import io.brokerbench.record.Receipts.Counts;
import io.brokerbench.report.LineParts;
import io.brokerbench.report.ReportWindow;
import io.brokerbench.report.Units;
import io.brokerbench.result.LatencySummary;
import java.time.Instant;
import java.util.Locale;

/** The line of RocketMQ 5.5.0's Consumer, with ours behind it; see docs/METRICS.md. */
final class ConsoleLines {

  private ConsoleLines() {}

  static String interval(Instant now, ReportWindow window) {
    Counts before = window.receivedBefore();
    Counts after = window.receivedAfter();
    LatencySummary b2c = window.latencies(Metric.BORN_TO_CONSUMER);
    LatencySummary s2c = window.latencies(Metric.STORE_TO_CONSUMER);
    return String.format(
            Locale.ROOT,
            "Current Time: %s | Consume TPS: %d | AVG(B2C) RT(ms): %7.3f | AVG(S2C) RT(ms): %7.3f"
                + " | MAX(B2C) RT(ms): %d | MAX(S2C) RT(ms): %d | Consume Fail: %d",
            LineParts.time(now),
            Math.round((firsts(after) - firsts(before)) / window.seconds()),
            millis(b2c.meanNanos()),
            millis(s2c.meanNanos()),
            Math.round(millis(b2c.maxNanos())),
            Math.round(millis(s2c.maxNanos())),
            after.postponed() - before.postponed())
        + LineParts.percentiles(
            window,
            Metric.BORN_TO_CONSUMER,
            Metric.STORE_TO_CONSUMER,
            Metric.END_TO_END,
            Metric.CHECKED_END_TO_END)
        + String.format(Locale.ROOT, " | received %s/s", Units.rate(window.receivedPerSecond()))
        + (window.workload().load().threads() > 0 ? behind(window) + LineParts.sends(window) : "");
  }

  /** Deliveries but those of messages seen before, as far as the broker says so. */
  private static long firsts(Counts counts) {
    return counts.deliveries() - counts.redelivered() + counts.redeliveredFirsts();
  }

  /**
   * What was acknowledged here, or sent one way, and is yet to come to all groups, where all of it
   * is to come.
   */
  private static String behind(ReportWindow window) {
    long toCome = window.after().successCount() * window.workload().consumption().groups();
    long behind = toCome - window.receivedAfter().messages();
    return window.workload().allVisible() ? " | behind " + Math.max(0, behind) : "";
  }
}
