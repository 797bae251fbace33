package io.brokerbench.consumer;

import static io.brokerbench.console.LineParts.millis;

import io.brokerbench.console.LineParts;
import io.brokerbench.measurement.Interval;
import io.brokerbench.record.LatencyRecorder;
import io.brokerbench.record.Receipts.Counts;
import io.brokerbench.results.Latency;
import io.brokerbench.results.Metric;
import io.brokerbench.units.Text;
import io.brokerbench.units.Units;
import io.brokerbench.workload.Workload;
import java.time.Instant;

/**
 * The console line of RocketMQ 5.5.0's Consumer, followed by brokerbench's own figures; see
 * docs/metrics/rocketmq-tools.md.
 */
final class ConsumerConsoleLines {

  private ConsumerConsoleLines() {}

  static String interval(Instant now, Workload workload, Interval window) {
    Counts before = window.before().receipts();
    Counts after = window.after().receipts();
    // RocketMQ's own figures have no error.
    Latency b2c = LatencyRecorder.summary(window.latencies(Metric.BORN_TO_CONSUMER), 0);
    Latency s2c = LatencyRecorder.summary(window.latencies(Metric.STORE_TO_CONSUMER), 0);
    return Text.of(
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
        + Text.of(" | received %s/s", Units.rate(window.receivedPerSecond()))
        + (workload.load().threads() > 0 ? behind(workload, window) + LineParts.sends(window) : "");
  }

  /** First deliveries: all deliveries except redeliveries, as far as the broker marks them. */
  private static long firsts(Counts counts) {
    return counts.deliveries() - counts.redelivered() + counts.redeliveredFirsts();
  }

  /**
   * The messages sent successfully or one way that some group has not received yet; empty unless
   * every message becomes visible to consumers, and at once.
   */
  private static String behind(Workload workload, Interval window) {
    long toCome = window.after().sends().successCount() * workload.consumption().groups();
    long behind = toCome - window.after().receipts().messages();
    return workload.allVisible() && !workload.message().deliversLater()
        ? " | behind " + Math.max(0, behind)
        : "";
  }
}
