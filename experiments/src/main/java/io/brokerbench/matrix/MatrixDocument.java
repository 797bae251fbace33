package io.brokerbench.matrix;

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
import io.brokerbench.page.RunDocument;
import io.brokerbench.reference.ReferenceTable;
import io.brokerbench.runs.FaultTimes;
import io.brokerbench.runs.RunTable;
import io.brokerbench.runs.RunsDocument;
import io.brokerbench.statistics.Repeats;
import io.brokerbench.stored.Figure;
import io.brokerbench.stored.StoredRun;
import io.brokerbench.units.Text;
import io.brokerbench.units.Units;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/** The report on a matrix: cells side by side, or along a numeric factor. */
public final class MatrixDocument {

  /** Number of values from which a chart shows a line instead of bars. */
  private static final int FEWEST_FOR_A_LINE = 3;

  private final MatrixTable matrix;
  private final Map<MatrixCell, List<StoredRun>> runs;

  private MatrixDocument(MatrixTable matrix) {
    this.matrix = matrix;
    this.runs = matrix.runs();
  }

  public static Document of(MatrixTable matrix) {
    return new MatrixDocument(matrix).document();
  }

  private Document document() {
    List<Section> sections = new ArrayList<>();
    List<Block> answer = new ArrayList<>();
    matrix.faults().map(FaultTimes::blocks).ifPresent(answer::addAll);
    answer.addAll(charts());
    answer.add(matrix.table());
    matrix.flows().ifPresent(answer::add);
    matrix
        .loads()
        .ifPresent(
            loads ->
                answer.add(
                    loads.table(
                        "Cost of loads: CPU is busy time of the host's processors, generator"
                            + " included where it runs there too")));
    matrix
        .published()
        .map(ReferenceTable::of)
        .flatMap(ReferenceTable::table)
        .ifPresent(answer::add);
    matrix.notes().forEach(note -> answer.add(new Paragraph(note)));
    sections.add(new Section("All cells", true, answer));
    for (Map.Entry<MatrixCell, List<StoredRun>> cell : runs.entrySet()) {
      Optional<StoredRun> shown = cell.getValue().stream().filter(StoredRun::usable).findFirst();
      if (shown.isPresent()) {
        sections.add(
            new Section(
                Text.of(
                    "%s: its first run, %s",
                    cell.getKey().label(), shown.get().directory().getFileName()),
                false,
                overTime(shown.get(), "c" + cell.getKey().number() + "-")));
      }
    }
    return new Document(
        String.valueOf(matrix.directory().path().toAbsolutePath().normalize().getFileName()),
        headline(),
        sections);
  }

  /** The charts of a run over time, or the reason why its files cannot be read. */
  private static List<Block> overTime(StoredRun run, String prefix) {
    try {
      return RunDocument.overTime(run.directory(), prefix);
    } catch (IOException e) {
      return List.of(new Paragraph(String.valueOf(e.getMessage())));
    }
  }

  private Headline headline() {
    List<StoredRun> all = runs.values().stream().flatMap(List::stream).toList();
    long empty = runs.values().stream().filter(List::isEmpty).count();
    List<String> reasons =
        new ArrayList<>(
            all.stream()
                .filter(run -> !run.verdict().reasons().isEmpty())
                .map(StoredRun::nameWithReasons)
                .toList());
    if (empty > 0) {
      reasons.add(Text.of("not run yet: %d of %d cells", empty, runs.size()));
    }
    Optional<Map.Entry<MatrixCell, List<StoredRun>>> best =
        runs.entrySet().stream()
            .filter(cell -> rate(cell.getValue()).size() > 0)
            .max(Comparator.comparingDouble(cell -> rate(cell.getValue()).mean()));
    List<Headline.Figure> figures =
        List.of(
            new Headline.Figure("cells", Integer.toString(runs.size())),
            new Headline.Figure("runs", Integer.toString(all.size())),
            new Headline.Figure("verdicts", RunTable.verdicts(all)));
    if (best.isEmpty()) {
      return new Headline(Tone.BAD, "NO RESULT", "No run can be used.", reasons, figures);
    }
    if (matrix.factors().contains(MatrixCell.TOOL)) {
      return new Headline(
          reasons.isEmpty() ? Tone.GOOD : Tone.DOUBTFUL,
          Units.count(all.size()) + " runs",
          "of several tools, whose rates are of different kinds.",
          reasons,
          figures);
    }
    Repeats rate = rate(best.get().getValue());
    return new Headline(
        reasons.isEmpty() ? Tone.GOOD : Tone.DOUBTFUL,
        Units.rate(rate.mean()) + " msg/s",
        Text.of(
                "is the highest rate, with %s %s",
                best.get().getKey().label(), MatrixTable.interval(rate))
            .strip(),
        reasons,
        figures);
  }

  private static Repeats rate(List<StoredRun> runs) {
    return MatrixRun.rate(runs);
  }

