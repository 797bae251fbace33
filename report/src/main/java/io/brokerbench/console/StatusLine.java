package io.brokerbench.console;

import io.brokerbench.measurement.Interval;
import io.brokerbench.measurement.ResourceUse;
import io.brokerbench.results.Latency;
import io.brokerbench.results.Latency.Statistic;
import io.brokerbench.results.Metric;
import io.brokerbench.results.ProcessFigure;
import io.brokerbench.results.Resources.Role;
import io.brokerbench.sample.ProcessFigures;
import io.brokerbench.sample.Sample;
import io.brokerbench.sample.SampleSpan;
import io.brokerbench.units.Text;
import io.brokerbench.units.Units;
import io.brokerbench.workload.Workload;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.OptionalDouble;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The current state of a run in one line, with figures in descending order of importance. For one
 * thread.
 */
final class StatusLine {

  private static final int LONGEST_BAR = 20;

  /**
   * Columns reserved for the figures before the bar gets any; most of the further columns are
   * theirs, too.
   */
  private static final int WITHOUT_BAR = 40;

  private static final int COLUMNS_PER_CELL = 7;

  /** Minimum columns for the name of the latency. */
  private static final int WIDE = 99;

  private final Workload workload;

  /** Names of all processes of the cluster so far. */
  private final Set<String> cluster = new HashSet<>();

  private @Nullable Sample before;

  StatusLine(Workload workload) {
    this.workload = workload;
  }

  /**
   * The line after one more interval. Figures that do not fit are omitted, never truncated.
   *
   * @param progress from 0 to 1; negative if unknown
   * @param secondsLeft negative if unknown
   * @param columns available columns
   */
  String after(Interval interval, double progress, double secondsLeft, int columns) {
    StringBuilder line = new StringBuilder(Text.of("%-8s", interval.phase().label()));
    if (progress >= 0) {
      line.append(bar(progress, (columns - WITHOUT_BAR) / COLUMNS_PER_CELL));
    }
    String separator = progress >= 0 ? ", " : " ";
    for (String figure : figures(interval, secondsLeft, columns >= WIDE)) {
      // Later figures do not take the place of one that does not fit.
      if (line.length() + separator.length() + figure.length() > columns) {
        break;
      }
      line.append(separator).append(figure);
      separator = ", ";
    }
    return line.toString();
  }

  private static String bar(double progress, int room) {
    int cells = Math.min(LONGEST_BAR, room);
    int full = (int) Math.round(progress * cells);
    return (cells < 1 ? "" : Text.of(" [%s%s]", "#".repeat(full), ".".repeat(cells - full)))
        + Text.of(" %3.0f %%", progress * 100);
  }

  private List<String> figures(Interval interval, double secondsLeft, boolean wide) {
    List<String> figures = new ArrayList<>();
    if (secondsLeft >= 0) {
      figures.add(Text.of("%.0f s left", secondsLeft));
    }
    rates(interval, figures);
    long failed =
        interval.after().sends().failures().values().stream().mapToLong(Long::longValue).sum();
    if (failed > 0) {
      figures.add(Units.count(failed) + " failed");
    }
    Metric metric = workload.leadingMetric();
    Latency latency = interval.summary(metric);
    figures.add((wide ? metric.label() + " p50 " : "p50 ") + latency.text(Statistic.P50));
    figures.add("p99 " + latency.text(Statistic.P99));
    clusterCores(interval.sample())
        .ifPresent(cores -> figures.add(Text.of("cluster %.2f cores", cores)));
    return figures;
  }

  private void rates(Interval interval, List<String> figures) {
    String sent = Units.rate(interval.successPerSecond());
    String received = Units.rate(interval.receivedPerSecond());
    if (!workload.consumption().any()) {
      figures.add(sent + " msg/s");
    } else if (workload.load().threads() == 0) {
      figures.add(received + " msg/s received");
    } else {
      figures.add(sent + "/s sent");
      figures.add(received + "/s received");
    }
  }

  /**
   * Processors used by all processes of the cluster since the last call; empty unless known for
   * all. Those of other machines do not have new figures every second, and may have none any more.
   */
  private OptionalDouble clusterCores(Sample now) {
    Sample from = before;
    before = now;
    now.processes()
        .forEach(
            (name, figures) -> {
              if (figures.role() != Role.GENERATOR) {
                cluster.add(name);
              }
            });
    if (from == null || cluster.isEmpty() || !allReport(from, now)) {
      return OptionalDouble.empty();
    }
    ResourceUse use = new ResourceUse(SampleSpan.of(List.of(from, now)), List.of(), 0, 0);
    return OptionalDouble.of(cluster.stream().mapToDouble(use::cpuCores).sum());
  }

  private boolean allReport(Sample from, Sample now) {
    return cluster.stream()
        .allMatch(
            process ->
                reports(process, from)
                    && reports(process, now)
                    && now.readNanos(process) > from.readNanos(process));
  }

  private static boolean reports(String process, Sample sample) {
    ProcessFigures figures = sample.processes().get(process);
    return figures != null && figures.value(ProcessFigure.CPU_NANOS) != null;
  }
}
