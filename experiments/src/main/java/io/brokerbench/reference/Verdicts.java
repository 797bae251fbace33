package io.brokerbench.reference;

import io.brokerbench.document.Axis;
import io.brokerbench.document.Chart;
import io.brokerbench.document.Series;
import io.brokerbench.document.Series.Kind;
import io.brokerbench.document.Series.Point;
import io.brokerbench.document.Table;
import io.brokerbench.document.Unit;
import io.brokerbench.reference.Outcome.Flow;
import io.brokerbench.reference.ReferenceTable.Line;
import io.brokerbench.units.Text;
import io.brokerbench.units.Units;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What came of the claims of a publication, over all its experiments. */
public final class Verdicts {

  private static final String NOTHING = "";

  private static final Predicate<Map.Entry<String, String>> NUMBER =
      value -> value.getValue().matches("\\d.*");

  private final Map<String, ReferenceTable> experiments = new LinkedHashMap<>();

  /** The verdicts on experiments, by name. */
  public Verdicts(Map<String, Optional<PublishedResults>> experiments) {
    experiments.forEach(
        (name, results) ->
            results.ifPresent(known -> this.experiments.put(name, ReferenceTable.of(known))));
  }

  /**
   * A claim.
   *
   * @param text in a few words
   * @param experiments their names
   * @param cell values that a cell must have
   * @param figures keys of figures; all if empty
   */
  public record Claim(
      String text, List<String> experiments, Map<String, String> cell, List<String> figures) {

    @SuppressWarnings("NullAway") // Jackson passes null for what a file lacks.
    public Claim {
      cell = cell == null ? Map.of() : Map.copyOf(cell);
      figures = figures == null ? List.of() : List.copyOf(figures);
    }

    private boolean includes(Line line) {
      return line.cell().entrySet().containsAll(cell.entrySet())
          && (figures.isEmpty() || figures.contains(line.figure()));
    }
  }

  /** How many published figures agree, differ and are undecided, in a sentence. */
  public String counts() {
    List<Line> all =
        experiments.values().stream().flatMap(table -> table.answered().stream()).toList();
    return Text.of(
        "Of %d comparisons of a published figure with a measured one, %d agree, %d differ and %d are undecided.%s",
        all.size(),
        ReferenceTable.count(all, Answer.Kind.AGREES),
        ReferenceTable.count(all, Answer.Kind.DIFFERS),
        ReferenceTable.count(all, Answer.Kind.UNDECIDED),
        brackets());
  }

  /** What an interval in a table of claims is; empty if there is none. */
  private String brackets() {
    boolean searched = false;
    boolean repeated = false;
    for (ReferenceTable table : experiments.values()) {
      if (table.answered().stream().anyMatch(line -> line.measured().contains("["))) {
        searched |= table.searched();
        repeated |= !table.searched();
      }
    }
    return (repeated ? " Brackets hold intervals of 95 %." : NOTHING)
        + (searched
            ? " Brackets behind the result of a search hold the highest load that passed and the lowest that failed."
            : NOTHING);
  }

  /** A row for each claim that was measured; empty if none was. */
  public Optional<Table> table(List<Claim> claims) {
    Map<String, List<Line>> measured = new LinkedHashMap<>();
    for (Claim claim : claims) {
      List<Line> lines =
          claim.experiments().stream()
              .flatMap(name -> Stream.ofNullable(experiments.get(name)))
              .flatMap(experiment -> experiment.answered().stream())
              .filter(claim::includes)
              .toList();
      if (!lines.isEmpty()) {
        measured.put(claim.text(), lines);
      }
    }
    if (measured.isEmpty()) {
      return Optional.empty();
    }
    boolean ratios = measured.values().stream().anyMatch(lines -> !ratio(lines).isEmpty());
    Table.Builder table =
        ratios
            ? Table.of(
                NOTHING, "lrrrl", "claim", "published", "measured", "measured/published", "answer")
            : Table.of(NOTHING, "lrrl", "claim", "published", "measured", "answer");
    measured.forEach(
        (claim, lines) -> {
          List<String> cells =
              new ArrayList<>(List.of(claim, published(lines), measured(lines), answer(lines)));
          if (ratios) {
            cells.add(3, ratio(lines));
          }
          table.add(cells.toArray(String[]::new));
        });
    return Optional.of(table.build());
  }

  private static String published(List<Line> lines) {
    return few(lines, Line::published).orElse(Text.of("%d figures", lines.size()));
  }

  private static String measured(List<Line> lines) {
    List<Flow> flows = lines.stream().flatMap(line -> line.flows().stream()).toList();
    return flows.isEmpty()
        ? few(lines, Line::measured).orElse(NOTHING)
        : Flow.text(range(flows, Flow::sent), range(flows, Flow::received));
  }

  /** The texts of a few figures; empty if there are many. */
  private static Optional<String> few(List<Line> lines, Function<Line, String> text) {
    List<String> texts = lines.stream().map(text).distinct().toList();
    return lines.size() <= 3 ? Optional.of(String.join("; ", texts)) : Optional.empty();
  }

