package io.brokerbench.tables;

import io.brokerbench.document.Table;
import io.brokerbench.results.Latency;
import io.brokerbench.results.Latency.Statistic;
import io.brokerbench.results.RunResult;
import io.brokerbench.units.Units;
import java.util.ArrayList;
import java.util.List;

/** Latencies of the measured time, and their floor. */
public final class LatencyTable {

  private static final List<Statistic> STATISTICS =
      List.of(
          Statistic.MEAN,
          Statistic.P50,
          Statistic.P90,
          Statistic.P95,
          Statistic.P99,
          Statistic.P999,
          Statistic.MAX);

  private final boolean withErrors;

  private LatencyTable(boolean withErrors) {
    this.withErrors = withErrors;
  }

  /**
   * One row per metric; no row if the run has no latencies. If there are latencies between two
   * clocks, it has columns for their errors and for the number of values below zero.
   */
  public static Table of(RunResult run) {
    return new LatencyTable(
            run.latency().values().stream().anyMatch(latency -> latency.errorNanos() != null))
        .table(run);
  }

  private Table table(RunResult run) {
    List<String> columns = new ArrayList<>(List.of("latency", "messages"));
    STATISTICS.forEach(statistic -> columns.add(statistic.label()));
    if (withErrors) {
      columns.add("error");
      columns.add("below zero");
    }
    Table.Builder table =
        Table.of(
            "Measured time. Floor: the same load on this machine without a broker.",
            "l" + "r".repeat(columns.size() - 1),
            columns.toArray(String[]::new));
    run.latency().forEach((metric, latency) -> table.add(row(metric.label(), latency)));
    if (!run.latency().isEmpty()) {
      run.generator()
          .floor()
          .forEach((metric, latency) -> table.add(row(metric.label() + " floor", latency)));
    }
    return table.build();
  }

  private String[] row(String name, Latency latency) {
    List<String> cells = new ArrayList<>(List.of(name, Units.count(latency.count())));
    STATISTICS.forEach(statistic -> cells.add(latency.text(statistic)));
    if (withErrors) {
      cells.add(latency.errorNanos() == null ? "" : "+- " + Units.nanos(latency.errorNanos()));
      cells.add(latency.belowZero() == null ? "" : Units.count(latency.belowZero()));
    }
    return cells.toArray(String[]::new);
  }
}
