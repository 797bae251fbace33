package io.brokerbench.compare;

import io.brokerbench.compare.Comparison.Compared;
import io.brokerbench.compare.Comparison.Row;
import io.brokerbench.figures.RunFigure;
import io.brokerbench.figures.RunFigure.Use;
import io.brokerbench.file.BadInputException;
import io.brokerbench.runs.Comparability;
import io.brokerbench.runs.Difference;
import io.brokerbench.runs.RunGroup;
import io.brokerbench.statistics.Conclusion;
import io.brokerbench.statistics.Gate;
import io.brokerbench.statistics.Gate.Finding;
import io.brokerbench.statistics.Ratio;
import io.brokerbench.statistics.Repeats;
import io.brokerbench.stored.RunSet;
import io.brokerbench.stored.StoredRun;
import io.brokerbench.units.Text;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Matches the cells of two sets of runs and compares them. For a single comparison, by one thread.
 */
public final class Comparer {

  private final RunSet base;
  private final RunSet candidate;
  private final RegressionLimits limits;
  private final List<String> notCompared = new ArrayList<>();

  public Comparer(RunSet base, RunSet candidate, RegressionLimits limits) {
    this.base = base;
    this.candidate = candidate;
    this.limits = limits;
  }

  /**
   * Performs the comparison.
   *
   * @throws BadInputException if the sides have no usable cell in common, or one side mixes runs of
   *     different set-ups
   */
  public Comparison compare() throws BadInputException {
    // A setting unknown to the release of one side does not separate cells; it is shown as a
    // difference.
    Set<String> keys = Comparability.partingKeys(base.runs());
    keys.retainAll(Comparability.partingKeys(candidate.runs()));
    Map<RunGroup, List<StoredRun>> before = RunGroup.group(base.runs(), keys);
    Map<RunGroup, List<StoredRun>> after = RunGroup.group(candidate.runs(), keys);
    Set<RunGroup> all = new LinkedHashSet<>(before.keySet());
    all.addAll(after.keySet());
    Map<RunGroup, String> labels = RunGroup.labels(all);
    List<Compared> cells = new ArrayList<>();
    for (RunGroup cell : all) {
      String label = Objects.requireNonNull(labels.get(cell));
      List<StoredRun> there = before.getOrDefault(cell, List.of());
      List<StoredRun> here = after.getOrDefault(cell, List.of());
      if (there.isEmpty() || here.isEmpty()) {
        Set<RunGroup> others = new LinkedHashSet<>((there.isEmpty() ? before : after).keySet());
        others.removeAll((there.isEmpty() ? after : before).keySet());
        unmatched(cell, label, others, here.isEmpty());
        continue;
      }
      List<StoredRun> usableThere = RunGroup.usable(there);
      List<StoredRun> usableHere = RunGroup.usable(here);
      if (usableThere.isEmpty() || usableHere.isEmpty()) {
        notCompared.add(
            Text.of(
                "%s: no valid result in %s", label, usableThere.isEmpty() ? "BASE" : "CANDIDATE"));
        continue;
      }
      Difference.refuseMixture(base, label, usableThere);
      Difference.refuseMixture(candidate, label, usableHere);
      List<Difference> differences = Difference.between(usableThere, usableHere);
      List<Row> rows = rows(label, usableThere, usableHere);
      cells.add(new Compared(label, cell, usableThere, usableHere, differences, rows));
    }
    if (cells.isEmpty()) {
      throw new BadInputException(
          Text.of(
              "%s and %s have nothing to compare (%s)",
              base.path(), candidate.path(), String.join("; ", notCompared)));
    }
    return judged(cells, together(cells));
  }

  /**
   * Reports a cell that the other side lacks; reports a pair that differs only in the promise once.
   *
   * @param others cells of the other side that this one lacks
   */
  private void unmatched(RunGroup cell, String label, Set<RunGroup> others, boolean onlyInBase) {
    for (RunGroup other : others) {
      if (cell.differsInPromiseOnly(other)) {
        if (onlyInBase) {
          notCompared.add(
              Text.of(
                  "%s: unlike promises: BASE %s, CANDIDATE %s",
                  label, cell.promise().text(), other.promise().text()));
        }
        return;
      }
    }
    notCompared.add(Text.of("%s: only in %s", label, onlyInBase ? "BASE" : "CANDIDATE"));
  }

  /** A figure may be another metric in some runs, such as processor time of machines: no row. */
  private List<Row> rows(String cell, List<StoredRun> there, List<StoredRun> here) {
    List<Row> rows = new ArrayList<>();
    for (RunFigure figure : limits.figures()) {
      List<String> labels = figure.labels(Stream.concat(there.stream(), here.stream()).toList());
      if (labels.size() > 1) {
        notCompared.add(Text.of("%s: unlike figures: %s", cell, String.join(", ", labels)));
      } else if (labels.isEmpty() && !RunFigure.compared().contains(figure)) {
        notCompared.add(
            Text.of(
                "%s: no run has %s, so that its limit is not judged",
                cell, figure.name(Use.COMPARE)));
      } else {
        labels.forEach(label -> rows.add(row(figure, label, figure.of(there), figure.of(here))));
      }
    }
    return rows;
  }

  private Row row(RunFigure figure, String label, Repeats there, Repeats here) {
    Ratio ratio = there.spread() && here.spread() ? Ratio.of(there, here) : null;
    Conclusion answer = Conclusion.of(there, here, figure.better(), limits.tolerance(figure));
    return new Row(figure, label, there, here, ratio, answer, null);
  }

  /**
   * The figures of all cells combined. They are the first to show a broker that is slower
   * everywhere, because few runs of many cells are many runs.
   */
  private List<Row> together(List<Compared> cells) {
    List<Row> together = new ArrayList<>();
    for (RunFigure figure : limits.figures()) {
      List<Ratio> ratios = new ArrayList<>();
      int fewest = Integer.MAX_VALUE;
      for (Compared cell : cells) {
        for (Row row : cell.rows()) {
          if (row.figure().equals(figure)
              && row.ratio() != null
              && row.base() != null
              && row.candidate() != null) {
            ratios.add(row.ratio());
            fewest = Math.min(fewest, Math.min(row.base().size(), row.candidate().size()));
          }
        }
      }
      if (ratios.size() > 1) {
        Ratio mean = Ratio.mean(ratios);
        Conclusion answer = Conclusion.of(mean, fewest, figure.better(), limits.tolerance(figure));
        String label = Text.of("%s of %d cells", figure.name(Use.COMPARE), ratios.size());
        together.add(new Row(figure, label, null, null, mean, answer, null));
      }
    }
    return together;
  }

  /** Judges all figures that have a limit together. */
  private Comparison judged(List<Compared> cells, List<Row> together) {
    List<Gate.Check> checks = new ArrayList<>();
    Stream.concat(cells.stream().flatMap(cell -> cell.rows().stream()), together.stream())
        .map(row -> row.check(limits))
        .filter(Objects::nonNull)
        .forEach(checks::add);
    Iterator<Finding> findings = Gate.judge(checks).iterator();
    List<Compared> judgedCells =
        cells.stream().map(cell -> cell.with(judged(cell.rows(), findings))).toList();
    List<Row> judgedTogether = judged(together, findings);
    return new Comparison(
        base, candidate, limits, judgedCells, judgedTogether, notCompared, checks.size());
  }

  private List<Row> judged(List<Row> rows, Iterator<Finding> findings) {
    return rows.stream()
        .map(row -> row.check(limits) == null ? row : row.with(findings.next()))
        .toList();
  }
}
