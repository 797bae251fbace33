package io.brokerbench.page;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.DoubleNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.LongNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.brokerbench.results.Metric;
import io.brokerbench.results.RunResult;
import io.brokerbench.results.tables.ColumnFamily;
import io.brokerbench.results.tables.IntervalColumn;
import io.brokerbench.results.tables.LatencyTag;
import io.brokerbench.units.Text;
import io.brokerbench.workload.MessageShape;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramIterationValue;
import org.jspecify.annotations.Nullable;

/**
 * A run as a result file of OpenMessaging Benchmark ({@code TestResult} of its framework): rates
 * and latencies of every ten seconds of the measured time, or of a shorter one, and of all of it.
 * It has every field of such a file.
 *
 * <p>Its publish latency is the service time of brokerbench, and its publish delay the lag. Its
 * end-to-end latency starts at the send, that of brokerbench at the intended time, so the latter is
 * not shorter.
 */
public final class OpenMessagingJson {

  private static final double PERIOD_SECONDS = 10;

  /** The end of an interval differs by less from the end of a period. */
  private static final double ROUNDING_SECONDS = 0.5;

  private static final double NANOS_PER_MILLI = 1e6;
  private static final double NANOS_PER_MICRO = 1e3;
  private static final int TICKS_PER_HALF_DISTANCE = 100;
  private static final int DIGITS = 3;

  /** Percentiles by suffix of their names. */
  private static final Map<String, Double> PERCENTILES = new LinkedHashMap<>();

  static {
    PERCENTILES.put("50pct", 50.0);
    PERCENTILES.put("75pct", 75.0);
    PERCENTILES.put("95pct", 95.0);
    PERCENTILES.put("99pct", 99.0);
    PERCENTILES.put("999pct", 99.9);
    PERCENTILES.put("9999pct", 99.99);
    PERCENTILES.put("99999pct", 99.999);
    PERCENTILES.put("Max", 100.0);
  }

  /** Latencies: name in OpenMessaging, metric in brokerbench, and unit in OpenMessaging. */
  private enum Latency {
    PUBLISH("publishLatency", Metric.SERVICE, NANOS_PER_MILLI),
    DELAY("publishDelayLatency", Metric.LAG, NANOS_PER_MICRO),
    END_TO_END("endToEndLatency", Metric.END_TO_END, NANOS_PER_MILLI);

    private final String series;
    private final String tag;
    private final double nanosPerUnit;

    Latency(String series, Metric metric, double nanosPerUnit) {
      this.series = series;
      this.tag = LatencyTag.measured(metric);
      this.nanosPerUnit = nanosPerUnit;
    }

    /** Converts to the unit in OpenMessaging, where delays are whole numbers. */
    JsonNode value(long nanos) {
      double value = nanos / nanosPerUnit;
      return this == DELAY ? LongNode.valueOf(Math.round(value)) : DoubleNode.valueOf(value);
    }

    String aggregated() {
      return "aggregated" + Character.toUpperCase(series.charAt(0)) + series.substring(1);
    }
  }

  private final ObjectNode json = JsonNodeFactory.instance.objectNode();

  private OpenMessagingJson() {}

  /**
   * The result in a directory.
   *
   * @throws IOException with a one-line message, if it is not a result directory with a complete
   *     {@code run.json}
   */
  public static String of(Path directory) throws IOException {
    RunFiles files = RunFiles.read(directory);
    RunResult run = files.run();
    if (run == null) {
      throw new IOException(Text.of("%s: %s", directory, files.missing().get(0)));
    }
    OpenMessagingJson result = new OpenMessagingJson();
    result.workload(run);
    result.rates(files);
    for (Latency latency : Latency.values()) {
      result.arrays(latency);
      result.latency(latency, files.latencies().get(latency.tag));
    }
    if (!files.latencies().isEmpty()) {
      double from = Measured.of(run, files.rows()).from();
      result.periods(directory.resolve(LatencyTag.FILE), files.latencies().keySet(), from);
    }
    return result.json.toPrettyString() + "\n";
  }

  private void workload(RunResult run) {
    Map<String, String> settings = run.settings();
    json.put("workload", run.name());
    json.put("driver", settings.get("driver"));
    String size = settings.get("message.size");
    json.put("messageSize", size == null ? 0 : MessageShape.meanBytes(size));
    json.put("topics", Math.max(1, number(settings, "topic.count")));
    // The in-memory broker does not have this setting.
    json.put(
        "partitions", settings.containsKey("topic.queues") ? number(settings, "topic.queues") : 1);
    json.put("producersPerTopic", number(settings, "load.threads"));
    // Despite its name, the framework writes the consumers of one subscription there.
    json.put(
        "consumersPerTopic",
        number(settings, "consume.threads") == 0 ? 0 : number(settings, "consume.clients"));
  }

  private static long number(Map<String, String> settings, String key) {
    return Long.parseLong(settings.getOrDefault(key, "0"));
  }

