package io.brokerbench.console;

import io.brokerbench.document.Table;
import io.brokerbench.results.Latency;
import io.brokerbench.results.Latency.Statistic;
import io.brokerbench.results.Metric;
import io.brokerbench.results.RunResult;
import io.brokerbench.run.RunListener;
import io.brokerbench.statistics.RankedValues;
import io.brokerbench.units.Text;
import io.brokerbench.units.Units;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A table with one row per repeat of a run, and the median of all. For one thread. */
public final class RepeatTable implements RunListener {

  private static final String UNKNOWN = "n/a";

  private final Table.Builder rows =
      Table.of("", "lrrrll", "run", "acked msg/s", "p50", "p99", "verdict", "result");
  private final List<Double> rates = new ArrayList<>();

  private final Metric metric;

  /**
   * Creates an empty table.
   *
   * @param metric the latency that the table shows
   */
  public RepeatTable(Metric metric) {
    this.metric = metric;
  }

  @Override
  public void ended(RunResult result, Path directory) {
    double rate = result.throughput().ackedPerSecond();
    Latency latency = result.latency().get(metric);
    rates.add(rate);
    rows.add(
        Integer.toString(rates.size()),
        Units.rate(rate),
        latency == null ? UNKNOWN : latency.text(Statistic.P50),
        latency == null ? UNKNOWN : latency.text(Statistic.P99),
        result.verdict().status().name(),
        String.valueOf(directory.getFileName()));
  }

  /** The lines of the table. */
  public List<String> lines() {
    List<String> lines = new ArrayList<>();
    lines.add("");
    lines.addAll(rows.build().lines());
    if (!rates.isEmpty()) {
      RankedValues ranked = RankedValues.of(rates);
      lines.add(
          Text.of(
              "median %s msg/s, from %s to %s",
              Units.rate(ranked.median()), Units.rate(ranked.min()), Units.rate(ranked.max())));
    }
    return lines;
  }
}
