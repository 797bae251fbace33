package io.brokerbench.tables;

import io.brokerbench.document.Table;
import io.brokerbench.results.Latency;
import io.brokerbench.results.RunResult;
import io.brokerbench.units.Units;

/** Latencies of the measured time, and their floor. */
public final class LatencyTable {

  private LatencyTable() {}

  /** One row per metric; no row if the run has no latencies. */
  public static Table of(RunResult run) {
    Table.Builder table =
        Table.of(
            "Measured time. Floor: the same load on this machine without a broker.",
            "lrrrrrrrr",
            "latency",
            "messages",
            "mean",
            "p50",
            "p90",
            "p95",
            "p99",
            "p99.9",
            "max");
    run.latency().forEach((metric, latency) -> row(table, metric.label(), latency));
    if (!run.latency().isEmpty()) {
      run.generator()
          .floor()
          .forEach((metric, latency) -> row(table, metric.label() + " floor", latency));
    }
    return table.build();
  }

  private static void row(Table.Builder table, String name, Latency latency) {
    table.add(
        name,
        Units.count(latency.count()),
        Units.nanos(latency.meanNanos()),
        Units.nanos(latency.p50Nanos()),
        Units.nanos(latency.p90Nanos()),
        Units.nanos(latency.p95Nanos()),
        Units.nanos(latency.p99Nanos()),
        Units.nanos(latency.p999Nanos()),
        Units.nanos(latency.maxNanos()));
  }
}
