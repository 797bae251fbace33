package io.brokerbench.published;

import io.brokerbench.document.Axis;
import io.brokerbench.document.AxisUnit;
import io.brokerbench.document.Chart;
import io.brokerbench.document.Series;
import io.brokerbench.document.Series.Kind;
import io.brokerbench.document.Series.Point;
import io.brokerbench.document.Table;
import io.brokerbench.published.Outcome.Flow;
import io.brokerbench.published.ReferenceTable.Line;
import io.brokerbench.runs.RunsDocument;
import io.brokerbench.units.Text;
import io.brokerbench.units.Units;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** What came of the claims of a publication, over all its experiments. */
public final class Verdicts {

  /** Texts in a cell of the table. */
  private static final int MOST_TEXTS = 3;

  /** Column of measured/published. */
  private static final int RATIO = 3;

  /** Factors whose values are part of the name of a product. */
  private static final Set<String> PRODUCT = Set.of("cluster.version", "cluster.broker");

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
   * @param of the figure, with an empty text, of which the claimed one is a share; null if the
   *     claim is about the figures themselves
   */
  public record Claim(
      String text,
      List<String> experiments,
      Map<String, String> cell,
      List<String> figures,
      @Nullable Claim of) {

    @SuppressWarnings("NullAway") // Jackson passes null for what a file lacks.
    public Claim {
      text = text == null ? "" : text;
      cell = cell == null ? Map.of() : Map.copyOf(cell);
      figures = figures == null ? List.of() : List.copyOf(figures);
    }

    private boolean includes(Line line) {
      return line.cell().entrySet().containsAll(cell.entrySet())
          && (figures.isEmpty() || figures.contains(line.figure()));
    }
  }

  /**
   * How many comparisons of published figures agree, differ and are undecided, in a sentence.
   *
   * @param claims those of the table
   */
  public String counts(List<Claim> claims) {
    List<Line> all =
        experiments.values().stream().flatMap(table -> table.answered().stream()).toList();
    long figures = experiments.values().stream().mapToLong(ReferenceTable::figures).sum();
    return Text.of(
        "The details have all %d comparisons of %s: %s.%s%s",
        all.size(),
        figures == all.size()
            ? "a published figure with a measured one"
            : Text.of("%d published figures with measured ones", figures),
        kinds(all, kind -> true),
        claims.stream().anyMatch(claim -> claim.of() != null)
            ? " Rows with a share of a rate are not among them: only this table has those."
            : "",
        brackets());
  }

  private static String kinds(List<Line> lines, Predicate<Answer.Kind> shown) {
    return Arrays.stream(Answer.Kind.values())
        .filter(shown)
        .map(kind -> kind.text(ReferenceTable.count(lines, kind)))
        .collect(Collectors.joining(", "));
  }

  /** What an interval in a table of claims is; empty if there is none. */
  private String brackets() {
    boolean searched = false;
    boolean unconfirmed = false;
    boolean repeated = false;
    for (ReferenceTable table : experiments.values()) {
      if (table.answered().stream().anyMatch(line -> line.measured().contains("["))) {
        searched |= table.searched();
        unconfirmed |= table.unconfirmed();
        repeated |= !table.searched();
      }
    }
    if (!searched) {
      return repeated
          ? " Brackets hold intervals of 95 %. A figure agrees if all of its interval lies between"
              + " 0.91 and 1.1 times the published figure. If not, it differs where the interval"
              + " excludes the published figure, and is undecided where it includes it, by the"
              + " digits shown."
          : "";
    }
    return " Brackets of a search hold two rates: the highest that met its conditions, as served in"
        + " its slowest probe, and the lowest that did not. Of several probes of a rate, most"
        + " decide."
        + (unconfirmed
            ? " Not confirmed: one rests on a single probe, or a rate between is undecided."
            : "")
        + (repeated ? " Other brackets hold intervals of 95 %." : "");
  }

  /** A row for each claim that was measured; empty if none was. */
  public Optional<Table> table(List<Claim> claims) {
    List<List<String>> rows = new ArrayList<>();
    for (Claim claim : claims) {
      List<Line> lines = lines(claim);
      Claim of = claim.of();
      if (of != null) {
        List<Line> all = lines(of);
        if (lines.size() == 1 && all.size() == 1) {
          boolean together = claim.experiments().equals(of.experiments());
          rows.add(Share.of(lines.get(0), all.get(0), together).row(claim.text()));
        }
      } else if (!lines.isEmpty()) {
        rows.add(
            List.of(claim.text(), published(lines), measured(lines), ratio(lines), answer(lines)));
      }
    }
    if (rows.isEmpty()) {
      return Optional.empty();
    }
    boolean ratios = rows.stream().anyMatch(row -> !row.get(RATIO).isEmpty());
    Table.Builder table =
        ratios
            ? Table.of("", "lrrrl", "claim|published|measured|measured/published|answer")
            : Table.of("", "lrrl", "claim|published|measured|answer");
    for (List<String> row : rows) {
      List<String> cells = new ArrayList<>(row);
      if (!ratios) {
        cells.remove(RATIO);
      }
      table.add(cells);
    }
    return Optional.of(table.build());
  }

