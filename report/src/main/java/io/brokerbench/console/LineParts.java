package io.brokerbench.console;

import io.brokerbench.measurement.Interval;
import io.brokerbench.record.Ledger.Counts;
import io.brokerbench.results.Latency;
import io.brokerbench.results.Latency.Statistic;
import io.brokerbench.results.Metric;
import io.brokerbench.results.Sends;
import io.brokerbench.units.Text;
import io.brokerbench.units.Units;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.Map;
import java.util.SortedMap;
import org.jspecify.annotations.Nullable;

/** Common parts of the lines of RocketMQ's tools, and the additions of brokerbench. */
public final class LineParts {

  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss,SSS", Locale.ROOT)
          .withZone(ZoneId.systemDefault());
  private static final double NANOS_PER_MILLI = 1e6;

  private LineParts() {}

  /** Local time in the format of RocketMQ's tools. */
  public static String time(Instant now) {
    return TIME.format(now);
  }

  /** Milliseconds; NaN if unknown. */
  public static double millis(@Nullable Long nanos) {
    return nanos == null ? Double.NaN : nanos / NANOS_PER_MILLI;
  }

  /** Number of failed sends without an answer of a broker. */
  public static long sendFailed(Counts counts) {
    return failed(counts, true);
  }

  /** Number of sends that a broker rejected, or whose promise it could not keep. */
  public static long responseFailed(Counts counts) {
    return failed(counts, false);
  }

  private static long failed(Counts counts, boolean byClient) {
    return counts.failures().entrySet().stream()
        .filter(kind -> Sends.byClient(kind.getKey()) == byClient)
        .mapToLong(Map.Entry::getValue)
        .sum();
  }

  /** Percentiles of {@code first}, and of those other metrics that have samples. */
  public static String percentiles(Interval window, Metric first, Metric... others) {
    StringBuilder text = new StringBuilder(percentiles(first, window.summary(first)));
    for (Metric metric : others) {
      Latency latency = window.summary(metric);
      if (latency.count() > 0) {
        text.append(percentiles(metric, latency));
      }
    }
    return text.toString();
  }

  private static String percentiles(Metric metric, Latency latency) {
    return Text.of(
        " | %s p50 %s p99 %s p99.9 %s%s",
        metric.label(),
        latency.text(Statistic.P50),
        latency.text(Statistic.P99),
        latency.text(Statistic.P999),
        latency.errorNanos() == null ? "" : " +- " + Units.nanos(latency.errorNanos()));
  }

  /** Sent messages, sends in flight, and failures by kind if there are any. */
  public static String sends(Interval window) {
    Counts before = window.before().sends();
    Counts after = window.after().sends();
    SortedMap<String, Long> failures = after.failures();
    return Text.of(
        " | sent %s/s | in flight %d%s",
        Units.rate((after.attempted() - before.attempted()) / window.seconds()),
        after.inFlight(),
        failures.isEmpty() ? "" : " | failed " + failures);
  }
}
