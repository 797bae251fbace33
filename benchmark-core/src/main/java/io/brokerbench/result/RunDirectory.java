package io.brokerbench.result;

import io.brokerbench.record.Metric;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogWriter;

/**
 * A result directory. While the run goes on its name ends in {@value #INCOMPLETE}, and what is
 * known is on disk within a second; {@link #finish} writes the rest and gives it its name. For one
 * thread, but for {@link #draft}.
 */
public final class RunDirectory implements AutoCloseable {

  static final String INCOMPLETE = ".INCOMPLETE";

  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("yyyyMMdd'T'HHmmss'Z'", Locale.ROOT).withZone(ZoneOffset.UTC);
  private static final double NANOS_PER_MILLI = 1e6;

  private final Path parent;
  private final String name;
  private final Path directory;
  private final PrintStream histograms;
  private final HistogramLogWriter histogramLog;
  private final IntervalsCsv intervals;

  private RunDirectory(Path parent, String name, Instant start, Set<Metric> metrics)
      throws IOException {
    this.parent = parent;
    this.name = name;
    this.directory = Files.createDirectory(parent.resolve(name + INCOMPLETE));
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
      if (!existsWithAnySuffix(parent, name)) {
        return new RunDirectory(parent, name, start, metrics);
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
   * Writes what is known by now: what is left of the run if nothing is written later. Any thread
   * may call it, one at a time and not while {@link #finish} runs.
   *
   * @param result whose audit is not done
   */
  public void draft(RunResult result) throws IOException {
    writeSettings(result);
    write("run.json", RunJson.of(result, Judge.judge(result)));
  }

  /**
   * Writes the result and gives the directory its final name.
   *
   * @return the directory
   */
  public Path finish(RunResult result, Verdict verdict) throws IOException {
    close();
    writeSettings(result);
    if (result.received() != null) {
      write("audit.csv", AuditCsv.of(result.received()));
    }
    write("run.json", RunJson.of(result, verdict));
    Path named = Files.move(directory, directory.resolveSibling(name + verdict.suffix()));
    DurableFile.force(parent);
    return named;
  }

  private void writeSettings(RunResult result) throws IOException {
    if (!Files.exists(directory.resolve("workload.yaml"))) {
      StringBuilder yaml = new StringBuilder("# The settings in force.\n");
      result
          .setup()
          .settings()
          .forEach(
              (key, value) -> yaml.append(key).append(": ").append(quoted(value)).append('\n'));
      write("workload.yaml", yaml.toString());
    }
  }

  private void write(String file, String text) throws IOException {
    DurableFile.write(directory, file, text);
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
