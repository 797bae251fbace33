package io.brokerbench.meters;

import io.brokerbench.measurement.Interval;
import io.brokerbench.results.Latency;
import io.brokerbench.results.Latency.Statistic;
import io.brokerbench.results.Metric;
import io.brokerbench.units.Text;
import io.prometheus.metrics.model.registry.MultiCollector;
import io.prometheus.metrics.model.snapshots.ClassicHistogramBuckets;
import io.prometheus.metrics.model.snapshots.HistogramSnapshot;
import io.prometheus.metrics.model.snapshots.HistogramSnapshot.HistogramDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import io.prometheus.metrics.model.snapshots.Quantile;
import io.prometheus.metrics.model.snapshots.Quantiles;
import io.prometheus.metrics.model.snapshots.SummarySnapshot;
import io.prometheus.metrics.model.snapshots.SummarySnapshot.SummaryDataPointSnapshot;
import java.util.Arrays;
import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.DoubleStream;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramIterationValue;

/**
 * Latencies in the form of Prometheus: a summary of each metric with the percentiles of the last
 * second, and one histogram since the start, from which percentiles over any time can be computed.
 * (Micrometer records single values only.) {@link #add} is for one thread, {@link #collect} for
 * any.
 */
final class LatencyMeters implements MultiCollector {

  private static final double NANOS = 1e9;

  static final SortedMap<Double, Statistic> QUANTILES =
      Collections.unmodifiableSortedMap(
          new TreeMap<>(Map.of(0.5, Statistic.P50, 0.99, Statistic.P99, 0.999, Statistic.P999)));

  /** Upper bounds of the histogram's buckets, in seconds: 10 us, 25 us, 50 us, 100 us, ... 50 s. */
  private static final double[] BOUNDS =
      DoubleStream.concat(
              DoubleStream.of(1e-5, 1e-4, 1e-3, 0.01, 0.1, 1, 10)
                  .flatMap(bound -> DoubleStream.of(bound, 2.5 * bound, 5 * bound)),
              DoubleStream.of(Double.POSITIVE_INFINITY))
          .toArray();

  private final Map<Metric, Total> totals = new EnumMap<>(Metric.class);
  private volatile MetricSnapshots last = new MetricSnapshots();

  /** Adds the interval's latencies of both phases. */
  void add(Interval interval) {
    MetricSnapshots.Builder snapshots = MetricSnapshots.builder();
    HistogramSnapshot.Builder histogram =
        HistogramSnapshot.builder()
            .name("brokerbench_latency_seconds")
            .help("Latencies since the run's start; metric is their name in result files");
    for (Metric metric : Metric.values()) {
      if (interval.warmup().containsKey(metric) || interval.measured().containsKey(metric)) {
        Histogram latencies = interval.latencies(metric);
        Total total = totals.computeIfAbsent(metric, m -> new Total());
        total.add(latencies);
        histogram.dataPoint(total.histogram(metric));
        snapshots.metricSnapshot(total.summary(metric, interval.summary(metric)));
      }
    }
    last = snapshots.metricSnapshot(histogram.build()).build();
  }

  @Override
  public MetricSnapshots collect() {
    return last;
  }

  /** A statistic of some latencies; NaN with too few of them. */
  static double seconds(Latency latency, Statistic statistic) {
    Long nanos = latency.nanos(statistic);
    return nanos == null ? Double.NaN : nanos / NANOS;
  }

  /** All latencies of a metric since the start. */
  private static final class Total {
    private final long[] buckets = new long[BOUNDS.length];
    private long count;
    private double seconds;

    void add(Histogram latencies) {
      count += latencies.getTotalCount();
      seconds += latencies.getMean() / NANOS * latencies.getTotalCount();
      for (HistogramIterationValue each : latencies.recordedValues()) {
        int found = Arrays.binarySearch(BOUNDS, each.getValueIteratedTo() / NANOS);
        buckets[found < 0 ? -found - 1 : found] += each.getCountAtValueIteratedTo();
      }
    }

    HistogramDataPointSnapshot histogram(Metric metric) {
      return HistogramDataPointSnapshot.builder()
          .labels(Labels.of("metric", metric.label()))
          .classicHistogramBuckets(ClassicHistogramBuckets.of(BOUNDS, buckets))
          .sum(seconds)
          .build();
    }

    SummarySnapshot summary(Metric metric, Latency lastSecond) {
      Quantile[] quantiles =
          QUANTILES.entrySet().stream()
              .map(each -> new Quantile(each.getKey(), seconds(lastSecond, each.getValue())))
              .toArray(Quantile[]::new);
      return SummarySnapshot.builder()
          .name(Text.of("brokerbench_%s_seconds", Meters.dotted(metric.label()).replace('.', '_')))
          .help(
              metric.description()
                  + "; quantiles of the last second, sum and count since the start")
          .dataPoint(
              SummaryDataPointSnapshot.builder()
                  .quantiles(Quantiles.of(quantiles))
                  .count(count)
                  .sum(seconds)
                  .build())
          .build();
    }
  }
}
