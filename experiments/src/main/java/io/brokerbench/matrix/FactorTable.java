package io.brokerbench.matrix;

import io.brokerbench.compare.ComparisonTable;
import io.brokerbench.document.Table;
import io.brokerbench.figures.RunFigure;
import io.brokerbench.page.RunPage;
import io.brokerbench.runs.RunGroup;
import io.brokerbench.statistics.Conclusion;
import io.brokerbench.statistics.Ratio;
import io.brokerbench.statistics.Repeats;
import io.brokerbench.stored.StoredRun;
import io.brokerbench.units.Text;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The ratio of each value of a factor to the factor's first value, for each combination of the
 * other factors: the main figures of two cells, with the intervals and the answers of {@code
 * compare}.
 */
final class FactorTable {

  private static final List<RunFigure> FIGURES =
      List.of(RunFigure.RATE, RunFigure.P50, RunFigure.P99);

  /** Maximum number of pairs of cells on the console. */
  private static final int MOST_PAIRS = 12;

  /**
   * Two cells that differ in one factor alone.
   *
   * @param base value of the factor in the first cell
   * @param value value of the factor in the second cell
   * @param others label of the other factors' values
   * @param there usable runs of the first cell
   * @param here usable runs of the second cell
   */
  private record Pair(
      String factor,
      String base,
      String value,
      String others,
      List<StoredRun> there,
      List<StoredRun> here) {

    boolean repeated() {
      return there.size() > 1 && here.size() > 1;
    }

    /** The cells of one row per figure; none of a figure that no run has. */
    List<List<String>> figures() {
      List<List<String>> rows = new ArrayList<>();
      for (RunFigure figure : FIGURES) {
        List<String> labels = figure.labels(Stream.concat(there.stream(), here.stream()).toList());
        if (!labels.isEmpty()) {
          rows.add(row(figure, labels));
        }
      }
      return rows;
    }

    private List<String> row(RunFigure figure, List<String> labels) {
      Repeats first = figure.of(there);
      Repeats second = figure.of(here);
      Optional<String> unlike = unlike(figure, labels);
      Ratio ratio =
          unlike.isEmpty() && first.spread() && second.spread() ? Ratio.of(first, second) : null;
      return List.of(
          String.join(", ", labels),
          Text.of("%d, %d", first.size(), second.size()),
          ComparisonTable.estimate(ratio),
          ComparisonTable.interval(ratio),
          unlike.map(why -> "not compared: " + why).orElseGet(() -> answer(figure, first, second)));
    }

    /** Why a figure of the cells has no ratio, whatever its values; empty if it has one. */
    private Optional<String> unlike(RunFigure figure, List<String> labels) {
      if (labels.size() > 1) {
        return Optional.of("unlike figures");
      }
      return figure.servedRate() && !offered(there).equals(offered(here))
          ? Optional.of("unlike load.rate")
          : Optional.empty();
    }

    private static List<String> offered(List<StoredRun> runs) {
      return runs.stream()
          .map(run -> run.settings().getOrDefault("load.rate", ""))
          .distinct()
          .toList();
    }

    private String answer(RunFigure figure, Repeats first, Repeats second) {
      if (first.size() == 0 || second.size() == 0) {
        String lacking = first.size() == 0 ? base : value;
        return Text.of("cannot tell: no run with %s=%s has it", factor, lacking);
      }
      double tolerance = Conclusion.TOLERANCE;
      Conclusion answer = Conclusion.of(first, second, figure.better(), tolerance);
      return ComparisonTable.answer(answer, tolerance, false);
    }
  }

  private final boolean several;
  private final List<Pair> pairs;
  private final int lacking;

  private FactorTable(boolean several, List<Pair> pairs, int lacking) {
    this.several = several;
    this.pairs = pairs;
    this.lacking = lacking;
  }

