package io.brokerbench.compare;

import io.brokerbench.compare.Comparison.Compared;
import io.brokerbench.compare.Comparison.Row;
import io.brokerbench.document.Table;
import io.brokerbench.figures.RunFigure;
import io.brokerbench.results.Verdict;
import io.brokerbench.runs.Difference;
import io.brokerbench.statistics.Conclusion;
import io.brokerbench.statistics.Gate;
import io.brokerbench.statistics.Ratio;
import io.brokerbench.statistics.Repeats;
import io.brokerbench.stored.RunSet;
import io.brokerbench.stored.StoredRun;
import io.brokerbench.units.Text;
import io.brokerbench.units.Units;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The console form of a comparison. */
public final class ComparisonTable {

  private ComparisonTable() {}

  /** The lines: the subjects of the comparison, the figures, the result of the limits. */
  public static List<String> lines(Comparison comparison) {
    List<String> lines = new ArrayList<>(subjects(comparison));
    lines.add("");
    lines.addAll(table(comparison).lines());
    lines.add("");
    lines.addAll(limits(comparison));
    return lines;
  }

  /** The subjects of the comparison and their differences. */
  static List<String> subjects(Comparison comparison) {
    List<String> lines = new ArrayList<>();
    lines.add(side("base", comparison.base(), comparison));
    lines.add(side("candidate", comparison.candidate(), comparison));
    differences(comparison).forEach(each -> lines.add(fact("differs", each)));
    comparison.notCompared().forEach(each -> lines.add(fact("not here", each)));
    comparison.leftOut(comparison.base()).forEach(each -> lines.add(fact("left out", each)));
    comparison.leftOut(comparison.candidate()).forEach(each -> lines.add(fact("left out", each)));
    return lines;
  }

  private static String fact(String name, String text) {
    return Text.of("%-11s %s", name, text);
  }

  private static String side(String name, RunSet side, Comparison comparison) {
    List<StoredRun> usable = comparison.used(side);
    long suspect =
        usable.stream().filter(run -> run.verdict().status() == Verdict.Status.SUSPECT).count();
    return fact(
        name,
        Text.of(
            "%s: %d run%s%s",
            side.path(),
            usable.size(),
            usable.size() == 1 ? "" : "s",
            suspect == 0 ? "" : Text.of(", %d of them SUSPECT", suspect)));
  }

  /** The differences common to all cells once, others with the label of their cell. */
  private static List<String> differences(Comparison comparison) {
    Set<Difference> common = new LinkedHashSet<>(comparison.cells().get(0).differences());
    comparison.cells().forEach(cell -> common.retainAll(cell.differences()));
    List<String> lines = new ArrayList<>(common.stream().map(Difference::text).toList());
    for (Compared cell : comparison.cells()) {
      for (Difference each : cell.differences()) {
        if (!common.contains(each)) {
          lines.add(Text.of("%s: %s", cell.label(), each.text()));
        }
      }
    }
    return lines;
  }

  /** A table with one row per figure and cell. */
  static Table table(Comparison comparison) {
    Table.Builder table =
        Table.of(
            "Ratios are CANDIDATE/BASE",
            "llrrlrll",
            "cell|metric|base|candidate|runs|ratio|95 % interval|answer");
    for (Compared cell : comparison.cells()) {
      String label = cell.label();
      for (Row row : cell.rows()) {
        add(table, label, row, comparison.limits());
        label = "";
      }
    }
    String label = "all cells";
    for (Row row : comparison.together()) {
      add(table, label, row, comparison.limits());
      label = "";
    }
    return table.build();
  }

  private static void add(Table.Builder table, String label, Row row, RegressionLimits limits) {
    table.add(
        label,
        row.label(),
        mean(row.figure(), row.base()),
        mean(row.figure(), row.candidate()),
        row.base() == null || row.candidate() == null
            ? ""
            : Text.of("%d, %d", row.base().size(), row.candidate().size()),
        estimate(row.ratio()),
        interval(row.ratio()),
        row.regression()
            ? answer(row.answer(), limits.tolerance(row.figure()), true)
            : text(row, limits));
  }

  private static String mean(RunFigure figure, @Nullable Repeats repeats) {
    return repeats == null ? "" : figure.unit().cell(repeats.mean());
  }

  /** The estimate of a ratio; empty if there is none. */
  public static String estimate(@Nullable Ratio ratio) {
    return ratio == null ? "" : factor(ratio.estimate());
  }

  /** The interval of a ratio; empty if there is none. */
  public static String interval(@Nullable Ratio ratio) {
    return ratio == null ? "" : Text.of("%s to %s", factor(ratio.low()), factor(ratio.high()));
  }

  private static String factor(double factor) {
    return factor < 1000 ? Text.of("%.3f", factor) : Text.of("%.1e", factor);
  }

  /** The text of an answer; of a regression, the tolerance is the limit. */
  public static String answer(Conclusion answer, double tolerance, boolean regression) {
    return text(answer, tolerance)
        + (regression ? Text.of(": REGRESSION (limit %s)", Units.percent(tolerance)) : "");
  }

  static String text(Row row, RegressionLimits limits) {
    return row.lacking()
        .map(side -> Text.of("cannot tell: no run of %s has it", side))
        .orElseGet(() -> text(row.answer(), limits.tolerance(row.figure())));
  }

  private static String text(Conclusion answer, double tolerance) {
    return switch (answer.kind()) {
      case FASTER -> "faster";
      case SLOWER -> "slower";
      case SAME -> "same within " + Units.percent(tolerance);
      case CANNOT_TELL ->
          answer.moreRuns() > Conclusion.MANY
              ? Text.of("cannot tell: more than %d more runs", Conclusion.MANY)
              : Text.of(
                  "cannot tell: about %d more run%s",
                  answer.moreRuns(), answer.moreRuns() == 1 ? "" : "s");
    };
  }

  static List<String> limits(Comparison comparison) {
    if (comparison.limits().stated().isEmpty()) {
      return List.of(fact("limits", "none stated"));
    }
    long regressions = comparison.regressions();
    return List.of(
        fact(
            "limits",
            Text.of(
                "%s: %s",
                comparison.limits().text(),
                regressions == 0
                    ? Text.of(
                        "none of %d figures is surely worse and beyond its limit",
                        comparison.judged())
                    : Text.of(
                        "%d of %d figures %s surely worse and beyond the limit",
                        regressions, comparison.judged(), regressions == 1 ? "is" : "are"))),
        fact(
            "",
            Text.of(
                "(all of them together are wrong about identical things in at most %s of comparisons)",
                Units.percent(Gate.FALSE_ALARMS))));
  }
}
