package io.brokerbench.record;

import io.brokerbench.results.Metric;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;

/** The counts and latencies of one phase. Thread-safe. */
public final class Records {

  private final Ledger ledger = new Ledger();
  private final Map<Metric, LatencyRecorder> recorders = new EnumMap<>(Metric.class);

  Records() {
    for (Metric metric : Metric.values()) {
      recorders.put(metric, new LatencyRecorder());
    }
  }

  public Ledger ledger() {
    return ledger;
  }

  public LatencyRecorder recorder(Metric metric) {
    return Objects.requireNonNull(recorders.get(metric));
  }

  /** Latencies that were negative or above an hour. */
  public long outOfRange() {
    return recorders.values().stream().mapToLong(LatencyRecorder::outOfRange).sum();
  }
}
