package io.brokerbench.runs;

import io.brokerbench.document.Table;
import io.brokerbench.figures.RunFigure;
import io.brokerbench.results.RunResult;
import io.brokerbench.results.Verdict;
import io.brokerbench.stored.RunSet;
import io.brokerbench.stored.StoredRun;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/** The content of result directories, one row per cell. */
public final class RunTable {

  private RunTable() {}

  /** The lines of the table; figures are geometric means of the runs that are not INVALID. */
  public static List<String> lines(List<RunSet> sets) {
    List<String> lines = new ArrayList<>(table(sets).lines());
    faults(sets).ifPresent(faults -> lines.addAll(faults.table().lines()));
    lines.addAll(unfinished(sets));
    return lines;
  }

  /**
   * The runs of all these sets by cell, in the order in which the cells first occur. A cell has the
   * runs of one set-up, because it is shown by its means.
   */
  static Map<RunGroup, List<StoredRun>> cells(List<RunSet> sets) {
    List<StoredRun> runs = sets.stream().flatMap(set -> set.runs().stream()).toList();
    return RunGroup.group(runs, Comparability.shownKeys(runs));
  }

  /** The table with one row per cell. */
  static Table table(List<RunSet> sets) {
    Map<RunGroup, List<StoredRun>> cells = cells(sets);
    Map<RunGroup, String> labels = RunGroup.labels(cells.keySet());
    Table.Builder table =
        Table.of(
            "Means of the runs that are not INVALID",
            "lrlrlrrrl",
            "cell|runs|rate|msg/s|latency|p50|p99|CPU/msg|verdict");
    cells.forEach(
        (cell, alike) -> {
          List<StoredRun> usable = alike.stream().filter(StoredRun::usable).toList();
          table.add(
              Objects.requireNonNull(labels.get(cell)),
              Integer.toString(alike.size()),
              rate(usable).replace("/s", ""),
              mean(usable, RunFigure.RATE),
              latency(usable),
              mean(usable, RunFigure.P50),
              mean(usable, RunFigure.P99),
              mean(usable, RunFigure.CPU),
              verdicts(alike));
        });
    return table.build();
  }

  /** The consequences of planned faults; empty if there were none. */
  static Optional<FaultTimes> faults(List<RunSet> sets) {
    Map<RunGroup, List<StoredRun>> cells = cells(sets);
    Map<List<String>, List<StoredRun>> byLabel = new LinkedHashMap<>();
    RunGroup.labels(cells.keySet())
        .forEach((cell, label) -> byLabel.put(List.of(label), cells.getOrDefault(cell, List.of())));
    return FaultTimes.of(List.of("cell"), byLabel);
  }

  /** The runs without a result. */
  public static List<String> unfinished(List<RunSet> sets) {
    return sets.stream()
        .flatMap(set -> set.unfinished().stream())
        .map(name -> name + ": has no result")
        .toList();
  }

  public static String mean(List<StoredRun> runs, RunFigure figure) {
    return figure.unit().cell(figure.of(runs).mean());
  }

  /** What the rate of these runs counts: {@code acked/s}; empty if no run has one. */
  public static String rate(List<StoredRun> runs) {
    return first(runs, RunFigure.RATE).map(run -> RunFigure.RATE.label(run)).orElse("");
  }

  /** The latency that the tool of these runs measures; empty if no run has it. */
  public static String latency(List<StoredRun> runs) {
    return first(runs, RunFigure.P50).map(run -> run.leadingMetric().label()).orElse("");
  }

  private static Optional<RunResult> first(List<StoredRun> runs, RunFigure figure) {
    return runs.stream()
        .filter(run -> figure.positive(run).isPresent())
        .map(StoredRun::result)
        .findFirst();
  }

  public static String verdicts(List<StoredRun> runs) {
    List<String> counts = new ArrayList<>();
    for (Verdict.Status status : Verdict.Status.values()) {
      long count = runs.stream().filter(run -> run.verdict().status() == status).count();
      if (count > 0) {
        String name =
            status == Verdict.Status.VALID ? status.name().toLowerCase(Locale.ROOT) : status.name();
        counts.add(count + " " + name);
      }
    }
    return String.join(", ", counts);
  }
}