  private List<Line> lines(Claim claim) {
    return claim.experiments().stream()
        .flatMap(name -> Stream.ofNullable(experiments.get(name)))
        .flatMap(experiment -> experiment.answered().stream())
        .filter(claim::includes)
        .toList();
  }

  private static String published(List<Line> lines) {
    return few(
            lines,
            line ->
                line.figure().equals(Outcome.KEY)
                    ? Outcome.parse(line.published()).words()
                    : line.published())
        .orElse(Text.of("%d comparisons", lines.size()));
  }

  private static String measured(List<Line> lines) {
    List<Flow> flows = lines.stream().flatMap(line -> line.flows().stream()).toList();
    return flows.isEmpty()
        ? few(lines, Line::measured).orElse("")
        : Flow.text(range(flows, Flow::sent), range(flows, Flow::received));
  }

  /** The texts of a few figures, with their names if these differ; empty if there are many. */
  private static Optional<String> few(List<Line> lines, Function<Line, String> text) {
    boolean named = lines.stream().map(Line::figure).distinct().count() > 1;
    List<String> texts =
        lines.stream()
            .map(
                line ->
                    // A statement in words names its subject.
                    (named && !text.apply(line).startsWith("\"") ? line.figure() + ": " : "")
                        + text.apply(line))
            .distinct()
            .toList();
    return texts.size() <= MOST_TEXTS ? Optional.of(String.join("; ", texts)) : Optional.empty();
  }

  private static String range(List<Flow> flows, ToDoubleFunction<Flow> share) {
    double[] sorted = flows.stream().mapToDouble(share).sorted().toArray();
    String least = Units.percent(sorted[0], 0);
    String most = Units.percent(sorted[sorted.length - 1], 0);
    return least.equals(most) ? most : least + " to " + most;
  }

  private static String ratio(List<Line> lines) {
    return lines.size() == 1 ? lines.get(0).ratioText() : "";
  }

  /** The answer if all have the same, or all are undecided; else how many have which. */
  private static String answer(List<Line> lines) {
    List<String> texts =
        lines.stream()
            .map(line -> Objects.requireNonNull(line.answer()).text())
            .distinct()
            .toList();
    if (texts.size() <= MOST_TEXTS
        && ReferenceTable.count(lines, Answer.Kind.UNDECIDED) == lines.size()) {
      return String.join("; ", texts).replace("; undecided: ", "; ");
    }
    return texts.size() == 1
        ? texts.get(0)
        : kinds(lines, kind -> ReferenceTable.count(lines, kind) > 0);
  }