  private List<Chart> charts() {
    return numericFactor().map(this::lines).orElseGet(this::bars);
  }

  /** The factor with three or more values, all of them numbers, if there is exactly one. */
  private Optional<String> numericFactor() {
    List<String> numeric =
        matrix.factors().stream()
            .filter(
                factor ->
                    values(factor).size() >= FEWEST_FOR_A_LINE
                        && values(factor).stream().allMatch(value -> value.matches("\\d+")))
            .toList();
    return numeric.size() == 1 ? Optional.of(numeric.get(0)) : Optional.empty();
  }

  private List<String> values(String factor) {
    return runs.keySet().stream()
        .map(cell -> String.valueOf(cell.values().get(factor)))
        .distinct()
        .toList();
  }

  private List<Chart> lines(String factor) {
    Map<String, List<MatrixCell>> others = new LinkedHashMap<>();
    for (MatrixCell cell : runs.keySet()) {
      String name =
          cell.values().entrySet().stream()
              .filter(value -> !value.getKey().equals(factor))
              .map(value -> value.getKey() + "=" + value.getValue())
              .collect(Collectors.joining(" "));
      others
          .computeIfAbsent(name.isEmpty() ? "measured" : name, key -> new ArrayList<>())
          .add(cell);
    }
    Function<MatrixCell, Double> x = cell -> Double.valueOf(cell.values().get(factor));
    List<Series> rates = new ArrayList<>();
    List<Series> latencies = new ArrayList<>();
    others.forEach(
        (name, cells) -> {
          List<MatrixCell> ordered = cells.stream().sorted(Comparator.comparing(x)).toList();
          rates.add(new Series(name, Kind.LINE, 0, points(ordered, x, Figure.RATE)));
          published(others.size() == 1 ? "published" : name + ", published", Kind.LINE, ordered, x)
              .ifPresent(rates::add);
          for (Figure figure : List.of(Figure.P50, Figure.P99)) {
            latencies.add(
                new Series(
                    (others.size() == 1 ? "" : name + " ") + figure.key(),
                    Kind.LINE,
                    0,
                    points(ordered, x, figure)));
          }
        });
    Axis along = Axis.of(factor, Unit.COUNT);
    return List.of(rate(along, rates), latency(along, latencies));
  }

  private List<Chart> bars() {
    List<MatrixCell> cells = List.copyOf(runs.keySet());
    Axis along = Axis.of("", cells.stream().map(MatrixCell::label).toList());
    Function<MatrixCell, Double> x = cell -> (double) cells.indexOf(cell);
    List<Series> rates = new ArrayList<>();
    rates.add(new Series("measured", Kind.BAR, 0, points(cells, x, Figure.RATE)));
    published("published", Kind.BAR, cells, x).ifPresent(rates::add);
    return List.of(
        rate(along, rates),
        latency(
            along,
            List.of(
                new Series("p50", Kind.POINT, 0, points(cells, x, Figure.P50)),
                new Series("p99", Kind.POINT, 0, points(cells, x, Figure.P99)))));
  }

  private static Chart rate(Axis along, List<Series> series) {
    return Chart.of(
        "cells-rate",
        "Messages per second",
        "Mean of each cell's runs with its 95 % interval; one run has none.",
        along,
        List.of(Axis.of("messages/s", Unit.PER_SECOND)),
        series);
  }

  private Chart latency(Axis along, List<Series> series) {
    // Open and closed loops have latencies with different names.
    String metric =
        runs.values().stream()
            .map(
                all ->
                    RunTable.label(
                        all.stream().filter(StoredRun::usable).toList(), Figure.P50, " p50"))
            .filter(name -> !name.isEmpty())
            .distinct()
            .collect(Collectors.joining(" or "));
    return Chart.of(
        "cells-latency",
        "Latency: " + metric,
        "Logarithmic, with 95 % intervals.",
        along,
        List.of(Axis.log(metric, Unit.NANOS)),
        series);
  }

  private List<Point> points(
      List<MatrixCell> cells, Function<MatrixCell, Double> x, Figure figure) {
    List<Point> points = new ArrayList<>();
    for (MatrixCell cell : cells) {
      Repeats figures =
          figure.of(runs.getOrDefault(cell, List.of()).stream().filter(StoredRun::usable).toList());
      if (figures.size() > 0) {
        points.add(RunsDocument.point(x.apply(cell), figures));
      }
    }
    return points;
  }

  private Optional<Series> published(
      String name, Kind kind, List<MatrixCell> cells, Function<MatrixCell, Double> x) {
    List<Point> points = new ArrayList<>();
    matrix
        .directory()
        .reference()
        .ifPresent(
            reference ->
                cells.forEach(
                    cell ->
                        reference
                            .rate(cell.values(), runs.getOrDefault(cell, List.of()))
                            .ifPresent(rate -> points.add(Point.of(x.apply(cell), rate)))));
    return points.isEmpty() ? Optional.empty() : Optional.of(new Series(name, kind, 0, points));
  }
}
