package io.brokerbench.matrix;

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
import io.brokerbench.page.RunDocument;
import io.brokerbench.published.Reference;
import io.brokerbench.published.ReferenceTable;
import io.brokerbench.published.Verdicts;
import io.brokerbench.results.LoadOutcome;
import io.brokerbench.runs.FaultTimes;
import io.brokerbench.runs.RunTable;
import io.brokerbench.runs.RunsDocument;
import io.brokerbench.statistics.Repeats;
import io.brokerbench.stored.RunsDirectory;
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
import java.util.OptionalDouble;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;

/** The report on a matrix: cells side by side, or along a numeric factor. */
public final class MatrixDocument {

  /** Number of values from which a chart shows a line instead of bars. */
  private static final int FEWEST_FOR_A_LINE = 3;

  /** Ratio of the largest to the smallest number from which an axis is logarithmic. */
  private static final double WIDE = 16;

  /** Series of a chart. */
  private static final int MOST_SERIES = 6;

  private static final String PER_SECOND = "/s";
  private static final Pattern NUMBER = Pattern.compile("\\d+(\\.\\d+)?(" + PER_SECOND + ")?");

  /** The last parts of the keys of settings whose numbers are names, not quantities. */
  private static final Set<String> NAMES = Set.of("qos", "subscribe-qos", "version");

  private final MatrixTable matrix;
  private final Map<MatrixCell, List<StoredRun>> runs;

  /** The runs by cell, with a cell for each step of those whose limit changes. */
  private final Map<MatrixCell, List<StoredRun>> cells;

  private MatrixDocument(MatrixTable matrix) {
    this.matrix = matrix;
    this.runs = matrix.runs();
    this.cells = matrix.bySteps();
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
    String cost =
        "Cost of loads: CPU is busy time of the host's processors, generator"
            + " included where it runs there too";
    matrix.loads().ifPresent(loads -> answer.add(loads.table(cost)));
    matrix
        .published()
        .map(ReferenceTable::of)
        .flatMap(ReferenceTable::table)
        .ifPresent(answer::add);
    matrix.notes().forEach(note -> answer.add(new Paragraph(note)));
    sections.add(new Section("All cells", true, answer));
    matrix.ratios().map(MatrixDocument::ratios).ifPresent(sections::add);
    for (Map.Entry<MatrixCell, List<StoredRun>> cell : runs.entrySet()) {
      Optional<StoredRun> shown = cell.getValue().stream().filter(StoredRun::usable).findFirst();
      if (shown.isPresent()) {
        String label = cell.getKey().label();
        sections.add(
            new Section(
                Text.of(
                    "%s, %s",
                    label.isEmpty() ? "The first run" : label + ": its first run",
                    shown.get().directory().getFileName()),
                false,
                overTime(shown.get(), "c" + cell.getKey().number() + "-")));
      }
    }
    return new Document(RunsDirectory.fileName(matrix.directory().path()), headline(), sections);
  }

  private static Section ratios(FactorTable ratios) {
    List<Block> blocks = new ArrayList<>(List.of(ratios.table()));
    ratios.note().map(Paragraph::new).ifPresent(blocks::add);
    return new Section("Ratios of the factors' values", !ratios.isLong(), blocks);
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
    all.forEach(run -> reasons.addAll(run.missed()));
    if (empty > 0) {
      reasons.add(Text.of("not run yet: %d of %d cells", empty, runs.size()));
    }
    List<Map.Entry<MatrixCell, List<StoredRun>>> measured =
        runs.entrySet().stream()
            .filter(cell -> MatrixRun.rate(cell.getValue()).size() > 0)
            .toList();
    List<Headline.Figure> figures =
        List.of(
            new Headline.Figure("cells", Integer.toString(runs.size())),
            new Headline.Figure("runs", Integer.toString(all.size())),
            new Headline.Figure("verdicts", RunTable.verdicts(all)));
    if (measured.isEmpty()) {
      return new Headline(Tone.BAD, "NO RESULT", "No run can be used.", reasons, figures);
    }
    Tone tone = reasons.isEmpty() ? Tone.GOOD : Tone.DOUBTFUL;
    if (matrix.factors().contains(MatrixCell.TOOL)) {
      String why = "of several tools, whose rates are of different kinds.";
      return new Headline(tone, Units.count(all.size()) + " runs", why, reasons, figures);
    }
    List<Map.Entry<MatrixCell, List<StoredRun>>> answered =
        measured.stream()
            .filter(cell -> !MatrixTable.kind(cell.getValue()).equals(RunFigure.SENT.label()))
            .toList();
    boolean mixed = !answered.isEmpty() && answered.size() < measured.size();
    List<Map.Entry<MatrixCell, List<StoredRun>>> compared = mixed ? answered : measured;
    Map.Entry<MatrixCell, List<StoredRun>> best =
        compared.stream()
            .max(Comparator.comparingDouble(cell -> MatrixRun.rate(cell.getValue()).mean()))
            .orElseThrow();
    Repeats rate = MatrixRun.rate(best.getValue());
    // A matrix that only repeats has no factors, and a single run no interval.
    String facts = Text.of("%s %s", best.getKey().label(), MatrixTable.interval(rate)).strip();
    return new Headline(
        tone,
        Units.rate(rate.mean()) + " msg/s",
        "is the highest rate"
            + (mixed ? " of acknowledged messages" : "")
            + (facts.isEmpty() ? "" : ", with " + facts)
            + (mixed ? "; cells without acknowledgements are not compared with it" : ""),
        reasons,
        figures);
  }

