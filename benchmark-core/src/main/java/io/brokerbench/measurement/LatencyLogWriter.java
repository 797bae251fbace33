package io.brokerbench.measurement;

import io.brokerbench.record.LatencyRecorder;
import io.brokerbench.results.Metric;
import io.brokerbench.results.Phase;
import io.brokerbench.results.tables.LatencyTag;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.Function;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogWriter;
import org.jspecify.annotations.Nullable;

/**
 * Writes {@code latency.hlog}: a row per metric and interval for the first hour, after it a row per
 * metric and ten seconds. Merged rows end with their phase, and at multiples of ten seconds since
 * its start. For one thread.
 */
final class LatencyLogWriter implements AutoCloseable {

  private static final double NANOS_PER_MILLI = 1e6;
  private static final double UNMERGED_SECONDS = 3600;
  private static final double MERGED_SECONDS = 10;

  /** The end of an interval differs by less from the time at which it is due. */
  private static final double ROUNDING_SECONDS = 0.5;

  private final PrintStream stream;
  private final HistogramLogWriter log;
  private final Map<String, Histogram> merged = new LinkedHashMap<>();
  private @Nullable Phase phase;
  private double phaseFrom;
  private boolean merging;
  private double from;
  private double to;

  /**
   * Creates the file.
   *
   * @param start start time of the run
   */
  LatencyLogWriter(Path file, Instant start) throws IOException {
    this.stream = new PrintStream(Files.newOutputStream(file), false, StandardCharsets.UTF_8);
    this.log = new HistogramLogWriter(stream);
    log.outputComment("[nanoseconds; tags: metrics; warmup. before a tag: not measured time]");
    log.outputLogFormatVersion();
    log.outputStartTime(start.toEpochMilli());
    log.outputLegend();
  }

  /** Adds an interval; it is on disk at once or, if it is merged, within ten seconds. */
  void add(Interval interval) throws IOException {
    if (interval.phase() != phase) {
      flush();
      phase = interval.phase();
      phaseFrom = interval.fromSeconds();
    }
    if (interval.fromSeconds() < UNMERGED_SECONDS - ROUNDING_SECONDS) {
      forEachRow(
          interval,
          (tag, latencies) -> row(interval.fromSeconds(), interval.toSeconds(), tag, latencies));
      stream.flush();
    } else {
      merge(interval);
    }
    if (stream.checkError()) {
      throw new IOException(LatencyTag.FILE + " cannot be written");
    }
  }

  private void merge(Interval interval) {
    if (!merging) {
      merging = true;
      log.outputComment("[from here on rows of ten seconds, merged]");
    }
    if (merged.isEmpty()) {
      from = interval.fromSeconds();
    }
    to = interval.toSeconds();
    forEachRow(
        interval,
        (tag, latencies) ->
            merged.computeIfAbsent(tag, key -> LatencyRecorder.emptyHistogram()).add(latencies));
    if (periods(interval.toSeconds()) > periods(interval.fromSeconds())) {
      flush();
    }
  }

  /** Number of full periods since the start of the phase. */
  private double periods(double seconds) {
    return Math.floor((seconds - phaseFrom + ROUNDING_SECONDS) / MERGED_SECONDS);
  }

  private static void forEachRow(Interval interval, BiConsumer<String, Histogram> row) {
    forEachRow(interval.warmup(), LatencyTag::warmup, row);
    forEachRow(interval.measured(), LatencyTag::measured, row);
  }

  private static void forEachRow(
      Map<Metric, Histogram> latencies,
      Function<Metric, String> tag,
      BiConsumer<String, Histogram> row) {
    latencies.forEach(
        (metric, histogram) -> {
          if (histogram.getTotalCount() > 0) {
            row.accept(tag.apply(metric), histogram);
          }
        });
  }

  private void row(double fromSeconds, double toSeconds, String tag, Histogram latencies) {
    latencies.setTag(tag);
    log.outputIntervalHistogram(fromSeconds, toSeconds, latencies, NANOS_PER_MILLI);
  }

  private void flush() {
    merged.forEach((tag, histogram) -> row(from, to, tag, histogram));
    merged.clear();
    stream.flush();
  }

  @Override
  public void close() {
    flush();
    log.close();
  }
}