  /** Adds the rates of each complete period of the measured time, or of all of a shorter one. */
  private void rates(RunFiles files) {
    IntervalColumns rows = files.rows();
    ArrayNode publish = json.putArray("publishRate");
    ArrayNode errors = json.putArray("publishErrorRate");
    ArrayNode consume = json.putArray("consumeRate");
    ArrayNode backlog = json.putArray("backlog");
    Measured measured = Measured.of(files.run(), rows);
    double seconds = 0;
    double[] counts = new double[3];
    int last =
        IntStream.range(0, rows.count()).filter(row -> measured.has(rows, row)).max().orElse(-1);
    for (int row = 0; row < rows.count(); row++) {
      if (!measured.has(rows, row)) {
        continue;
      }
      seconds += rows.end(row) - rows.begin(row);
      double rejected = rows.value(IntervalColumn.REJECTED, row);
      boolean acknowledged = measured.acknowledged();
      counts[0] +=
          acknowledged
              ? rows.value(IntervalColumn.ACKED, row)
              : rows.value(IntervalColumn.ATTEMPTED, row) - rejected;
      counts[1] += acknowledged ? rejected + rows.value(IntervalColumn.UNKNOWN, row) : rejected;
      counts[2] += rows.value(IntervalColumn.DELIVERIES, row);
      boolean only = publish.isEmpty() && row == last;
      if (seconds >= PERIOD_SECONDS - ROUNDING_SECONDS || only) {
        publish.add(counts[0] / seconds);
        errors.add(counts[1] / seconds);
        consume.add(counts[2] / seconds);
        backlog.add(backlog(rows, row));
        seconds = 0;
        counts = new double[3];
      }
    }
  }

  private static long backlog(IntervalColumns rows, int row) {
    return (long)
        rows.keys(ColumnFamily.BACKLOG).stream()
            .mapToDouble(group -> rows.value(ColumnFamily.BACKLOG.of(group), row))
            .filter(messages -> !Double.isNaN(messages))
            .sum();
  }

  /** Adds the arrays of a latency, which stay empty if the run does not measure it. */
  private void arrays(Latency latency) {
    json.putArray(latency.series + "Avg");
    PERCENTILES.keySet().forEach(name -> json.putArray(latency.series + name));
  }

  private void latency(Latency latency, @Nullable Histogram all) {
    String prefix = latency.aggregated();
    json.put(prefix + "Avg", all == null ? 0 : all.getMean() / latency.nanosPerUnit);
    PERCENTILES.forEach(
        (name, percentile) ->
            json.set(
                prefix + name,
                latency.value(all == null ? 0 : all.getValueAtPercentile(percentile))));
    ObjectNode quantiles = json.putObject(prefix + "Quantiles");
    if (all == null) {
      return;
    }
    for (HistogramIterationValue value : all.percentiles(TICKS_PER_HALF_DISTANCE)) {
      quantiles.set(
          Double.toString(value.getPercentile()), latency.value(value.getValueIteratedTo()));
    }
  }

  /**
   * Adds the periods of the rates. Reads all latencies in one pass, because a log is long.
   *
   * @param measured the latencies that the run measures
   */
  private void periods(Path log, Set<String> measured, double from) throws IOException {
    Map<String, Periods> all = new HashMap<>();
    for (Latency latency : Latency.values()) {
      if (measured.contains(latency.tag)) {
        all.put(latency.tag, new Periods(latency, from + PERIOD_SECONDS));
      }
    }
    LatencyLog.read(
        log,
        (metric, seconds, latencies) -> {
          Periods periods = all.get(metric);
          if (periods != null) {
            periods.add(seconds, latencies);
          }
        });
    all.values().forEach(Periods::end);
  }

  /** As many periods as the rates have. */
  private final class Periods {
    private final Latency latency;
    private final Histogram latencies = new Histogram(DIGITS);
    private double end;
    private int left = json.path("publishRate").size();

    Periods(Latency latency, double end) {
      this.latency = latency;
      this.end = end;
    }

    void add(double seconds, Histogram interval) {
      // A log has no rows of intervals without latencies.
      while (left > 0 && seconds > end + ROUNDING_SECONDS) {
        close();
      }
      if (left > 0) {
        latencies.add(interval);
        if (seconds >= end - ROUNDING_SECONDS) {
          close();
        }
      }
    }

    /** Appends the rest, or a measured time shorter than a period. */
    void end() {
      while (left > 0) {
        close();
      }
    }

    private void close() {
      append(latency, latencies);
      latencies.reset();
      end += PERIOD_SECONDS;
      left--;
    }
  }

  private void append(Latency latency, Histogram period) {
    json.withArrayProperty(latency.series + "Avg").add(period.getMean() / latency.nanosPerUnit);
    PERCENTILES.forEach(
        (name, percentile) ->
            json.withArrayProperty(latency.series + name)
                .add(latency.value(period.getValueAtPercentile(percentile))));
  }
}
