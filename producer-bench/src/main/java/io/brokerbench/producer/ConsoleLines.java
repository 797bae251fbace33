package io.brokerbench.producer;

import static io.brokerbench.report.LineParts.millis;
import static io.brokerbench.report.LineParts.responseFailed;
import static io.brokerbench.report.LineParts.sendFailed;

import io.brokerbench.record.LatencyRecorder;
import io.brokerbench.record.Metric;
import io.brokerbench.report.LineParts;
import io.brokerbench.report.ReportWindow;
import io.brokerbench.result.LatencySummary;
import io.brokerbench.result.Measurement;
import io.brokerbench.result.RunResult;
import java.time.Instant;
import java.util.Locale;

/**
 * The lines of RocketMQ 5.5.0's tools, so that whoever parses them can go on, with ours behind
 * them. What each figure means here is told in docs/METRICS.md.
 */
final class ConsoleLines {

  private ConsoleLines() {}

  static String producer(Instant now, ReportWindow window) {
    LatencySummary service = window.latencies(Metric.SERVICE);
    return String.format(
            Locale.ROOT,
            "Current Time: %s | Send TPS: %d | Max RT(ms): %d | Average RT(ms): %7.3f | Send"
                + " Failed: %d | Response Failed: %d",
            LineParts.time(now),
            Math.round(window.successPerSecond()),
            Math.round(millis(service.maxNanos())),
            millis(service.meanNanos()),
            sendFailed(window.after()),
            responseFailed(window.after()))
        + ours(window);
  }

  static String batchProducer(Instant now, ReportWindow window) {
    LatencySummary service = window.latencies(Metric.SERVICE);
    double requestMillis = millis(service.meanNanos());
    int batch = window.workload().message().batch();
    long failed = sendFailed(window.after()) + responseFailed(window.after());
    return String.format(
            Locale.ROOT,
            "Current Time: %s | Send TPS: %d | Send MPS: %d | Max RT(ms): %d | Average RT(ms):"
                + " %7.3f | Average Message RT(ms): %7.3f | Send Failed: %d | Send Message Failed:"
                + " %d",
            LineParts.time(now),
            Math.round(window.successPerSecond() / batch),
            Math.round(window.successPerSecond()),
            Math.round(millis(service.maxNanos())),
            requestMillis,
            requestMillis / batch,
            failed / batch,
            failed)
        + ours(window);
  }

  /** Producer's last line when it was told how many messages to send. */
  static String complete(RunResult result) {
    Measurement run = result.measurement();
    if (result.setup().workload().load().messages() == 0) {
      return "";
    }
    LatencySummary service =
        run.latencies()
            .getOrDefault(Metric.SERVICE, new LatencySummary(LatencyRecorder.emptyHistogram()));
    return String.format(
        Locale.ROOT,
        "[Complete] Send Total: %d | Send TPS: %d | Max RT(ms): %d | Average RT(ms): %7.3f | Send"
            + " Failed: %d | Response Failed: %d",
        run.allCounts().attempted(),
        Math.round(run.ackedPerSecond()),
        Math.round(millis(service.maxNanos())),
        millis(service.meanNanos()),
        sendFailed(run.allCounts()),
        responseFailed(run.allCounts()));
  }

  private static String ours(ReportWindow window) {
    return LineParts.percentiles(window, Metric.SERVICE, Metric.RESPONSE) + LineParts.sends(window);
  }
}
