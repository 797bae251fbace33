package io.brokerbench.page;

import io.brokerbench.results.RunFile;
import io.brokerbench.results.RunResult;
import io.brokerbench.results.SchemaVersion.UnsupportedVersionException;
import io.brokerbench.results.tables.IntervalColumn;
import io.brokerbench.results.tables.IntervalRows;
import io.brokerbench.results.tables.LatencyTag;
import io.brokerbench.stored.RunsDirectory;
import io.brokerbench.units.Text;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/**
 * The content of a result directory, as far as it is readable.
 *
 * @param run {@code run.json}; null if it is missing or incomplete
 * @param rows {@code intervals.csv}
 * @param latencies of the measured time, by metric
 * @param missing descriptions of missing or incomplete files, one sentence each
 */
record RunFiles(
    String name,
    @Nullable RunResult run,
    IntervalColumns rows,
    Map<String, Histogram> latencies,
    List<String> missing) {

  private static final int DIGITS = 3;
  private static final List<String> FILES =
      List.of(RunFile.NAME, IntervalColumn.FILE, LatencyTag.FILE);

  /** Whether a directory contains any file of a run. */
  static boolean in(Path directory) {
    return FILES.stream().anyMatch(file -> Files.exists(directory.resolve(file)));
  }

  /**
   * @throws IOException with a one-line message, if it is not a result directory or has another
   *     schema version
   */
  static RunFiles read(Path directory) throws IOException {
    RunFiles files = readWithoutLatencies(directory);
    Map<String, Histogram> latencies =
        latencies(directory.resolve(LatencyTag.FILE), files.missing());
    return new RunFiles(files.name(), files.run(), files.rows(), latencies, files.missing());
  }

  /**
   * Reads a directory without {@code latency.hlog}, which is long.
   *
   * @throws IOException as {@link #read}
   */
  static RunFiles readWithoutLatencies(Path directory) throws IOException {
    if (!in(directory)) {
      throw new IOException(Text.of("%s holds no result", directory));
    }
    List<String> missing = new ArrayList<>();
    RunResult run = run(directory.resolve(RunFile.NAME), missing);
    IntervalColumns rows = rows(directory.resolve(IntervalColumn.FILE), missing);
    String name = RunsDirectory.fileName(directory);
    return new RunFiles(name, run, rows, Map.of(), missing);
  }

  private static @Nullable RunResult run(Path file, List<String> missing) throws IOException {
    if (!Files.exists(file)) {
      missing.add("run.json is missing: the run did not end, so nothing is judged or audited");
      return null;
    }
    try {
      return RunFile.read(file);
    } catch (UnsupportedVersionException e) {
      throw new IOException(Text.of("%s: %s", file, e.getMessage()), e);
    } catch (IOException e) {
      missing.add("run.json is not whole: verdict, audit and environment are unknown");
      return null;
    }
  }

  private static IntervalColumns rows(Path file, List<String> missing) throws IOException {
    IntervalRows rows = Files.exists(file) ? IntervalRows.read(file) : IntervalRows.of("");
    if (rows.isEmpty()) {
      missing.add("intervals.csv is missing or empty: nothing is known of single seconds");
    } else if (!rows.isWhole()) {
      missing.add("intervals.csv ends in the middle of a line, which is left out");
    }
    return IntervalColumns.of(rows);
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
          Text.of("latency.hlog is not whole: its percentiles are those up to second %.0f", until));
    }
    return merged;
  }
}
