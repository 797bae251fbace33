package io.brokerbench.tables;

import io.brokerbench.document.Table;
import io.brokerbench.results.Latency;
import io.brokerbench.results.Latency.Statistic;
import io.brokerbench.results.RunResult;
import io.brokerbench.units.Units;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;

/** Latencies of the measured time, and their floor. */
public final class LatencyTable {

  private final List<Statistic> statistics;
  private final boolean withErrors;

  private LatencyTable(Collection<Latency> latencies) {
    this.statistics =
        Arrays.stream(Statistic.values())
            .filter(statistic -> statistic != Statistic.P75)
            .filter(
                statistic ->
                    statistic.leastSamples() <= Statistic.P999.leastSamples()
                        || latencies.stream().anyMatch(each -> each.nanos(statistic) != null))
            .toList();
    this.withErrors = latencies.stream().anyMatch(latency -> latency.errorNanos() != null);
  }

  /**
   * One row per metric; no row if the run has no latencies. A percentile above 99.9 has a column
   * where a latency has samples enough for it. If there are latencies between two clocks, there are
   * columns for their errors and for the number of values below zero.
   */
  public static Table of(RunResult run) {
    return new LatencyTable(run.latency().values()).table(run);
  }

  private Table table(RunResult run) {
    List<String> columns = new ArrayList<>(List.of("latency", "messages"));
    statistics.forEach(statistic -> columns.add(statistic.label()));
    if (withErrors) {
      columns.add("error");
      columns.add("below zero");
    }
    Table.Builder table =
        Table.of(
            "Measured time. Floor: the same load on this machine without a broker.",
            "l" + "r".repeat(columns.size() - 1),
            columns);
    run.latency().forEach((metric, latency) -> table.add(row(metric.label(), latency)));
    if (!run.latency().isEmpty()) {
      run.generator()
          .floor()
          .forEach((metric, latency) -> table.add(row(metric.label() + " floor", latency)));
    }
    return table.build();
  }

  private List<String> row(String name, Latency latency) {
    List<String> cells = new ArrayList<>(List.of(name, Units.count(latency.count())));
    statistics.forEach(statistic -> cells.add(latency.text(statistic)));
    if (withErrors) {
      cells.add(latency.errorNanos() == null ? "" : "+- " + Units.nanos(latency.errorNanos()));
      cells.add(latency.belowZero() == null ? "" : Units.count(latency.belowZero()));
    }
    return cells;
  }
}
