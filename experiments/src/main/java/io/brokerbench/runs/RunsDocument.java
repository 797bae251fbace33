package io.brokerbench.runs;

import io.brokerbench.document.Axis;
import io.brokerbench.document.AxisUnit;
import io.brokerbench.document.Block;
import io.brokerbench.document.Block.Paragraph;
import io.brokerbench.document.Chart;
import io.brokerbench.document.Document;
import io.brokerbench.document.Headline;
import io.brokerbench.document.Headline.Tone;
import io.brokerbench.document.Section;
import io.brokerbench.document.Series;
import io.brokerbench.document.Series.Kind;
import io.brokerbench.document.Series.Point;
import io.brokerbench.figures.RunFigure;
import io.brokerbench.statistics.Repeats;
import io.brokerbench.stored.RunSet;
import io.brokerbench.stored.StoredRun;
import io.brokerbench.units.Text;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** The report on several runs, grouped by cell, side by side. */
public final class RunsDocument {

  private RunsDocument() {}

  /**
   * The report.
   *
   * @param others results in the same directories that it does not show, one line each
   */
  public static Document of(List<RunSet> sets, List<String> others) {
    Map<RunGroup, List<StoredRun>> cells = RunTable.cells(sets);
    Map<RunGroup, String> labels = RunGroup.labels(cells.keySet());
    List<String> names = new ArrayList<>();
    List<Point> rates = new ArrayList<>();
    cells.forEach(
        (cell, runs) -> {
          Repeats rate = RunFigure.RATE.of(runs.stream().filter(StoredRun::usable).toList());
          if (rate.size() > 0) {
            rates.add(point(names.size(), rate));
            names.add(Objects.requireNonNull(labels.get(cell)));
          }
        });
    List<Block> answer = new ArrayList<>();
    answer.add(
        Chart.of(
            "runs-rate",
            "Messages per second",
            "Mean of like runs. "
                + whiskers(cells.values().stream().mapToInt(RunsDocument::usable)),
            Axis.of("", names),
            List.of(Axis.of("messages/s", AxisUnit.PER_SECOND)),
            List.of(new Series("rate", Kind.BAR, 0, rates))));
    answer.add(RunTable.table(sets));
    RunTable.faults(sets).map(FaultTimes::blocks).ifPresent(answer::addAll);
    Stream.concat(RunTable.unfinished(sets).stream(), others.stream())
        .forEach(line -> answer.add(new Paragraph(line)));
    List<StoredRun> all = sets.stream().flatMap(set -> set.runs().stream()).toList();
    return new Document(
        sets.stream().map(set -> set.path().toString()).collect(Collectors.joining(", ")),
        new Headline(
            Tone.NEUTRAL,
            Text.of("%d run%s", all.size(), all.size() == 1 ? "" : "s"),
            RunTable.verdicts(all),
            all.stream()
                .filter(run -> !run.verdict().reasons().isEmpty())
                .map(StoredRun::nameWithReasons)
                .toList(),
            List.of()),
        List.of(new Section("Side by side", true, answer)));
  }

  private static int usable(List<StoredRun> runs) {
    return (int) runs.stream().filter(StoredRun::usable).count();
  }

  /**
   * What the whiskers of a chart of means are.
   *
   * @param counts number of runs of each mean
   */
  public static String whiskers(IntStream counts) {
    int[] runs = counts.filter(count -> count > 0).sorted().distinct().toArray();
    int[] repeated = IntStream.of(runs).filter(count -> count > 1).toArray();
    if (repeated.length == 0) {
      return "One run per point: no intervals.";
    }
    int most = repeated[repeated.length - 1];
    return Text.of(
        "Whiskers: 95 %% interval of %s runs%s.",
        repeated[0] == most ? Integer.toString(most) : Text.of("%d to %d", repeated[0], most),
        runs[0] == 1 ? "; points without are single runs" : "");
  }

  /** The mean with its interval, if there is one; a gap without runs. */
  public static Point point(double x, Repeats figures) {
    return figures.spread()
        ? new Point(x, figures.mean(), figures.low(), figures.high())
        : Point.of(x, figures.mean());
  }
}