  private List<Chart> charts() {
    return along().map(this::lines).orElseGet(this::bars);
  }

  /**
   * The factor with the largest number of values, from three on; of equal ones the first with
   * numbers.
   */
  private Optional<String> along() {
    return matrix.factors().stream()
        .filter(factor -> values(factor).size() >= FEWEST_FOR_A_LINE)
        .max(
            Comparator.<String>comparingInt(factor -> values(factor).size())
                .thenComparing(this::numeric)
                .thenComparing(factor -> -matrix.factors().indexOf(factor)));
  }

  private List<String> values(String factor) {
    return cells.keySet().stream()
        .map(cell -> String.valueOf(cell.values().get(factor)))
        .distinct()
        .toList();
  }

  private boolean numeric(String factor) {
    return !NAMES.contains(factor.substring(factor.lastIndexOf('.') + 1))
        && values(factor).stream().allMatch(value -> NUMBER.matcher(value).matches());
  }

  /** An axis of numbers: logarithmic if they span a wide range, such as doubled ones. */
  private static Axis axis(String factor, List<String> values) {
    AxisUnit unit = values.get(0).endsWith(PER_SECOND) ? AxisUnit.PER_SECOND : AxisUnit.COUNT;
    double least = values.stream().mapToDouble(MatrixDocument::number).min().orElseThrow();
    double most = values.stream().mapToDouble(MatrixDocument::number).max().orElseThrow();
    return least > 0 && most / least >= WIDE ? Axis.log(factor, unit) : Axis.of(factor, unit);
  }

  private static double number(String value) {
    return Double.parseDouble(value.replace(PER_SECOND, ""));
  }

  /**
   * Cells that differ in the factor along the axis alone: a curve.
   *
   * @param values the other factors' values
   * @param published rates of the cells; empty if there are none
   */
  private record Curve(Map<String, String> values, List<MatrixCell> cells, List<Point> published) {}

  private List<Chart> lines(String factor) {
    List<String> values = values(factor);
    boolean numeric = numeric(factor);
    Function<MatrixCell, Double> x =
        cell -> {
          String value = String.valueOf(cell.values().get(factor));
          return numeric ? number(value) : values.indexOf(value);
        };
    Map<Map<String, String>, List<MatrixCell>> others = new LinkedHashMap<>();
    for (MatrixCell cell : cells.keySet()) {
      Map<String, String> rest = new LinkedHashMap<>(cell.values());
      rest.remove(factor);
      others.computeIfAbsent(rest, key -> new ArrayList<>()).add(cell);
    }
    // Curves with the same published one share a chart.
    Map<List<Point>, List<Curve>> groups = new LinkedHashMap<>();
    others.forEach(
        (rest, alike) -> {
          List<MatrixCell> ordered = alike.stream().sorted(Comparator.comparing(x)).toList();
          if (ordered.stream().anyMatch(cell -> !usable(cell).isEmpty())) {
            List<Point> published = published(ordered, x);
            Curve curve = new Curve(rest, ordered, published);
            groups.computeIfAbsent(published, key -> new ArrayList<>()).add(curve);
          }
        });
    Axis axis = numeric ? axis(factor, values) : Axis.of(factor, values);
    List<List<Curve>> charts = new ArrayList<>();
    groups.forEach(
        (published, group) -> {
          int most = published.isEmpty() ? MOST_SERIES : MOST_SERIES - 1;
          for (int from = 0; from < group.size(); from += most) {
            charts.add(group.subList(from, Math.min(group.size(), from + most)));
          }
        });
    boolean titled = charts.size() > 1;
    // A single place along the axis makes no curve.
    charts.removeIf(
        curves ->
            curves.stream().flatMap(curve -> curve.cells().stream()).map(x).distinct().count() < 2);
    if (charts.isEmpty() && !groups.isEmpty()) {
      return bars();
    }
    List<Chart> all = new ArrayList<>();
    for (int i = 0; i < charts.size(); i++) {
      all.addAll(lines(charts.get(i), axis, x, i == 0 ? "" : "-" + (i + 1), titled));
    }
    return all;
  }

