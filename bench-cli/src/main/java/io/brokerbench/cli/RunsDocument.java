package io.brokerbench.cli;

import io.brokerbench.compare.Repeats;
import io.brokerbench.document.Axis;
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
import io.brokerbench.document.Unit;
import io.brokerbench.stored.Figure;
import io.brokerbench.stored.RunSet;
import io.brokerbench.stored.StoredRun;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;

/** The report on several runs: like ones together, side by side. */
final class RunsDocument {

  private RunsDocument() {}

  static Document of(List<RunSet> sets) {
    Map<Cell, List<StoredRun>> cells = RunTable.cells(sets);
    Map<Cell, String> labels = Cell.labels(cells.keySet());
    List<String> names = new ArrayList<>();
    List<Point> rates = new ArrayList<>();
    cells.forEach(
        (cell, runs) -> {
          Repeats rate = Figure.RATE.of(runs.stream().filter(StoredRun::usable).toList());
          if (rate.size() > 0) {
            rates.add(MatrixDocument.point(names.size(), rate));
            names.add(Objects.requireNonNull(labels.get(cell)));
          }
        });
    List<Block> answer = new ArrayList<>();
    answer.add(
        Chart.of(
            "runs-rate",
            "Messages a second",
            "Mean of like runs with its 95 % interval; one run has none.",
            Axis.of("", names),
            List.of(Axis.of("messages/s", Unit.PER_SECOND)),
            List.of(new Series("rate", Kind.BAR, 0, rates))));
    answer.add(RunTable.table(sets).asTable("Means of the runs that are not INVALID"));
    RunTable.unfinished(sets).forEach(line -> answer.add(new Paragraph(line)));
    List<StoredRun> all = sets.stream().flatMap(set -> set.runs().stream()).toList();
    return new Document(
        sets.stream().map(set -> set.path().toString()).collect(Collectors.joining(", ")),
        new Headline(
            Tone.NEUTRAL,
            String.format(Locale.ROOT, "%d run%s", all.size(), all.size() == 1 ? "" : "s"),
            RunTable.verdicts(all),
            all.stream()
                .filter(run -> !run.verdict().reasons().isEmpty())
                .map(StoredRun::nameWithReasons)
                .toList(),
            List.of()),
        List.of(new Section("Side by side", true, answer)));
  }
}
