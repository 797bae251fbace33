package io.brokerbench.results.tables;

import io.brokerbench.results.Metric;
import io.brokerbench.results.Phase;

/** Tags of the histograms in {@code latency.hlog}. */
public final class LatencyTag {

  /** Name of the file in a result directory. */
  public static final String FILE = "latency.hlog";

  private static final String WARMUP = Phase.WARMUP.label() + ".";

  private LatencyTag() {}

  /** The tag of latencies of messages of the measured time. */
  public static String measured(Metric metric) {
    return metric.label();
  }

  /** The tag of latencies of messages of the warm-up. */
  public static String warmup(Metric metric) {
    return WARMUP + metric.label();
  }

  /** Whether a tag is that of the warm-up. */
  public static boolean isWarmup(String tag) {
    return tag.startsWith(WARMUP);
  }
}
