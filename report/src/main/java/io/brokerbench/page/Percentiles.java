package io.brokerbench.page;

import io.brokerbench.document.Axis;
import io.brokerbench.document.AxisUnit;
import io.brokerbench.document.Block;
import io.brokerbench.document.Chart;
import io.brokerbench.document.Series;
import io.brokerbench.document.Series.Point;
import io.brokerbench.results.RunResult;
import io.brokerbench.tables.LatencyTable;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramIterationValue;
import org.jspecify.annotations.Nullable;

/** Latencies of the whole measured time. */
public final class Percentiles {

  /**
   * Resolution of HdrHistogram's percentile iterator: ticks per halving of the remaining distance.
   */
  private static final int TICKS_PER_HALF_DISTANCE = 5;

  /** A percentile is shown if at least this number of samples lie above it. */
  private static final int SAMPLES_ABOVE = 10;

  private static final double NANOS_PER_MILLI = 1e6;

  private Percentiles() {}

  /** A table of all latencies and their percentiles as a curve. */
  static List<Block> of(@Nullable RunResult run, Map<String, Histogram> latencies) {
    List<Block> blocks = new ArrayList<>();
    spectrum(latencies, run == null ? Map.of() : errors(run)).ifPresent(blocks::add);
    if (run != null && !run.latency().isEmpty()) {
      blocks.add(LatencyTable.of(run));
    }
    return blocks;
  }

  /**
   * Distributions in milliseconds, in the format of HdrHistogram's plotters: texts by metric.
   *
   * @throws IOException with a one-line message, if it is not a result directory
   */
  public static Map<String, String> distributions(Path directory) throws IOException {
    Map<String, String> texts = new LinkedHashMap<>();
    RunFiles.read(directory)
        .latencies()
        .forEach(
            (metric, histogram) -> {
              ByteArrayOutputStream bytes = new ByteArrayOutputStream();
              histogram.outputPercentileDistribution(
                  new PrintStream(bytes, true, StandardCharsets.UTF_8), NANOS_PER_MILLI);
              texts.put(metric, bytes.toString(StandardCharsets.UTF_8));
            });
    return texts;
  }

  /** Errors of the latencies between two clocks. */
  private static Map<String, Long> errors(RunResult run) {
    Map<String, Long> errors = new HashMap<>();
    run.latency()
        .forEach(
            (metric, latency) -> {
              if (latency.errorNanos() != null) {
                errors.put(metric.label(), latency.errorNanos());
              }
            });
    return errors;
  }

  private static Optional<Chart> spectrum(
      Map<String, Histogram> latencies, Map<String, Long> errors) {
    List<Series> series = new ArrayList<>();
    latencies.forEach(
        (metric, histogram) -> {
          List<Point> points = points(histogram, errors.getOrDefault(metric, 1L));
          if (!points.isEmpty()) {
            series.add(new Series(metric, Series.Kind.LINE, 0, points));
          }
        });
    return series.isEmpty()
        ? Optional.empty()
        : Optional.of(
            Chart.of(
                "percentiles",
                "Latency by percentile",
                "The slowest messages are on the right: each step is a tenth of the messages before"
                    + " it. Ends where fewer than ten samples are left.",
                Axis.log("percentile", AxisUnit.PERCENTILE),
                List.of(Axis.log("latency", AxisUnit.NANOS)),
                series));
  }

  /** The percentiles whose values are not below a value. */
  private static List<Point> points(Histogram histogram, long leastNanos) {
    double last = 1 - (double) SAMPLES_ABOVE / histogram.getTotalCount();
    List<Point> points = new ArrayList<>();
    for (HistogramIterationValue value : histogram.percentiles(TICKS_PER_HALF_DISTANCE)) {
      double share = value.getPercentileLevelIteratedTo() / 100;
      if (share <= last && value.getValueIteratedTo() >= leastNanos) {
        points.add(Point.of(1 / (1 - share), (double) value.getValueIteratedTo()));
      }
    }
    return points;
  }
}
