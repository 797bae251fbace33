package io.brokerbench.run;

import io.brokerbench.record.LatencyRecorder;
import io.brokerbench.results.Latency;
import io.brokerbench.results.Metric;
import java.util.EnumMap;
import java.util.Map;
import org.HdrHistogram.Histogram;

/** Adds up the latencies of intervals. Not thread-safe. */
final class LatencySums {

  private final Map<Metric, Histogram> sums = new EnumMap<>(Metric.class);
  private final Map<Metric, Long> errorNanos = new EnumMap<>(Metric.class);

  /**
   * Adds the latencies of an interval.
   *
   * @param errors maximum errors of those between two clocks, in nanoseconds
   */
  void add(Map<Metric, Histogram> latencies, Map<Metric, Long> errors) {
    latencies.forEach(
        (metric, histogram) -> {
          if (histogram.getTotalCount() > 0) {
            sums.computeIfAbsent(metric, each -> LatencyRecorder.emptyHistogram()).add(histogram);
            errorNanos.merge(metric, errors.getOrDefault(metric, 0L), Math::max);
          }
        });
  }

  /** The latencies so far; metrics without any are omitted. */
  Map<Metric, Latency> summaries() {
    Map<Metric, Latency> summaries = new EnumMap<>(Metric.class);
    sums.forEach(
        (metric, sum) ->
            summaries.put(
                metric, LatencyRecorder.summary(sum, errorNanos.getOrDefault(metric, 0L))));
    return summaries;
  }
}
