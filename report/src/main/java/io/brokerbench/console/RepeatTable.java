package io.brokerbench.console;

import io.brokerbench.document.Table;
import io.brokerbench.figures.RunFigure;
import io.brokerbench.results.Latency;
import io.brokerbench.results.Latency.Statistic;
import io.brokerbench.results.Metric;
import io.brokerbench.results.RunResult;
import io.brokerbench.results.Verdict;
import io.brokerbench.run.RunListener;
import io.brokerbench.statistics.RankedValues;
import io.brokerbench.units.Text;
import io.brokerbench.units.Units;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * A table with one row per repeat of a run, and the median rate of those that are not INVALID, or
 * of all if all are: of messages acknowledged, of those sent if nothing is acknowledged, or
 * received if the tool measures consumers. For one thread.
 */
public final class RepeatTable implements RunListener {

  private static final String UNKNOWN = "n/a";

  private final List<List<String>> rows = new ArrayList<>();
  private final List<Double> rates = new ArrayList<>();
  private final List<Double> usable = new ArrayList<>();

  private final Metric metric;
  private String rateLabel = RunFigure.RATE.label();

  /**
   * @param metric the latency that the table shows
   */
  public RepeatTable(Metric metric) {
    this.metric = metric;
  }

  @Override
  public void ended(RunResult result, Path directory) {
    Double rate = RunFigure.RATE.value(result).number();
    Latency latency = result.latency().get(metric);
    rateLabel = RunFigure.RATE.label(result);
    if (rate != null) {
      rates.add(rate);
      if (result.verdict().status() != Verdict.Status.INVALID) {
        usable.add(rate);
      }
    }
    rows.add(
        List.of(
            Integer.toString(rows.size() + 1),
            rate == null ? UNKNOWN : Units.rate(rate),
            latency == null ? UNKNOWN : latency.text(Statistic.P50),
            latency == null ? UNKNOWN : latency.text(Statistic.P99),
            result.verdict().status().name(),
            String.valueOf(directory.getFileName())));
  }

  public List<String> lines() {
    Table.Builder table =
        Table.of("", "lrrrll", List.of("run", rateLabel, "p50", "p99", "verdict", "result"));
    rows.forEach(table::add);
    List<String> lines = new ArrayList<>();
    lines.add("");
    lines.addAll(table.build().lines());
    if (!rates.isEmpty()) {
      RankedValues ranked = RankedValues.of(usable.isEmpty() ? rates : usable);
      lines.add(
          Text.of(
              "median %s msg/s, from %s to %s%s",
              Units.rate(ranked.median()),
              Units.rate(ranked.min()),
              Units.rate(ranked.max()),
              ranked.values().size() == rates.size() ? "" : ", without INVALID runs"));
    }
    return lines;
  }
}
