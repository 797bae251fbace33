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

/** Published figures side by side with measured ones, one row for each published figure. */
public final class ReferenceTable {

  private static final String NOTHING = "";
  private static final String NOT_MEASURED = "n/a";

  private final Reference reference;
  private final List<String> factors;
  private final List<List<String>> rows = new ArrayList<>();

  private ReferenceTable(Reference reference, List<String> factors) {
    this.reference = reference;
    this.factors = factors;
  }

  /**
   * The table; empty if nothing was published for any cell.
   *
   * @param factors names of the factors
   * @param runs finished runs by the values of the factors, in the order of the file; means are of
   *     those that are not INVALID
   */
  public static Optional<Table> of(
      Reference reference, List<String> factors, Map<Map<String, String>, List<StoredRun>> runs) {
    ReferenceTable table = new ReferenceTable(reference, factors);
    runs.forEach(table::add);
    return table.rows.isEmpty() ? Optional.empty() : Optional.of(table.table());
  }

  private Table table() {
    List<String> head = new ArrayList<>(factors);
    head.addAll(List.of("figure", "published", "measured", "measured/published", "answer"));
    Table.Builder table =
        Table.of(
            "Published and measured figures",
            "l".repeat(factors.size()) + "lrrrl",
            head.toArray(String[]::new));
    rows.forEach(row -> table.add(row.toArray(String[]::new)));
    return table.build();
  }

  private void add(Map<String, String> cell, List<StoredRun> runs) {
    List<StoredRun> usable = runs.stream().filter(StoredRun::usable).toList();
    for (Row row : reference.rows(cell)) {
      row.prose()
          .forEach(
              text ->
                  rows.add(
                      row(cell, "prose", "\"" + text + "\"", flows(usable), NOTHING, NOTHING)));
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

  private List<String> figure(
      Map<String, String> cell,
      PublishedFigure figure,
      String text,
      String mark,
      List<StoredRun> usable) {
    PublishedValue published = figure.parse(text);
    Measured measured = figure.mean(usable);
    Double value = measured.value();
    String ratio = NOTHING;
    String answer = NOTHING;
    if (value != null && published.bound() && isCertain(published, measured)) {
      answer =
          Answer.of(
              published.holds(value),
              (published.precision() == PublishedValue.Precision.BELOW) == published.holds(value),
              strain(usable),
              published.text());
    } else if (value != null && measured.name().isEmpty() && figure.dimension().proportional()) {
      ratio = Text.of("%.2f", value / published.middle());
    }
    return row(
        cell,
        figure.key() + mark,
        published.text(),
        value == null
            ? NOT_MEASURED
            : figure.dimension().text(value)
                + (measured.name().isEmpty() ? NOTHING : " (" + measured.name() + ")"),
        ratio,
        answer);
  }

  /**
   * Whether the bound can be judged: a measured figure of another kind includes the published one
   * and more, so that it can only keep an upper bound.
   */
  private static boolean isCertain(PublishedValue published, Measured measured) {
    return measured.name().isEmpty()
        || (published.precision() == PublishedValue.Precision.BELOW
            && published.holds(Objects.requireNonNull(measured.value())));
  }

  private List<String> outcome(Map<String, String> cell, Outcome outcome, List<StoredRun> usable) {
    List<Flow> flows = usable.stream().flatMap(run -> Flow.of(run).stream()).toList();
    return row(
        cell,
        Outcome.KEY,
        Settings.notation(outcome),
        flows(usable),
        NOTHING,
        flows.isEmpty()
            ? NOTHING
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

  private List<String> row(Map<String, String> cell, String... cells) {
    List<String> row = new ArrayList<>();
    factors.forEach(factor -> row.add(Objects.requireNonNullElse(cell.get(factor), NOTHING)));
    row.addAll(List.of(cells));
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
