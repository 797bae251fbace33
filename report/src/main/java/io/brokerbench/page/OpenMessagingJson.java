package io.brokerbench.page;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.DoubleNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.LongNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramIterationValue;
import org.jspecify.annotations.Nullable;

/**
 * A run as a result file of OpenMessaging Benchmark ({@code TestResult} of its framework): rates
 * and latencies of every ten seconds of measured time and of all of it.
 *
 * <p>Its publish latency is our service time and its publish delay our lag. Its end to end latency
 * begins when a message is sent, ours when it should have been: ours is not shorter.
 */
final class OpenMessagingJson {

  private static final double PERIOD_SECONDS = 10;
  private static final double NANOS_PER_MILLI = 1e6;
  private static final double NANOS_PER_MICRO = 1e3;
  private static final int TICKS_PER_HALF_DISTANCE = 100;
  private static final int DIGITS = 3;

  /** Percentiles by the ends of their names. */
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

  /** A latency there, its metric here, and the unit there. */
  private enum Latency {
    PUBLISH("ublishLatency", "service", NANOS_PER_MILLI),
    DELAY("ublishDelayLatency", "lag", NANOS_PER_MICRO),
    END_TO_END("ndToEndLatency", "endToEnd", NANOS_PER_MILLI);

    private final String name;
    private final String metric;
    private final double nanosPerUnit;

    Latency(String name, String metric, double nanosPerUnit) {
      this.name = name;
      this.metric = metric;
      this.nanosPerUnit = nanosPerUnit;
    }

    /** In the unit there; delays are whole numbers there. */
    JsonNode value(long nanos) {
      double value = nanos / nanosPerUnit;
      return this == DELAY ? LongNode.valueOf(Math.round(value)) : DoubleNode.valueOf(value);
    }

    String series() {
      return (this == END_TO_END ? "e" : "p") + name;
    }

    String aggregated() {
      return "aggregated" + (this == END_TO_END ? "E" : "P") + name;
    }
  }

  private final ObjectNode json = JsonNodeFactory.instance.objectNode();

  private OpenMessagingJson() {}

  static String of(Path directory) throws IOException {
    RunFiles files = RunFiles.read(directory);
    if (files.run().isMissingNode()) {
      throw new IOException(
          String.format(Locale.ROOT, "%s: %s", directory, files.missing().get(0)));
    }
    OpenMessagingJson result = new OpenMessagingJson();
    result.workload(files.run());
    result.rates(files);
    for (Latency latency : Latency.values()) {
      result.latency(latency, files.latencies().get(latency.metric));
    }
    if (!files.latencies().isEmpty()) {
      double from = Measured.of(files.run(), files.rows()).from();
      result.periods(directory.resolve("latency.hlog"), from);
    }
    return result.json.toPrettyString() + "\n";
  }

  private void workload(JsonNode run) {
    JsonNode workload = run.path("workload");
    json.put("workload", run.path("name").asText());
    json.put("driver", workload.path("driver").asText());
    json.put("messageSize", workload.at("/message/size").asLong());
    json.put("topics", 1);
    json.put("partitions", workload.at("/topic/queues").asInt(1));
    json.put("producersPerTopic", workload.at("/load/threads").asInt());
    json.put(
        "consumersPerTopic",
        workload.at("/consume/threads").asInt() == 0
            ? 0
            : workload.at("/consume/clients").asInt() * workload.at("/consume/groups").asInt());
  }

  /** Of each whole period of measured time. */
  private void rates(RunFiles files) {
    Rows rows = files.rows();
    ArrayNode publish = json.putArray("publishRate");
    ArrayNode errors = json.putArray("publishErrorRate");
    ArrayNode consume = json.putArray("consumeRate");
    ArrayNode backlog = json.putArray("backlog");
    Measured measured = Measured.of(files.run(), rows);
    double seconds = 0;
    double[] counts = new double[3];
    for (int row = 0; row < rows.count(); row++) {
      if (!measured.has(rows, row)) {
        continue;
      }
      seconds += rows.end(row) - rows.begin(row);
      double rejected = rows.value("rejected", row);
      boolean acknowledged = measured.acknowledged();
      counts[0] +=
          acknowledged ? rows.value("acked", row) : rows.value("attempted", row) - rejected;
      counts[1] += acknowledged ? rejected + rows.value("unknown", row) : rejected;
      counts[2] += rows.value("deliveries", row);
      if (seconds >= PERIOD_SECONDS - 0.5) {
        publish.add(counts[0] / seconds);
        errors.add(counts[1] / seconds);
        consume.add(counts[2] / seconds);
        backlog.add(backlog(rows, row));
        seconds = 0;
        counts = new double[3];
      }
    }
  }

  private static long backlog(Rows rows, int row) {
    return (long)
        rows.names().stream()
            .filter(name -> name.startsWith("backlog."))
            .mapToDouble(name -> rows.value(name, row))
            .filter(messages -> !Double.isNaN(messages))
            .sum();
  }

  private void latency(Latency latency, @Nullable Histogram all) {
    put(latency, latency.aggregated(), all);
    ObjectNode quantiles = json.putObject(latency.aggregated() + "Quantiles");
    if (all == null) {
      return;
    }
    for (HistogramIterationValue value : all.percentiles(TICKS_PER_HALF_DISTANCE)) {
      quantiles.set(
          Double.toString(value.getPercentile()), latency.value(value.getValueIteratedTo()));
    }
  }

  /** All latencies in one pass: a log is long. */
  private void periods(Path log, double from) throws IOException {
    Map<String, Period> periods = new HashMap<>();
    for (Latency latency : Latency.values()) {
      periods.put(latency.metric, new Period(latency, from + PERIOD_SECONDS));
    }
    LatencyLog.read(
        log,
        (metric, seconds, latencies) -> {
          Period period = periods.get(metric);
          if (period != null) {
            period.add(seconds, latencies);
          }
        });
  }

  private final class Period {
    private final Latency latency;
    private final Histogram latencies = new Histogram(DIGITS);
    private double end;

    Period(Latency latency, double end) {
      this.latency = latency;
      this.end = end;
    }

    void add(double seconds, Histogram interval) {
      latencies.add(interval);
      if (seconds >= end - 0.5) {
        append(latency, latencies);
        latencies.reset();
        end += PERIOD_SECONDS;
      }
    }
  }

  private void append(Latency latency, Histogram period) {
    json.withArrayProperty(latency.series() + "Avg").add(period.getMean() / latency.nanosPerUnit);
    PERCENTILES.forEach(
        (name, percentile) ->
            json.withArrayProperty(latency.series() + name)
                .add(latency.value(period.getValueAtPercentile(percentile))));
  }

  private void put(Latency latency, String prefix, @Nullable Histogram histogram) {
    json.put(prefix + "Avg", histogram == null ? 0 : histogram.getMean() / latency.nanosPerUnit);
    PERCENTILES.forEach(
        (name, percentile) ->
            json.set(
                prefix + name,
                latency.value(histogram == null ? 0 : histogram.getValueAtPercentile(percentile))));
  }
}