  /** The ratios of a matrix; empty if no two cells to compare have two usable runs each. */
  static Optional<FactorTable> of(List<String> factors, Map<MatrixCell, List<StoredRun>> runs) {
    List<String> varied =
        factors.stream().filter(factor -> values(factor, runs.keySet()) > 1).toList();
    List<Pair> all = new ArrayList<>();
    for (String factor : varied) {
      all.addAll(pairs(factor, varied, runs));
    }
    List<Pair> repeated = all.stream().filter(Pair::repeated).toList();
    int lacking = all.size() - repeated.size();
    List<Pair> shown = repeated.stream().filter(pair -> !pair.figures().isEmpty()).toList();
    return shown.isEmpty()
        ? Optional.empty()
        : Optional.of(new FactorTable(varied.size() > 1, shown, lacking));
  }

  private static long values(String factor, Set<MatrixCell> cells) {
    return cells.stream().map(cell -> value(cell, factor)).distinct().count();
  }

  private static String value(MatrixCell cell, String factor) {
    return String.valueOf(cell.values().get(factor));
  }

  /** The pairs of cells that differ in a factor; the first of a pair is the first of its kind. */
  private static List<Pair> pairs(
      String factor, List<String> varied, Map<MatrixCell, List<StoredRun>> runs) {
    Map<Map<String, String>, MatrixCell> firsts = new LinkedHashMap<>();
    List<Pair> pairs = new ArrayList<>();
    for (MatrixCell cell : runs.keySet()) {
      Map<String, String> others = new LinkedHashMap<>(cell.values());
      others.keySet().retainAll(varied);
      others.remove(factor);
      MatrixCell first = firsts.computeIfAbsent(others, key -> cell);
      if (!first.equals(cell)) {
        pairs.add(
            new Pair(
                factor,
                value(first, factor),
                value(cell, factor),
                label(others),
                RunGroup.usable(runs.getOrDefault(first, List.of())),
                RunGroup.usable(runs.getOrDefault(cell, List.of()))));
      }
    }
    return pairs;
  }

  /** The values with the last parts of their factors' keys: {@code flush=sync threads=16}. */
  private static String label(Map<String, String> values) {
    return values.entrySet().stream()
        .map(each -> each.getKey().replaceFirst(".*\\.", "") + "=" + each.getValue())
        .collect(Collectors.joining(" "));
  }

  /** Whether it has more rows than the console shows. */
  boolean isLong() {
    return pairs.size() > MOST_PAIRS;
  }

  /** The table with one row per pair of cells and figure. */
  Table table() {
    return table(pairs);
  }

  private Table table(List<Pair> shown) {
    List<String> head = new ArrayList<>(List.of("factor", "base", "value"));
    if (several) {
      head.add("with");
    }
    head.addAll(List.of("metric", "runs", "ratio", "95 % interval", "answer"));
    Table.Builder table =
        Table.of(
            "Ratio of each value of a factor to its first one (base), the others being the same:"
                + " geometric means of the runs that are not INVALID",
            "l".repeat(head.size() - 3) + "rll",
            head);
    for (Pair pair : shown) {
      List<String> labels = new ArrayList<>(List.of(pair.factor(), pair.base(), pair.value()));
      if (several) {
        labels.add(pair.others());
      }
      for (List<String> figure : pair.figures()) {
        List<String> row = new ArrayList<>(labels);
        row.addAll(figure);
        table.add(row);
        Collections.fill(labels, "");
      }
    }
    return table.build();
  }

  /** The table for the console, without pairs beyond a maximum, and the notes. */
  List<String> lines() {
    List<Pair> shown = pairs.subList(0, Math.min(MOST_PAIRS, pairs.size()));
    List<String> lines = new ArrayList<>(table(shown).lines());
    if (isLong()) {
      lines.add(
          Text.of(
              "ratios of the first %d of %d pairs of cells: %s has those of all",
              shown.size(), pairs.size(), RunPage.FILE));
    }
    note().ifPresent(lines::add);
    return lines;
  }

  /** The number of pairs of cells without a ratio; empty if there are none. */
  Optional<String> note() {
    return lacking == 0
        ? Optional.empty()
        : Optional.of(
            Text.of(
                "%d more pair%s of cells without a ratio: each cell needs 2 runs that are not"
                    + " INVALID; raise --repeat",
                lacking, lacking == 1 ? "" : "s"));
  }
}
