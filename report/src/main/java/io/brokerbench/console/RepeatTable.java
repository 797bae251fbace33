package io.brokerbench.console;

import io.brokerbench.document.Table;
import io.brokerbench.results.Latency;
import io.brokerbench.results.Latency.Statistic;
import io.brokerbench.results.Metric;
import io.brokerbench.results.RunResult;
import io.brokerbench.run.RunListener;
import io.brokerbench.units.Text;
import io.brokerbench.units.Units;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.DoubleStream;

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
    double[] sorted = rates.stream().mapToDouble(Double::doubleValue).sorted().toArray();
    if (sorted.length > 0) {
      double median = (sorted[(sorted.length - 1) / 2] + sorted[sorted.length / 2]) / 2;
      lines.add(
          Text.of(
              "median %s msg/s, from %s to %s",
              Units.rate(median),
              Units.rate(DoubleStream.of(sorted).min().orElse(0)),
              Units.rate(DoubleStream.of(sorted).max().orElse(0))));
    }
    return lines;
  }
}
