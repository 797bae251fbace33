package io.brokerbench.measurement;

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
    if (merged.isEmpty()) {
      from = interval.fromSeconds();
    }
    to = interval.toSeconds();
    merge(interval.warmup(), LatencyTag::warmup);
    merge(interval.measured(), LatencyTag::measured);
    if (interval.fromSeconds() < UNMERGED_SECONDS - ROUNDING_SECONDS) {
      flush();
    } else if (!merging) {
      merging = true;
      log.outputComment("[from here on rows of ten seconds, merged]");
    }
    if (periods(interval.toSeconds()) > periods(interval.fromSeconds())) {
      flush();
    }
    if (stream.checkError()) {
      throw new IOException(LatencyTag.FILE + " cannot be written");
    }
  }

  /** Number of full periods since the start of the phase. */
  private double periods(double seconds) {
    return Math.floor((seconds - phaseFrom + ROUNDING_SECONDS) / MERGED_SECONDS);
  }

  private void merge(Map<Metric, Histogram> latencies, Function<Metric, String> tag) {
    latencies.forEach(
        (metric, histogram) -> {
          if (histogram.getTotalCount() > 0) {
            merged
                .computeIfAbsent(tag.apply(metric), key -> new Histogram(histogram))
                .add(histogram);
          }
        });
  }

  private void flush() {
    merged.forEach(
        (tag, histogram) -> {
          histogram.setTag(tag);
          log.outputIntervalHistogram(from, to, histogram, NANOS_PER_MILLI);
        });
    merged.clear();
    stream.flush();
  }

  @Override
  public void close() {
    flush();
    log.close();
  }
}
