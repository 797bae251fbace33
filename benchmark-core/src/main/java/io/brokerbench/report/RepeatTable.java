package io.brokerbench.report;

import io.brokerbench.result.LatencySummary;
import io.brokerbench.result.RunResult;
import io.brokerbench.result.Verdict;
import io.brokerbench.run.RunListener;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalLong;
import java.util.stream.DoubleStream;

/** A row for each repeat of a run, and the median of all. For one thread. */
public final class RepeatTable implements RunListener {

  private static final String ROW = "%-5s%14s%12s%12s  %-8s %s";

  private final List<String> rows = new ArrayList<>();
  private final List<Double> rates = new ArrayList<>();

  @Override
  public void ended(RunResult result, Verdict verdict, Path directory) {
    double rate = result.measurement().ackedPerSecond();
    LatencySummary latency =
        result.measurement().latencies().get(result.setup().workload().leadingMetric());
    rates.add(rate);
    rows.add(
        String.format(
            Locale.ROOT,
            ROW,
            rates.size(),
            Units.rate(rate),
            Units.nanos(latency == null ? OptionalLong.empty() : latency.percentileNanos(50)),
            Units.nanos(latency == null ? OptionalLong.empty() : latency.percentileNanos(99)),
            verdict.status(),
            directory.getFileName()));
  }

  /** The table, one line a string. */
  public List<String> lines() {
    List<String> lines = new ArrayList<>();
    lines.add("");
    lines.add(
        String.format(Locale.ROOT, ROW, "run", "acked msg/s", "p50", "p99", "verdict", "result"));
    lines.addAll(rows);
    double[] sorted = rates.stream().mapToDouble(Double::doubleValue).sorted().toArray();
    if (sorted.length > 0) {
      double median = (sorted[(sorted.length - 1) / 2] + sorted[sorted.length / 2]) / 2;
      lines.add(
          String.format(
              Locale.ROOT,
              "median %s msg/s, from %s to %s",
              Units.rate(median),
              Units.rate(DoubleStream.of(sorted).min().orElse(0)),
              Units.rate(DoubleStream.of(sorted).max().orElse(0))));
    }
    return lines;
  }
}
