package io.brokerbench.compare;

import io.brokerbench.figures.RunFigure;
import io.brokerbench.runs.Difference;
import io.brokerbench.runs.RunGroup;
import io.brokerbench.runs.RunTable;
import io.brokerbench.statistics.Conclusion;
import io.brokerbench.statistics.Gate;
import io.brokerbench.statistics.Gate.Finding;
import io.brokerbench.statistics.Ratio;
import io.brokerbench.statistics.Repeats;
import io.brokerbench.stored.RunSet;
import io.brokerbench.stored.StoredRun;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The result of comparing two sets of runs, made by {@link Comparer}.
 *
 * @param base reference side
 * @param candidate side that is judged
 * @param cells of which both sides have valid or suspect runs; at least one
 * @param together figures of all cells combined; empty if there is only one cell
 * @param notCompared cells and figures that are not compared, with the reason, one line each
 * @param judged number of figures that the gate judged together
 */
public record Comparison(
    RunSet base,
    RunSet candidate,
    RegressionLimits limits,
    List<Compared> cells,
    List<Row> together,
    List<String> notCompared,
    int judged) {

  /**
   * The comparison of a cell.
   *
   * @param label unique among the cells of the comparison
   * @param base runs of the reference side whose figures count, at least one
   * @param candidate runs of the judged side whose figures count, at least one
   * @param differences other differences between the sides
   * @param rows one per figure
   */
  record Compared(
      String label,
      RunGroup cell,
      List<StoredRun> base,
      List<StoredRun> candidate,
      List<Difference> differences,
      List<Row> rows) {

    Compared with(List<Row> judged) {
      return new Compared(label, cell, base, candidate, differences, judged);
    }
  }

  /**
   * The comparison of a figure.
   *
   * @param label metric that the figure is
   * @param base values of the reference side; null for all cells together
   * @param candidate values of the judged side; null for all cells together
   * @param ratio ratio candidate/base; null if there are too few runs
   * @param answer answer drawn from the ratio
   * @param finding finding of the gate; null without a limit or a ratio
   */
  record Row(
      RunFigure figure,
      String label,
      @Nullable Repeats base,
      @Nullable Repeats candidate,
      @Nullable Ratio ratio,
      Conclusion answer,
      @Nullable Finding finding) {

    Row with(Finding judgement) {
      return new Row(figure, label, base, candidate, ratio, answer, judgement);
    }

    /** The side of which no run has the figure; empty if both sides have it. */
    Optional<String> lacking() {
      if (base != null && base.size() == 0) {
        return Optional.of("BASE");
      }
      return candidate != null && candidate.size() == 0
          ? Optional.of("CANDIDATE")
          : Optional.empty();
    }

    boolean regression() {
      return finding != null && finding.missed();
    }

    Gate.@Nullable Check check(RegressionLimits limits) {
      return ratio == null || limits.of(figure).isEmpty()
          ? null
          : new Gate.Check(ratio, figure.better(), limits.of(figure).getAsDouble());
    }
  }

  private Stream<Row> rows() {
    return Stream.concat(cells.stream().flatMap(cell -> cell.rows().stream()), together.stream());
  }

  /** The answers for a figure: of each cell that has it, and of all cells together. */
  public List<Conclusion.Kind> answers(RunFigure figure) {
    return rows()
        .filter(row -> row.figure().equals(figure))
        .map(row -> row.answer().kind())
        .toList();
  }

  /**
   * Whether the figures of a run of either side count: it is not INVALID, and no signal cut it
   * short while another run of its cell was finished.
   */
  private boolean counts(StoredRun run) {
    return run.usable()
        && (!run.cutShort()
            || cells.stream()
                .anyMatch(cell -> cell.base().contains(run) || cell.candidate().contains(run)));
  }

  /** The runs of a side whose figures count. */
  List<StoredRun> used(RunSet side) {
    return side.runs().stream().filter(this::counts).toList();
  }

  /** The runs of a side whose figures do not count, with the reasons, one line each. */
  List<String> leftOut(RunSet side) {
    return Stream.concat(
            side.runs().stream().filter(run -> !counts(run)).map(StoredRun::nameWithReasons),
            RunTable.unfinished(List.of(side)).stream())
        .toList();
  }

  /** Whether a run of the reference side whose figures count belongs to no compared cell. */
  public boolean lacksCells() {
    return used(base).stream()
        .anyMatch(run -> cells.stream().noneMatch(cell -> cell.base().contains(run)));
  }

  /** Maximum number of runs of a cell of the reference side whose figures count. */
  public int mostRuns() {
    return cells.stream().mapToInt(cell -> cell.base().size()).max().orElse(0);
  }

  /** The number of figures that are worse by more than their limits. */
  public long regressions() {
    return rows().filter(Row::regression).count();
  }
}
