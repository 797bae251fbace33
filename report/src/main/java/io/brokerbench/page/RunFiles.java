package io.brokerbench.page;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.MissingNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.HdrHistogram.Histogram;

/**
 * What a result directory holds, as far as it can be read.
 *
 * @param run {@code run.json}; a missing node if it is not there or not whole
 * @param rows {@code intervals.csv}
 * @param latencies of measured time, by metric
 * @param missing what is not there or not whole, a sentence each
 */
record RunFiles(
    String name, JsonNode run, Rows rows, Map<String, Histogram> latencies, List<String> missing) {

  private static final ObjectMapper MAPPER = new ObjectMapper();
  private static final int SCHEMA_VERSION = 1;
  private static final int DIGITS = 3;
  private static final List<String> FILES = List.of("run.json", "intervals.csv", "latency.hlog");

  /** Whether any file of a run is in a directory. */
  static boolean in(Path directory) {
    return FILES.stream().anyMatch(file -> Files.exists(directory.resolve(file)));
  }

  /**
   * Reads a directory.
   *
   * @throws IOException if it is no result directory, or one of another schema version: one line
   */
  static RunFiles read(Path directory) throws IOException {
    RunFiles files = readWithoutLatencies(directory);
    Map<String, Histogram> latencies =
        latencies(directory.resolve("latency.hlog"), files.missing());
    return new RunFiles(files.name(), files.run(), files.rows(), latencies, files.missing());
  }

  /**
   * The same without {@code latency.hlog}, which is long.
   *
   * @throws IOException as {@link #read}
   */
  static RunFiles readWithoutLatencies(Path directory) throws IOException {
    if (!in(directory)) {
      throw new IOException(String.format(Locale.ROOT, "%s holds no result", directory));
    }
    List<String> missing = new ArrayList<>();
    JsonNode run = run(directory.resolve("run.json"), missing);
    Rows rows = rows(directory.resolve("intervals.csv"), missing);
    String name = String.valueOf(directory.toAbsolutePath().normalize().getFileName());
    return new RunFiles(name, run, rows, Map.of(), missing);
  }

  private static JsonNode run(Path file, List<String> missing) throws IOException {
    if (!Files.exists(file)) {
      missing.add("run.json is missing: the run did not end, so nothing is judged or audited");
      return MissingNode.getInstance();
    }
    JsonNode run;
    try {
      run = MAPPER.readTree(file.toFile());
    } catch (IOException e) {
      run = MissingNode.getInstance();
    }
    if (!run.isObject()) {
      missing.add("run.json is not whole: verdict, audit and environment are unknown");
      return MissingNode.getInstance();
    }
    if (run.path("schemaVersion").asInt(-1) != SCHEMA_VERSION) {
      throw new IOException(
          String.format(
              Locale.ROOT,
              "%s: schemaVersion must be %d, got %s",
              file,
              SCHEMA_VERSION,
              run.path("schemaVersion")));
    }
    return run;
  }

  private static Rows rows(Path file, List<String> missing) throws IOException {
    String text = Files.exists(file) ? Files.readString(file) : "";
    if (text.isEmpty()) {
      missing.add("intervals.csv is missing or empty: nothing is known of single seconds");
    } else if (!text.endsWith("\n")) {
      missing.add("intervals.csv ends in the middle of a line, which is left out");
    }
    try {
      return Rows.of(text);
    } catch (NumberFormatException e) {
      throw new IOException(String.format(Locale.ROOT, "%s: %s", file, e.getMessage()), e);
    }
  }

  private static Map<String, Histogram> latencies(Path file, List<String> missing)
      throws IOException {
    Map<String, Histogram> merged = new LinkedHashMap<>();
    if (!Files.exists(file)) {
      missing.add("latency.hlog is missing: there are no percentiles of the whole run");
      return merged;
    }
    double until =
        LatencyLog.read(
            file,
            (metric, end, latencies) ->
                merged.computeIfAbsent(metric, key -> new Histogram(DIGITS)).add(latencies));
    if (merged.isEmpty()) {
      missing.add("latency.hlog holds nothing of measured time");
    } else if (!Double.isNaN(until)) {
      missing.add(
          String.format(
              Locale.ROOT,
              "latency.hlog is not whole: its percentiles are those up to second %.0f",
              until));
    }
    return merged;
  }
}
