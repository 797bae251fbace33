package io.brokerbench.report;

import io.brokerbench.record.Ledger.Counts;
import io.brokerbench.record.Metric;
import io.brokerbench.result.LatencySummary;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalLong;
import java.util.SortedMap;

/** What the lines of several of RocketMQ's tools have in common, and ours behind them. */
public final class LineParts {

  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss,SSS", Locale.ROOT)
          .withZone(ZoneId.systemDefault());
  private static final double NANOS_PER_MILLI = 1e6;

  private LineParts() {}

  /** Local time, as RocketMQ's tools have it. */
  public static String time(Instant now) {
    return TIME.format(now);
  }

  /** Milliseconds; not a number for none, of which nothing is known. */
  public static double millis(OptionalLong nanos) {
    return nanos.isPresent() ? nanos.getAsLong() / NANOS_PER_MILLI : Double.NaN;
  }

  /** Sends of which no broker told anything. */
  public static long sendFailed(Counts counts) {
    return failed(counts, true);
  }

  /** Sends that a broker refused, or whose promise it could not keep. */
  public static long responseFailed(Counts counts) {
    return failed(counts, false);
  }

  private static long failed(Counts counts, boolean byClient) {
    return counts.failures().entrySet().stream()
        .filter(kind -> kind.getKey().startsWith("client-") == byClient)
        .mapToLong(Map.Entry::getValue)
        .sum();
  }

  /** Percentiles of {@code first}, and of those of the others that were measured. */
  public static String percentiles(ReportWindow window, Metric first, Metric... others) {
    StringBuilder text = new StringBuilder(percentiles(first, window.latencies(first)));
    for (Metric metric : others) {
      LatencySummary summary = window.latencies(metric);
      if (summary.count() > 0) {
        text.append(percentiles(metric, summary));
      }
    }
    return text.toString();
  }

  private static String percentiles(Metric metric, LatencySummary summary) {
    return String.format(
        Locale.ROOT,
        " | %s p50 %s p99 %s p99.9 %s",
        metric.label(),
        Units.nanos(summary.percentileNanos(50)),
        Units.nanos(summary.percentileNanos(99)),
        Units.nanos(summary.percentileNanos(99.9)));
  }

  /** What was sent, what has no answer yet, and failures by their kinds if there are any. */
  public static String sends(ReportWindow window) {
    SortedMap<String, Long> failures = window.after().failures();
    return String.format(
        Locale.ROOT,
        " | sent %s/s | in flight %d%s",
        Units.rate(window.attemptedPerSecond()),
        window.after().inFlight(),
        failures.isEmpty() ? "" : " | failed " + failures);
  }
}