  private List<Chart> lines(
      List<Curve> curves,
      Axis axis,
      Function<MatrixCell, Double> x,
      String suffix,
      boolean titled) {
    Set<String> varied =
        curves.get(0).values().keySet().stream()
            .filter(
                factor ->
                    curves.stream().map(curve -> curve.values().get(factor)).distinct().count() > 1)
            .collect(Collectors.toSet());
    String alike =
        curves.get(0).values().entrySet().stream()
            .filter(value -> !varied.contains(value.getKey()))
            .map(value -> value.getKey() + " " + value.getValue())
            .collect(Collectors.joining(", "));
    String title = titled && !alike.isEmpty() ? ", " + alike : "";
    Function<Curve, String> name = curve -> name(curve, varied);
    List<Series> rates = new ArrayList<>();
    List<Point> published = curves.get(0).published();
    if (!published.isEmpty()) {
      rates.add(new Series(publishedName(), Kind.DASHED, 0, published));
    }
    String measured = published.isEmpty() ? "" : "measured: ";
    boolean together = 2 * curves.size() <= MOST_SERIES;
    String median = together ? ", p50" : "";
    String tail = together ? ", p99" : "";
    List<Series> medians = new ArrayList<>();
    List<Series> tails = new ArrayList<>();
    List<Series> kept = new ArrayList<>();
    for (Curve curve : curves) {
      rates.add(line(measured + name.apply(curve), points(curve.cells(), x, RunFigure.RATE)));
      medians.add(line(name.apply(curve) + median, points(curve.cells(), x, RunFigure.P50)));
      tails.add(line(name.apply(curve) + tail, points(curve.cells(), x, RunFigure.P99)));
      kept.add(line(name.apply(curve), kept(curve.cells(), x)));
    }
    List<Chart> charts = new ArrayList<>();
    if (curves.stream().anyMatch(this::collapsed)
        && kept.stream().noneMatch(series -> series.points().stream().allMatch(Point::gap))) {
      charts.add(
          new Chart(
              "cells-kept" + suffix,
              "Received, as a share of what was sent" + title,
              "All series are measured." + gaps(kept),
              axis,
              List.of(Axis.of("received/sent", AxisUnit.SHARE)),
              kept,
              List.of(),
              List.of(new Chart.Mark(LoadOutcome.SAME, false, "queues fill below 95 %")),
              ""));
    }
    charts.add(rate(suffix, title, axis, rates));
    if (together) {
      List<Series> both = new ArrayList<>(medians);
      both.addAll(tails);
      charts.add(latency("latency" + suffix, title, axis, both));
    } else {
      charts.add(latency("p50" + suffix, title + ", p50", axis, medians));
      charts.add(latency("p99" + suffix, title + ", p99", axis, tails));
    }
    return charts;
  }

  /** The values that vary, and the brokers where published figures stand next to theirs. */
  private String name(Curve curve, Set<String> varied) {
    Map<String, String> others = new LinkedHashMap<>(curve.values());
    others.keySet().retainAll(varied);
    if (matrix.directory().reference().isEmpty()) {
      return others.isEmpty() ? "measured" : String.join(" ", others.values());
    }
    return Verdicts.measured(products(curve.cells()), others, false);
  }

  private String label(MatrixCell cell) {
    return matrix.directory().reference().isEmpty()
        ? cell.label()
        : Verdicts.measured(products(List.of(cell)), cell.values(), true);
  }

  private String products(List<MatrixCell> of) {
    return of.stream()
        .flatMap(cell -> usable(cell).stream())
        .map(StoredRun::product)
        .distinct()
        .collect(Collectors.joining(" and "));
  }

  private String publishedName() {
    return Verdicts.published(
        matrix.directory().reference().stream().map(Reference::release).toList());
  }

  /** Whether consumers fell behind in a cell. */
  private boolean collapsed(Curve curve) {
    return curve.cells().stream()
        .flatMap(cell -> usable(cell).stream())
        .anyMatch(run -> run.result().throughput().flow() == LoadOutcome.COLLAPSED);
  }

  private static Series line(String name, List<Point> points) {
    return new Series(name, Kind.LINE, 0, points);
  }