  /**
   * Published and measured rates that were not merely offered, each cell a place along the axis;
   * empty if there are none.
   *
   * @param claims in whose order they stand, and whose texts name the places of rates without a
   *     cell
   * @param note what else the chart should state; may be empty
   */
  public Optional<Chart> rates(List<Claim> claims, String note) {
    Map<String, List<Line>> places = new LinkedHashMap<>();
    Set<String> releases = new LinkedHashSet<>();
    boolean searched = false;
    boolean foreign = false;
    for (String name :
        claims.stream().flatMap(claim -> claim.experiments().stream()).distinct().toList()) {
      ReferenceTable table = experiments.get(name);
      if (table == null) {
        continue;
      }
      for (Line line : table.rates().filter(Verdicts::isDrawn).toList()) {
        Optional<String> place =
            place(claims, name, line)
                .map(at -> table.limitedByGenerator() ? at + ": generator limit" : at);
        place.ifPresent(known -> places.computeIfAbsent(known, any -> new ArrayList<>()).add(line));
        if (place.isPresent()) {
          releases.add(table.release());
          searched |= table.searched();
          foreign |= table.ofAnotherBroker();
        }
      }
    }
    if (places.isEmpty()) {
      return Optional.empty();
    }
    List<Line> all = places.values().stream().flatMap(List::stream).toList();
    String words = inWords(all.get(0), Map.Entry::getKey);
    boolean alike = all.stream().allMatch(line -> inWords(line, Map.Entry::getKey).equals(words));
    List<Point> published = new ArrayList<>();
    Map<String, List<Point>> measured = new LinkedHashMap<>();
    for (List<Line> lines : places.values()) {
      int x = published.size();
      published.add(Point.of(x, lines.get(0).expected()));
      for (Line line : lines) {
        measured.computeIfAbsent(measured(line), any -> new ArrayList<>()).add(point(x, line));
      }
    }
    List<Series> series = new ArrayList<>();
    series.add(new Series(published(releases), Kind.HOLLOW, 0, published));
    measured.forEach((variant, points) -> series.add(new Series(variant, Kind.POINT, 0, points)));
    List<String> names =
        places.entrySet().stream()
            .map(place -> alike ? place.getKey() : named(place.getKey(), place.getValue().get(0)))
            .toList();
    String whiskers =
        searched
            ? "Whiskers: from the lowest rate served at the found load to the lowest that failed."
            : RunsDocument.whiskers(all.stream().mapToInt(line -> line.known().length));
    return Optional.of(
        Chart.of(
            "published-rates",
            "Published and measured rates" + (foreign ? ", of different brokers" : ""),
            Stream.of(note, whiskers, "The scale is logarithmic.")
                .filter(part -> !part.isEmpty())
                .collect(Collectors.joining(" ")),
            Axis.of(alike ? words : "", names),
            List.of(Axis.log("messages/s", AxisUnit.PER_SECOND)),
            series));
  }

  private static boolean isDrawn(Line line) {
    return !line.derived() && line.value() != null;
  }

  private static Point point(double x, Line line) {
    Measured value = Objects.requireNonNull(line.value());
    double y = Objects.requireNonNull(value.value());
    return value.repeated() && Double.isFinite(value.high())
        ? new Point(x, y, value.low(), value.high())
        : Point.of(x, y);
  }

  /** The name of the series of published figures. */
  public static String published(Collection<String> releases) {
    String known =
        releases.stream().filter(release -> !release.isEmpty()).collect(Collectors.joining(", "));
    return known.isEmpty() ? "published" : "published: " + known;
  }

  /**
   * The name of a series of measured figures.
   *
   * @param product of the brokers
   * @param values of factors that distinguish the series from others; those that the product has
   *     are left out
   * @param named whether values in words have the names of their factors, as numbers have
   */
  public static String measured(String product, Map<String, String> values, boolean named) {
    return Stream.concat(
            Stream.of(product),
            values.entrySet().stream()
                .filter(value -> !PRODUCT.contains(value.getKey()))
                .map(
                    value ->
                        named || NUMBER.test(value)
                            ? value.getKey() + " " + value.getValue()
                            : value.getValue()))
        .filter(part -> !part.isEmpty())
        .collect(Collectors.joining(", "));
  }

  private static String measured(Line line) {
    Map<String, String> others = new LinkedHashMap<>(line.cell());
    others.keySet().removeAll(line.of().keySet());
    return "measured: " + measured(line.product(), others, false);
  }

  private static String inWords(Line line, Function<Map.Entry<String, String>, String> part) {
    return stated(line).filter(NUMBER.negate()).map(part).collect(Collectors.joining("/"));
  }

  /** The values that the published figure is about, in the order of the matrix. */
  private static Stream<Map.Entry<String, String>> stated(Line line) {
    return line.cell().entrySet().stream().filter(value -> line.of().containsKey(value.getKey()));
  }

  /** A place among others that do not have the same factors in words. */
  private static String named(String place, Line line) {
    return (inWords(line, Map.Entry::getKey) + " " + place).strip();
  }

  /**
   * The values that the published figure is about: words first, joined by slashes. Without such
   * values, the figure's claim; empty if there is none.
   */
  private static Optional<String> place(List<Claim> claims, String experiment, Line line) {
    List<String> parts = new ArrayList<>();
    parts.add(inWords(line, Map.Entry::getValue));
    stated(line)
        .filter(NUMBER)
        .map(value -> value.getKey() + " " + value.getValue())
        .forEach(parts::add);
    parts.removeIf(String::isEmpty);
    return parts.isEmpty()
        ? claims.stream()
            .filter(claim -> claim.experiments().contains(experiment))
            .filter(claim -> claim.figures().isEmpty() || claim.figures().contains(line.figure()))
            .map(claim -> claim.of() == null ? claim.text() : line.figure())
            .findFirst()
        : Optional.of(String.join(", ", parts));
  }
}
