package io.brokerbench.producer;

import io.brokerbench.record.LatencyRecorder;
import io.brokerbench.record.Ledger.Counts;
import io.brokerbench.record.Metric;
import io.brokerbench.report.ReportWindow;
import io.brokerbench.report.Units;
import io.brokerbench.result.LatencySummary;
import io.brokerbench.result.Measurement;
import io.brokerbench.result.RunResult;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.Map;
import java.util.SortedMap;

/**
 * The lines of RocketMQ 5.5.0's tools, so that whoever parses them can go on, with ours behind
 * them. What each figure means here is told in docs/METRICS.md.
 */
final class ConsoleLines {

  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss,SSS", Locale.ROOT)
          .withZone(ZoneId.systemDefault());
  private static final double NANOS_PER_MILLI = 1e6;

  private ConsoleLines() {}

  static String producer(Instant now, ReportWindow window) {
    LatencySummary service = window.latencies(Metric.SERVICE);
    return String.format(
            Locale.ROOT,
            "Current Time: %s | Send TPS: %d | Max RT(ms): %d | Average RT(ms): %7.3f | Send"
                + " Failed: %d | Response Failed: %d",
            TIME.format(now),
            Math.round(window.successPerSecond()),
            Math.round(service.maxNanos().orElse(0) / NANOS_PER_MILLI),
            service.meanNanos().orElse(0) / NANOS_PER_MILLI,
            sendFailed(window.after()),
            responseFailed(window.after()))
        + ours(window, service);
  }

  static String batchProducer(Instant now, ReportWindow window) {
    LatencySummary service = window.latencies(Metric.SERVICE);
    double requestMillis = service.meanNanos().orElse(0) / NANOS_PER_MILLI;
    int batch = window.workload().message().batch();
    long failed = sendFailed(window.after()) + responseFailed(window.after());
    return String.format(
            Locale.ROOT,
            "Current Time: %s | Send TPS: %d | Send MPS: %d | Max RT(ms): %d | Average RT(ms):"
                + " %7.3f | Average Message RT(ms): %7.3f | Send Failed: %d | Send Message Failed:"
                + " %d",
            TIME.format(now),
            Math.round(window.successPerSecond() / batch),
            Math.round(window.successPerSecond()),
            Math.round(service.maxNanos().orElse(0) / NANOS_PER_MILLI),
            requestMillis,
            requestMillis / batch,
            failed / batch,
            failed)
        + ours(window, service);
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
        Math.round(service.maxNanos().orElse(0) / NANOS_PER_MILLI),
        service.meanNanos().orElse(0) / NANOS_PER_MILLI,
        sendFailed(run.allCounts()),
        responseFailed(run.allCounts()));
  }

  private static String ours(ReportWindow window, LatencySummary service) {
    LatencySummary response = window.latencies(Metric.RESPONSE);
    StringBuilder line = new StringBuilder();
    percentiles(line, Metric.SERVICE, service);
    if (response.count() > 0) {
      percentiles(line, Metric.RESPONSE, response);
    }
    line.append(" | sent ").append(Units.rate(window.attemptedPerSecond())).append("/s");
    line.append(" | in flight ").append(window.after().inFlight());
    SortedMap<String, Long> failures = window.after().failures();
    if (!failures.isEmpty()) {
      line.append(" | failed ").append(failures);
    }
    return line.toString();
  }

  private static void percentiles(StringBuilder line, Metric metric, LatencySummary summary) {
    line.append(" | ")
        .append(metric.label())
        .append(" p50 ")
        .append(Units.nanos(summary.percentileNanos(50)))
        .append(" p99 ")
        .append(Units.nanos(summary.percentileNanos(99)))
        .append(" p99.9 ")
        .append(Units.nanos(summary.percentileNanos(99.9)));
  }

  /** Sends of which no broker told anything. */
  private static long sendFailed(Counts counts) {
    return failed(counts, true);
  }

  /** Sends that a broker refused, or whose promise it could not keep. */
  private static long responseFailed(Counts counts) {
    return failed(counts, false);
  }

  private static long failed(Counts counts, boolean byClient) {
    return counts.failures().entrySet().stream()
        .filter(kind -> kind.getKey().startsWith("client-") == byClient)
        .mapToLong(Map.Entry::getValue)
        .sum();
  }
}