  /**
   * Received, as a share of what was sent, where consumers received at the same time; a gap for
   * each other cell.
   */
  private List<Point> kept(List<MatrixCell> ordered, Function<MatrixCell, Double> x) {
    List<Point> points = new ArrayList<>();
    for (MatrixCell cell : ordered) {
      OptionalDouble share = usable(cell).stream().flatMapToDouble(MatrixDocument::kept).average();
      points.add(Point.of(x.apply(cell), share.orElse(Double.NaN)));
    }
    return points;
  }

  /** What a consumer group received of what was sent: each receives every message. */
  private static DoubleStream kept(StoredRun run) {
    double sent = FlowTable.sentPerSecond(run);
    return run.flow().isPresent() && sent > 0
        ? DoubleStream.of(FlowTable.receivedPerSecond(run) / run.consumerGroups() / sent)
        : DoubleStream.empty();
  }

  private List<Chart> bars() {
    List<MatrixCell> all = List.copyOf(cells.keySet());
    Axis along = Axis.of("", all.stream().map(this::label).toList());
    Function<MatrixCell, Double> x = cell -> (double) all.indexOf(cell);
    List<Series> rates = new ArrayList<>();
    List<Point> published = published(all, x);
    if (!published.isEmpty()) {
      rates.add(new Series(publishedName(), Kind.HOLLOW, 0, published));
    }
    rates.add(new Series("measured", Kind.BAR, 0, points(all, x, RunFigure.RATE)));
    List<Series> latencies =
        List.of(
            new Series("p50", Kind.POINT, 0, points(all, x, RunFigure.P50)),
            new Series("p99", Kind.POINT, 0, points(all, x, RunFigure.P99)));
    return List.of(rate("", "", along, rates), latency("latency", "", along, latencies));
  }

  private Chart rate(String suffix, String title, Axis along, List<Series> series) {
    String note = "Mean of each cell's runs. " + whiskers() + gaps(series) + scaled();
    List<Axis> y = List.of(Axis.of("messages/s", AxisUnit.PER_SECOND));
    return Chart.of("cells-rate" + suffix, "Messages per second" + title, note, along, y, series);
  }

  private Chart latency(String name, String title, Axis along, List<Series> series) {
    // Open and closed loops have latencies with different names.
    String metric =
        runs.values().stream()
            .map(all -> RunTable.latency(all.stream().filter(StoredRun::usable).toList()))
            .filter(label -> !label.isEmpty())
            .distinct()
            .map(Text::hyphenated)
            .collect(Collectors.joining(" or "));
    String note = whiskers() + " The scale is logarithmic." + gaps(series) + scaled();
    List<Axis> y = List.of(Axis.log(metric, AxisUnit.NANOS));
    return Chart.of("cells-" + name, "Latency: " + metric + title, note, along, y, series);
  }

  /** What the gaps of a chart are; empty if there are none. */
  private static String gaps(List<Series> series) {
    return series.stream().flatMap(each -> each.points().stream()).anyMatch(Point::gap)
        ? " Gaps: cells that were not run, are INVALID or do not have this figure."
        : "";
  }

  /** That runs offered less than the rates by which cells are named; empty if they did not. */
  private String scaled() {
    String rates =
        matrix.factors().stream()
            .filter(factor -> values(factor).stream().anyMatch(value -> value.endsWith(PER_SECOND)))
            .collect(Collectors.joining(" and "));
    return rates.isEmpty()
        ? ""
        : matrix
            .scales()
            .map(
                scales ->
                    Text.of(
                        " Scaled down by %s: values of %s are those of the workload.",
                        scales, rates))
            .orElse("");
  }

  private String whiskers() {
    return RunsDocument.whiskers(cells.keySet().stream().mapToInt(cell -> usable(cell).size()));
  }

  private List<StoredRun> usable(MatrixCell cell) {
    return cells.getOrDefault(cell, List.of()).stream().filter(StoredRun::usable).toList();
  }

  /** The figure of each cell, a gap if no run has it. */
  private List<Point> points(
      List<MatrixCell> ordered, Function<MatrixCell, Double> x, RunFigure figure) {
    return ordered.stream()
        .map(cell -> RunsDocument.point(x.apply(cell), figure.of(usable(cell))))
        .toList();
  }

  private List<Point> published(List<MatrixCell> ordered, Function<MatrixCell, Double> x) {
    List<Point> points = new ArrayList<>();
    matrix
        .directory()
        .reference()
        .ifPresent(
            reference ->
                ordered.forEach(
                    cell ->
                        reference
                            .rate(cell.values(), cells.getOrDefault(cell, List.of()))
                            .ifPresent(rate -> points.add(Point.of(x.apply(cell), rate)))));
    return points;
  }
}
