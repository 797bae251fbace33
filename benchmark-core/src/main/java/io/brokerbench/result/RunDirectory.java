package io.brokerbench.result;

import io.brokerbench.record.Metric;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Map;
import java.util.Set;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogWriter;

/**
 * A result directory. While the run goes on its name ends in {@value #INCOMPLETE}, and what is
 * known is on disk within a second; {@link #finish} writes the rest and gives it its name. For one
 * thread.
 */
public final class RunDirectory implements AutoCloseable {

  static final String INCOMPLETE = ".INCOMPLETE";

  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("yyyyMMdd'T'HHmmss'Z'").withZone(ZoneOffset.UTC);
  private static final double NANOS_PER_MILLI = 1e6;

  private final String name;
  private final Path directory;
  private final PrintStream histograms;
  private final HistogramLogWriter histogramLog;
  private final IntervalsCsv intervals;

  private RunDirectory(String name, Path directory, Instant start, Set<Metric> metrics)
      throws IOException {
    this.name = name;
    this.directory = directory;
    this.histograms =
        new PrintStream(
            Files.newOutputStream(directory.resolve("latency.hlog")),
            false,
            StandardCharsets.UTF_8);
    this.histogramLog = new HistogramLogWriter(histograms);
    histogramLog.outputComment(
        "[nanoseconds; tags: metrics; warmup. before a tag: not measured time]");
    histogramLog.outputLogFormatVersion();
    histogramLog.outputStartTime(start.toEpochMilli());
    histogramLog.outputLegend();
    this.intervals = new IntervalsCsv(directory.resolve("intervals.csv"), metrics);
  }

  /**
   * Makes the directory.
   *
   * @param parent is made if it does not exist
   * @param start of the run, in the directory's name
   * @param metrics that its intervals have columns for
   */
  public static RunDirectory create(Path parent, String runName, Instant start, Set<Metric> metrics)
      throws IOException {
    Files.createDirectories(parent);
    String base = TIME.format(start) + "-" + runName;
    for (int i = 1; ; i++) {
      String name = i == 1 ? base : base + "-" + i;
      Path directory = parent.resolve(name + INCOMPLETE);
      if (!existsWithAnySuffix(parent, name)) {
        return new RunDirectory(name, Files.createDirectory(directory), start, metrics);
      }
    }
  }

  /** Where the logs go of a cluster that could not be measured; not made yet. */
  public static Path ofFailedStart(Path parent, String runName, Instant start) {
    return parent.resolve(TIME.format(start) + "-" + runName + ".FAILED").resolve("logs");
  }

  private static boolean existsWithAnySuffix(Path parent, String name) throws IOException {
    try (var entries = Files.list(parent)) {
      return entries
          .map(entry -> entry.getFileName().toString())
          .anyMatch(entry -> entry.equals(name) || entry.startsWith(name + "."));
    }
  }

  public Path path() {
    return directory;
  }

  /** Appends an interval to the files and flushes them. */
  public void add(Interval interval) throws IOException {
    log(interval, interval.warmup(), "warmup.");
    log(interval, interval.measured(), "");
    histograms.flush();
    if (histograms.checkError()) {
      throw new IOException("latency.hlog cannot be written");
    }
    intervals.add(interval);
  }

  private void log(Interval interval, Map<Metric, Histogram> latencies, String prefix) {
    latencies.forEach(
        (metric, histogram) -> {
          if (histogram.getTotalCount() > 0) {
            histogram.setTag(prefix + metric.label());
            histogramLog.outputIntervalHistogram(
                interval.fromSeconds(), interval.toSeconds(), histogram, NANOS_PER_MILLI);
          }
        });
  }

  /**
   * Writes the result and gives the directory its final name.
   *
   * @return the directory
   */
  public Path finish(RunResult result, Verdict verdict) throws IOException {
    close();
    StringBuilder yaml = new StringBuilder("# The settings in force.\n");
    result
        .setup()
        .settings()
        .forEach((key, value) -> yaml.append(key).append(": ").append(quoted(value)).append('\n'));
    writeAtomically("workload.yaml", yaml.toString());
    if (result.received() != null) {
      writeAtomically("audit.csv", AuditCsv.of(result.received()));
    }
    writeAtomically("run.json", RunJson.of(result, verdict));
    return Files.move(directory, directory.resolveSibling(name + verdict.suffix()));
  }

  private void writeAtomically(String file, String text) throws IOException {
    Path temporary = directory.resolve(file + ".tmp");
    try {
      Files.writeString(temporary, text);
      try {
        Files.move(temporary, directory.resolve(file), StandardCopyOption.ATOMIC_MOVE);
      } catch (AtomicMoveNotSupportedException e) {
        Files.move(temporary, directory.resolve(file));
      }
    } finally {
      Files.deleteIfExists(temporary);
    }
  }

  private static String quoted(String value) {
    return "\"" + value.replace("\\", "\\\\").replace("\"", "\\\"") + "\"";
  }

  @Override
  public void close() throws IOException {
    histogramLog.close();
    intervals.close();
  }
}
