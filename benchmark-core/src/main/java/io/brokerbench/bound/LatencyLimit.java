package io.brokerbench.bound;

import io.brokerbench.results.Latency;
import io.brokerbench.results.Metric;
import io.brokerbench.results.RunResult;
import java.util.EnumMap;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A statistic of a latency that can be bounded. */
@SuppressWarnings("ImmutableEnumChecker") // Functions without state.
public enum LatencyLimit {
  /** 99th percentile of the latency from the intended time to the outcome of a send. */
  RESPONSE_P99("response-p99", "response p99", Metric.RESPONSE, Latency::p99Nanos),
  /** 99th percentile of the latency from the intended time to the receipt. */
  END_TO_END_P99("end-to-end-p99", "end to end p99", Metric.END_TO_END, Latency::p99Nanos),
  /** Maximum latency from the intended time to the receipt. */
  END_TO_END_MAX("end-to-end-max", "end to end max", Metric.END_TO_END, Latency::maxNanos);

  private final String key;
  private final String label;
  private final Metric metric;
  private final Function<Latency, @Nullable Long> statistic;

  LatencyLimit(
      String key, String label, Metric metric, Function<Latency, @Nullable Long> statistic) {
    this.key = key;
    this.label = label;
    this.metric = metric;
    this.statistic = statistic;
  }

  /** The name in files. */
  public String key() {
    return key;
  }

  /** The name for display. */
  public String label() {
    return label;
  }

  /** The latency. */
  Metric metric() {
    return metric;
  }

  /** Whether only consumers can measure it. */
  public boolean ofConsumers() {
    return metric == Metric.END_TO_END;
  }

  /** The statistics that a run has, nanoseconds. */
  public static Map<LatencyLimit, Long> of(RunResult run) {
    Map<LatencyLimit, Long> known = new EnumMap<>(LatencyLimit.class);
    for (LatencyLimit limit : values()) {
      Latency latency = run.latency().get(limit.metric);
      Long nanos = latency == null ? null : limit.statistic.apply(latency);
      if (nanos != null) {
        known.put(limit, nanos);
      }
    }
    return known;
  }
}
