package io.brokerbench.reference;

import io.brokerbench.document.Table;
import io.brokerbench.reference.Answer.Strain;
import io.brokerbench.reference.Outcome.Flow;
import io.brokerbench.reference.PublishedFigure.Measured;
import io.brokerbench.reference.Reference.Row;
import io.brokerbench.stored.StoredRun;
import io.brokerbench.units.Text;
import io.brokerbench.workload.Settings;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.SortedMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Published figures side by side with measured ones, one row for each published figure. */
public final class ReferenceTable {

  private static final String NOTHING = "";
  private static final String NOT_MEASURED = "n/a";

  private final Reference reference;
  private final List<String> factors;
  private final List<Line> rows = new ArrayList<>();

  /**
   * A row of the table.
   *
   * @param texts its cells
   * @param dimension of the figure; null for prose and outcomes
   * @param ratio measured/published; NaN if there is none
   * @param answer null if there is none
   */
  private record Line(
      List<String> texts, @Nullable Dimension dimension, double ratio, @Nullable Answer answer) {}

  private ReferenceTable(Reference reference, List<String> factors) {
    this.reference = reference;
    this.factors = factors;
  }

  /** The table of an experiment; means are of the runs that are not INVALID. */
  public static ReferenceTable of(PublishedResults results) {
    ReferenceTable table = new ReferenceTable(results.reference(), results.factors());
    results.usable().forEach(table::add);
    return table;
  }

  /** All ratios of measured to published figures of a dimension. */
  double[] ratios(Dimension dimension) {
    return rows.stream()
        .filter(row -> row.dimension == dimension && !Double.isNaN(row.ratio))
        .mapToDouble(Line::ratio)
        .toArray();
  }

  /** Number of answers of a kind. */
  long count(Answer.Kind kind) {
    return rows.stream().filter(row -> row.answer != null && row.answer.kind() == kind).count();
  }

  /** The rows; empty if nothing was published for any cell. */
  public Optional<Table> table() {
    if (rows.isEmpty()) {
      return Optional.empty();
    }
    List<String> head = new ArrayList<>(factors);
    head.addAll(List.of("figure", "published", "measured", "measured/published", "answer"));
    Table.Builder table =
        Table.of(
            "Published and measured figures",
            "l".repeat(factors.size()) + "lrrrl",
            head.toArray(String[]::new));
    rows.forEach(row -> table.add(row.texts.toArray(String[]::new)));
    return Optional.of(table.build());
  }

  private void add(Map<String, String> cell, List<StoredRun> usable) {
    for (Row row : reference.rows(cell)) {
      row.prose()
          .forEach(
              text ->
                  rows.add(line(cell, List.of("prose", "\"" + text + "\"", flows(usable)), null)));
      addAll(cell, row.figures(), NOTHING, usable);
      addAll(cell, row.derived(), " (derived)", usable);
    }
  }

  private void addAll(
      Map<String, String> cell,
      SortedMap<String, String> figures,
      String mark,
      List<StoredRun> usable) {
    figures.forEach(
        (key, text) ->
            rows.add(
                key.equals(Outcome.KEY)
                    ? outcome(cell, Outcome.parse(text), usable)
                    : figure(cell, PublishedFigure.of(key), text, mark, usable)));
  }

  private Line figure(
      Map<String, String> cell,
      PublishedFigure figure,
      String text,
      String mark,
      List<StoredRun> usable) {
    PublishedValue published = figure.parse(text);
    Measured measured = figure.mean(usable);
    Double value = measured.value();
    // A rate that was offered and held measures nothing.
    boolean held =
        figure.isRate()
            && !factors.isEmpty()
            && usable.stream().allMatch(run -> Flow.of(run).filter(Flow::held).isPresent());
    String kind = held ? "as offered" : measured.name();
    double ratio = Double.NaN;
    @Nullable Answer answer = null;
    if (published.bound()) {
      answer = bound(published, measured, strain(usable));
    } else if (value != null && kind.isEmpty() && figure.dimension().proportional()) {
      ratio = value / published.middle();
    }
    List<String> texts =
        List.of(
            figure.key() + mark,
            published.text(),
            value == null
                ? NOT_MEASURED
                : figure.dimension().text(value) + (kind.isEmpty() ? NOTHING : " (" + kind + ")"));
    return new Line(row(cell, texts, ratio, answer), figure.dimension(), ratio, answer);
  }

  /**
   * Whether runs keep a bound. A measured figure that includes more than the published one can only
   * keep an upper bound.
   */
  private static Answer bound(
      PublishedValue published, Measured measured, Optional<Strain> strain) {
    if (measured.value() == null) {
      return Answer.undecided("not measured");
    }
    boolean below = published.precision() == PublishedValue.Precision.BELOW;
    boolean holds = published.holds(measured.value());
    return measured.name().isEmpty() || (below && holds)
        ? Answer.of(holds, below == holds, strain, published.text())
        : Answer.undecided(measured.name());
  }

  private Line outcome(Map<String, String> cell, Outcome outcome, List<StoredRun> usable) {
    List<Flow> flows = usable.stream().flatMap(run -> Flow.of(run).stream()).toList();
    return line(
        cell,
        List.of(Outcome.KEY, Settings.notation(outcome), flows(usable)),
        flows.isEmpty()
            ? Answer.undecided("not measured")
            : Answer.of(
                flows.stream().allMatch(outcome::fits),
                flows.stream().allMatch(outcome::copes),
                strain(usable),
                outcome.rule()));
  }

  private Optional<Strain> strain(List<StoredRun> usable) {
    return usable.stream().findFirst().flatMap(run -> Strain.of(run, reference.processors()));
  }

  /** What became of the loads of the runs. */
  private static String flows(List<StoredRun> usable) {
    String flows =
        usable.stream()
            .flatMap(run -> Flow.of(run).stream())
            .map(Flow::text)
            .distinct()
            .collect(Collectors.joining(" | "));
    return flows.isEmpty() ? NOT_MEASURED : flows;
  }

  private Line line(Map<String, String> cell, List<String> texts, @Nullable Answer answer) {
    return new Line(row(cell, texts, Double.NaN, answer), null, Double.NaN, answer);
  }

  private List<String> row(
      Map<String, String> cell, List<String> texts, double ratio, @Nullable Answer answer) {
    List<String> row = new ArrayList<>();
    factors.forEach(factor -> row.add(Objects.requireNonNullElse(cell.get(factor), NOTHING)));
    row.addAll(texts);
    row.add(Double.isNaN(ratio) ? NOTHING : Text.of("%.2f", ratio));
    row.add(answer == null ? NOTHING : answer.text());
    return row;
  }

  /** Source and hardware of the published figures, differences and notes, one line each. */
  public static List<String> notes(Reference reference) {
    List<String> lines = new ArrayList<>();
    add(lines, "published: ", reference.source());
    add(lines, "their release: ", reference.release());
    add(lines, "their hardware: ", reference.hardware());
    lines.addAll(differences(reference));
    reference.notes().forEach(note -> add(lines, "published note: ", note));
    return lines;
  }

  /** Differences of the workload file from the publication, one line each. */
  public static List<String> differences(Reference reference) {
    return reference.differences().stream()
        .map(difference -> "differs from the publication: " + difference)
        .toList();
  }

  private static void add(List<String> lines, String label, String text) {
    if (!text.isEmpty()) {
      lines.add(label + text);
    }
  }
}