  private static String range(List<Flow> flows, ToDoubleFunction<Flow> share) {
    double[] sorted = flows.stream().mapToDouble(share).sorted().toArray();
    String least = Units.percent(sorted[0], 0);
    String most = Units.percent(sorted[sorted.length - 1], 0);
    return least.equals(most) ? most : least + " to " + most;
  }

  private static String ratio(List<Line> lines) {
    return lines.size() == 1 ? lines.get(0).ratioText() : NOTHING;
  }

  /** The answer if all have the same; else how many have which. */
  private static String answer(List<Line> lines) {
    List<String> texts =
        lines.stream()
            .map(line -> Objects.requireNonNull(line.answer()).text())
            .distinct()
            .toList();
    return texts.size() == 1
        ? texts.get(0)
        : Arrays.stream(Answer.Kind.values())
            .filter(kind -> ReferenceTable.count(lines, kind) > 0)
            .map(kind -> Text.of("%d %s", ReferenceTable.count(lines, kind), kind.word()))
            .collect(Collectors.joining(", "));
  }

  /**
   * Published and measured rates that were not merely offered, each cell a place along the axis;
   * empty if there are none.
   *
   * @param claims in whose order they stand, and whose texts name the places of rates without a
   *     cell
   */
  public Optional<Chart> rates(List<Claim> claims) {
    Map<String, Double> published = new LinkedHashMap<>();
    Map<String, Map<String, Measured>> measured = new LinkedHashMap<>();
    String words = factorsInWords();
    claims.stream()
        .flatMap(claim -> claim.experiments().stream())
        .distinct()
        .filter(experiments::containsKey)
        .forEach(
            name -> {
              List<Line> lines =
                  Objects.requireNonNull(experiments.get(name)).lines().stream()
                      .filter(line -> line.isRate() && !line.derived() && line.value() != null)
                      .toList();
              lines.forEach(
                  line -> {
                    String place = place(claims, name, line);
                    published.putIfAbsent(place, line.expected());
                    measured
                        .computeIfAbsent(variant(line), any -> new LinkedHashMap<>())
                        .put(place, Objects.requireNonNull(line.value()));
                  });
            });
    if (published.isEmpty()) {
      return Optional.empty();
    }
    List<String> places = List.copyOf(published.keySet());
    List<Series> series = new ArrayList<>();
    series.add(
        new Series(
            "published",
            Kind.DASHED,
            0,
            places.stream()
                .map(
                    place ->
                        Point.of(
                            places.indexOf(place), Objects.requireNonNull(published.get(place))))
                .toList()));
    measured.forEach(
        (variant, values) ->
            series.add(new Series(variant, Kind.POINT, 0, points(places, values))));
    return Optional.of(
        Chart.of(
            "published-rates",
            "Published and measured rates",
            "Logarithmic. Dashed: published; points: measured, with 95 % intervals where runs were repeated.",
            Axis.of(words, places),
            List.of(Axis.log("messages/s", Unit.PER_SECOND)),
            series));
  }

  private static List<Point> points(List<String> places, Map<String, Measured> values) {
    return values.entrySet().stream()
        .map(
            entry -> {
              Measured value = entry.getValue();
              double y = Objects.requireNonNull(value.value());
              int x = places.indexOf(entry.getKey());
              return value.repeated() && Double.isFinite(value.high())
                  ? new Point(x, y, value.low(), value.high())
                  : Point.of(x, y);
            })
        .sorted(Comparator.comparingDouble(Point::x))
        .toList();
  }

  /** The factors whose values in words start the names of {@link #place}, joined alike. */
  private String factorsInWords() {
    return experiments.values().stream()
        .flatMap(table -> table.lines().stream())
        .filter(Line::isRate)
        .map(line -> inWords(line, Map.Entry::getKey))
        .filter(words -> !words.isEmpty())
        .findFirst()
        .orElse(NOTHING);
  }

  private static String inWords(Line line, Function<Map.Entry<String, String>, String> part) {
    return stated(line).filter(NUMBER.negate()).map(part).collect(Collectors.joining("/"));
  }

  /** The values that the published figure is about, in the order of the matrix. */
  private static Stream<Map.Entry<String, String>> stated(Line line) {
    return line.cell().entrySet().stream().filter(value -> line.of().containsKey(value.getKey()));
  }

  /** The values that the published figure is about: words first, joined by slashes. */
  private static String place(List<Claim> claims, String experiment, Line line) {
    List<String> parts = new ArrayList<>();
    parts.add(inWords(line, Map.Entry::getValue));
    stated(line)
        .filter(NUMBER)
        .map(value -> value.getKey() + " " + value.getValue())
        .forEach(parts::add);
    parts.removeIf(String::isEmpty);
    return parts.isEmpty()
        ? claims.stream()
            .filter(claim -> claim.experiments().contains(experiment) && claim.includes(line))
            .map(Claim::text)
            .findFirst()
            .orElse(experiment + " " + line.figure())
        : String.join(", ", parts);
  }

  /** The values that the publication does not vary. */
  private static String variant(Line line) {
    String variant =
        line.cell().entrySet().stream()
            .filter(value -> !line.of().containsKey(value.getKey()))
            .map(Map.Entry::getValue)
            .collect(Collectors.joining(" "));
    return variant.isEmpty() ? line.broker() : variant;
  }
}
