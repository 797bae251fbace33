package io.brokerbench.cli;

import io.brokerbench.compare.Answer;
import io.brokerbench.compare.Gate;
import io.brokerbench.compare.Gate.Finding;
import io.brokerbench.compare.Ratio;
import io.brokerbench.compare.Repeats;
import io.brokerbench.stored.Figure;
import io.brokerbench.stored.RunSet;
import io.brokerbench.stored.StoredRun;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Two sets of runs, compared. {@link Comparer} makes it.
 *
 * @param base what is compared with
 * @param candidate what is compared
 * @param limits that were stated
 * @param cells that both have valid or suspect runs of; at least one
 * @param together the figures of all cells as one; empty if there is one cell only
 * @param notCompared cells that are not, and why, one line each
 * @param judged how many figures the gate judged together
 */
record Comparison(
    RunSet base,
    RunSet candidate,
    Limits limits,
    List<Compared> cells,
    List<Row> together,
    List<String> notCompared,
    int judged) {

  /**
   * A cell.
   *
   * @param label unique among the cells of the comparison
   * @param base its usable runs there, at least one
   * @param candidate its usable runs there, at least one
   * @param differences what else differs
   * @param rows a figure each
   */
  record Compared(
      String label,
      Cell cell,
      List<StoredRun> base,
      List<StoredRun> candidate,
      List<Difference> differences,
      List<Row> rows) {}

  /**
   * A figure.
   *
   * @param label which metric it is
   * @param base of the runs there; null for all cells together
   * @param candidate of the runs there; null for all cells together
   * @param ratio of the two; null if there are too few runs
   * @param answer what it says
   * @param finding of the gate; null if it has no limit, or no ratio
   */
  record Row(
      Figure figure,
      String label,
      @Nullable Repeats base,
      @Nullable Repeats candidate,
      @Nullable Ratio ratio,
      Answer answer,
      @Nullable Finding finding) {

    Row with(Finding judgement) {
      return new Row(figure, label, base, candidate, ratio, answer, judgement);
    }

    boolean regression() {
      return finding != null && finding.missed();
    }

    Gate.@Nullable Check check(Limits limits) {
      return ratio == null || limits.of(figure).isEmpty()
          ? null
          : new Gate.Check(ratio, figure.better(), limits.of(figure).getAsDouble());
    }
  }

  /** How many figures are worse by more than their limits. */
  long regressions() {
    return cells.stream().flatMap(cell -> cell.rows().stream()).filter(Row::regression).count()
        + together.stream().filter(Row::regression).count();
  }
}
