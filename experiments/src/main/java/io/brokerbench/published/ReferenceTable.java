package io.brokerbench.published;

import io.brokerbench.document.Table;
import io.brokerbench.figures.RunFigure;
import io.brokerbench.figures.RunFigure.Use;
import io.brokerbench.published.Answer.Strain;
import io.brokerbench.published.Outcome.Flow;
import io.brokerbench.published.Reference.Row;
import io.brokerbench.statistics.Direction;
import io.brokerbench.stored.StoredRun;
import io.brokerbench.units.Text;
import io.brokerbench.units.Unit;
import io.brokerbench.units.Units;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Published figures side by side with measured ones, one row for each published figure. */
public final class ReferenceTable {

  private static final String NOT_MEASURED = "n/a";

  /** Figures within this factor of each other agree. */
  static final double TOLERANCE = 1.1;

  /** With fewer runs there is no ratio. */
  private static final int FEWEST_RUNS = 3;

  /** Ratios below it are shown with two significant digits instead of two decimals. */
  private static final double SMALL = 0.1;

  private final PublishedResults results;
  private final Reference reference;
  private final List<String> factors;
  private final List<Line> lines = new ArrayList<>();
  private final List<Line> otherReleases = new ArrayList<>();

  /**
   * A row of the table.
   *
   * @param cell values of the factors
   * @param of values of the factors that the published figure is about
   * @param figure its key; of a statement in words its subject
   * @param product product and release of the brokers that were measured; empty if none were
   * @param derived whether it is calculated from published figures
   * @param published as text
   * @param expected the published figure in its unit; NaN if it is in words
   * @param measured as text, with its interval
   * @param value the measured figure; null if there is none, or if it says nothing of the brokers
   * @param runs the measured figure of each run of the cell, oldest first
   * @param flows what became of the loads; only of an outcome
   * @param ratio measured/published; null unless there are enough runs, of the published kind
   * @param otherProcessors whether it is a rate of another number of processors, whose ratio is not
   *     shown
   * @param answer null for what is derived, and for prose without a subject
   */
  record Line(
      Map<String, String> cell,
      Map<String, String> of,
      String figure,
      String product,
      boolean derived,
      String published,
      double expected,
      String measured,
      @Nullable Measured value,
      List<Repeat> runs,
      List<Flow> flows,
      @Nullable Measured ratio,
      boolean otherProcessors,
      @Nullable Answer answer) {

    /**
     * A run of the cell.
     *
     * @param figure NaN if the run does not have it or is INVALID
     */
    record Repeat(Instant startedAt, double figure) {

      boolean isBefore(Repeat other) {
        return startedAt.isBefore(other.startedAt);
      }
    }

    private static Line inWords(
        Map<String, String> cell,
        Map<String, String> of,
        String figure,
        String published,
        String measured,
        List<Flow> flows,
        @Nullable Answer answer) {
      return new Line(
          cell,
          of,
          figure,
          "",
          false,
          published,
          Double.NaN,
          measured.isEmpty() ? NOT_MEASURED : measured,
          null,
          List.of(),
          flows,
          null,
          false,
          answer);
    }

    /** The ratio with its interval; empty if none is shown. */
    String ratioText() {
      return ratio == null || otherProcessors ? "" : ratioText(ratio);
    }

    /** A ratio with its interval. */
    static String ratioText(Measured ratio) {
      return Double.isInfinite(ratio.high())
          ? "at least " + digits(ratio.low())
          : Text.of(
              "%s [%s, %s]",
              digits(Objects.requireNonNull(ratio.value())),
              digits(ratio.low()),
              digits(ratio.high()));
    }

    private static String digits(double ratio) {
      return ratio < SMALL ? Text.of("%.2g", ratio) : Text.of("%.2f", ratio);
    }

    /** The measured figure of each run that has it. */
    double[] known() {
      return runs.stream()
          .mapToDouble(Repeat::figure)
          .filter(figure -> !Double.isNaN(figure))
          .toArray();
    }

    boolean isRate() {
      return !Double.isNaN(expected) && Reference.figure(figure).servedRate();
    }
  }

  private ReferenceTable(PublishedResults results) {
    this.results = results;
    this.reference = results.reference();
    this.factors = results.factors();
  }

  /** The table of an experiment; means are of the runs that are not INVALID. */
  public static ReferenceTable of(PublishedResults results) {
    ReferenceTable table = new ReferenceTable(results);
    results.usable().forEach(table::add);
    return table;
  }

  /** Published and measured rates, those of releases that were not published last. */
  Stream<Line> rates() {
    return Stream.concat(lines.stream(), otherReleases.stream()).filter(Line::isRate);
  }

  /** Broker and release of the published figures; empty if not stated. */
  String release() {
    return reference.release();
  }

  /** All ratios of measured to published figures in a unit that are shown. */
  double[] ratios(Unit unit) {
    return lines.stream()
        .filter(line -> line.ratio != null && !line.otherProcessors)
        .filter(line -> Reference.figure(line.figure).unit() == unit)
        .mapToDouble(line -> Objects.requireNonNull(Objects.requireNonNull(line.ratio).value()))
        .toArray();
  }

  /** Whether a search found the measured figures. */
  boolean searched() {
    return results.found().isPresent();
  }

  /** Whether another broker than the published one was measured. */
  boolean ofAnotherBroker() {
    return results.usable().values().stream().anyMatch(runs -> foreign(runs).isPresent());
  }

  /** Whether a search ended before its result was confirmed. */
  boolean unconfirmed() {
    return results.found().filter(found -> !found.confirmed()).isPresent();
  }

  /** Whether a search ended where the generator was the limit, not the brokers. */
  boolean limitedByGenerator() {
    return results.found().filter(PublishedResults.Found::byGenerator).isPresent();
  }

  /** The published figures, each held against one cell: those with an answer. */
  List<Line> answered() {
    return lines.stream().filter(line -> line.answer != null).toList();
  }

  /**
   * The number of published figures that have an answer: one that is held against several cells
   * counts once.
   */
  long figures() {
    return answered().stream()
        .map(line -> List.of(line.of, line.figure, line.published))
        .distinct()
        .count();
  }

  long count(Answer.Kind kind) {
    return count(lines, kind);
  }

  static long count(List<Line> lines, Answer.Kind kind) {
    return lines.stream().filter(line -> line.answer != null && line.answer.kind() == kind).count();
  }

  /** The rows; empty if nothing was published for any cell. */
  public Optional<Table> table() {
    if (lines.isEmpty()) {
      return Optional.empty();
    }
    List<String> head = new ArrayList<>(factors);
    head.addAll(List.of("figure", "published", "measured", "measured/published", "answer"));
    Table.Builder table =
        Table.of(
            "Published and measured figures, with 95 % intervals",
            "l".repeat(factors.size()) + "lrrrl", head);
    lines.forEach(line -> table.add(row(line)));
    return Optional.of(table.build());
  }

  private List<String> row(Line line) {
    List<String> row = new ArrayList<>();
    factors.forEach(factor -> row.add(Objects.requireNonNullElse(line.cell.get(factor), "")));
    row.add(line.figure + (line.derived ? " (derived)" : ""));
    row.addAll(List.of(line.published, line.measured, line.ratioText()));
    row.add(line.answer == null ? "" : line.answer.text());
    return row;
  }

  private void add(Map<String, String> cell, List<StoredRun> usable) {
    if (isOtherRelease(cell, usable)) {
      for (Row row : reference.rows(cell)) {
        row.figures().forEach((key, text) -> addRate(cell, row, key, text, usable));
      }
      return;
    }
    for (Row row : reference.rows(cell)) {
      row.prose().forEach(text -> lines.add(statement(cell, row, text, usable)));
      row.figures()
          .forEach(
              (key, text) ->
                  lines.add(
                      key.equals(Outcome.KEY)
                          ? outcome(cell, row, Outcome.parse(text), usable)
                          : figure(cell, row, Reference.figure(key), text, usable, false)));
      row.derived()
          .forEach(
              (key, text) ->
                  lines.add(figure(cell, row, Reference.figure(key), text, usable, true)));
    }
  }

  private boolean isOtherRelease(Map<String, String> cell, List<StoredRun> usable) {
    return !reference.version().isEmpty()
        && Stream.concat(
                Stream.ofNullable(cell.get("cluster.version")),
                usable.stream().map(run -> run.settings().getOrDefault("cluster.version", "")))
            .anyMatch(version -> !version.equals(reference.version()));
  }

  private void addRate(
      Map<String, String> cell, Row row, String key, String text, List<StoredRun> usable) {
    if (!key.equals(Outcome.KEY) && Reference.figure(key).servedRate()) {
      otherReleases.add(figure(cell, row, Reference.figure(key), text, usable, false));
    }
  }

  private static Line statement(
      Map<String, String> cell, Row row, String text, List<StoredRun> usable) {
    Statement subject = Statement.of(text);
    String quoted = "\"" + text + "\"";
    String measured = subject.measured(usable);
    Answer answer = subject == Statement.PROSE ? null : Answer.undecided("stated in words");
    return Line.inWords(
        cell, row.values(), Text.notation(subject), quoted, measured, List.of(), answer);
  }

  private Line figure(
      Map<String, String> cell,
      Row row,
      RunFigure figure,
      String text,
      List<StoredRun> usable,
      boolean derived) {
    PublishedValue published = PublishedValue.parse(text, figure.unit());
    Measured measured = found(figure, Measured.mean(figure, usable));
    List<Line.Repeat> runs =
        Objects.requireNonNull(results.runs().get(cell)).stream()
            .map(run -> repeat(figure, run))
            .toList();
    Optional<String> incomparable =
        otherKind(figure, measured, usable).or(() -> tooFew(figure, measured, runs));
    @Nullable Measured ratio =
        incomparable.isEmpty() && !published.bound() ? measured.over(published.middle()) : null;
    return new Line(
        cell,
        row.values(),
        figure.name(Use.PUBLISHED),
        usable.stream().map(StoredRun::product).distinct().collect(Collectors.joining(" and ")),
        derived,
        published.text(),
        published.middle(),
        text(figure, measured, ratio != null),
        measured.value() == null || held(figure, usable) ? null : measured,
        runs,
        List.of(),
        ratio,
        figure.servedRate() && strain(usable).filter(Strain::otherProcessors).isPresent(),
        derived ? null : answer(figure, published, measured, incomparable, usable));
  }

  private static Line.Repeat repeat(RunFigure figure, StoredRun run) {
    Double known = run.usable() ? figure.value(run).number() : null;
    return new Line.Repeat(run.result().startedAt(), Objects.requireNonNullElse(known, Double.NaN));
  }

  private Answer answer(
      RunFigure figure,
      PublishedValue published,
      Measured measured,
      Optional<String> incomparable,
      List<StoredRun> usable) {
    boolean bound = published.bound() && foreign(usable).isEmpty() && !limitedByGenerator();
    Optional<String> undecided =
        (bound ? Optional.<String>empty() : incomparable)
            .or(() -> otherProcessors(figure, measured, published, usable));
    if (undecided.isPresent()) {
      return Answer.undecided(undecided.get());
    }
    // The load of a search is not that of its scale.
    Optional<Strain> strain = searched() ? Optional.empty() : strain(usable);
    return bound
        ? bound(figure.better(), published, measured, strain)
        : Answer.of(measured, published, TOLERANCE);
  }

  /** The rate of a search with the interval that it found. */
  private Measured found(RunFigure figure, Measured measured) {
    Double value = measured.value();
    return value == null || !figure.servedRate() || results.found().isEmpty()
        ? measured
        : new Measured(
            value,
            value * results.found().get().low(),
            value * results.found().get().high(),
            measured.name());
  }

  /** Why a measured figure cannot be held against the published one; empty if it can. */
  private Optional<String> otherKind(RunFigure figure, Measured measured, List<StoredRun> usable) {
    if (measured.value() == null) {
      return Optional.of("not measured");
    }
    Optional<String> foreign = foreign(usable);
    if (foreign.isPresent()) {
      return Optional.of("another broker, " + foreign.get());
    }
    if (limitedByGenerator()) {
      return Optional.of(
          figure.servedRate()
              ? "the generator was the limit"
              : "at a load that the generator limited");
    }
    if (held(figure, usable)) {
      return Optional.of("the rate was offered and held");
    }
    if (!measured.name().isEmpty()) {
      return Optional.of(measured.name());
    }
    return figure.incomparable();
  }

  /** Why the runs do not show how much the figure varies; empty if they do. */
  private Optional<String> tooFew(RunFigure figure, Measured measured, List<Line.Repeat> runs) {
    if (figure.servedRate() && results.found().isPresent()) {
      // The search has found the interval.
      return Optional.empty();
    }
    long known = runs.stream().filter(run -> !Double.isNaN(run.figure())).count();
    if (known < FEWEST_RUNS) {
      return Optional.of(known == 1 ? "one run" : "two runs");
    }
    return measured.repeated() ? Optional.empty() : Optional.of("zero in some runs");
  }

  private Optional<String> otherProcessors(
      RunFigure figure, Measured measured, PublishedValue published, List<StoredRun> usable) {
    return figure.servedRate()
        ? Answer.otherProcessors(measured, published, TOLERANCE, strain(usable))
        : Optional.empty();
  }

  /** The broker of the runs if it is not the published one. */
  private Optional<String> foreign(List<StoredRun> usable) {
    return usable.stream()
        .map(run -> run.settings().getOrDefault("cluster.broker", ""))
        .filter(broker -> !reference.broker().isEmpty() && !broker.equals(reference.broker()))
        .findFirst();
  }

  /** Whether it is a rate that was offered and held, which measures nothing. */
  private boolean held(RunFigure figure, List<StoredRun> usable) {
    return figure.servedRate()
        && results.found().isEmpty()
        && usable.stream().allMatch(run -> Flow.of(run).filter(Flow::held).isPresent());
  }

  /** The figure, and its interval if there is a ratio or it is a rate. */
  private String text(RunFigure figure, Measured measured, boolean compared) {
    Unit unit = figure.unit();
    Double value = measured.value();
    if (value == null) {
      return NOT_MEASURED;
    }
    String interval =
        !measured.repeated() || !(compared || figure.servedRate())
            ? ""
            : Double.isInfinite(measured.high())
                ? " or more"
                : Text.of(" [%s, %s]", unit.text(measured.low()), unit.text(measured.high()));
    return (unit == Unit.SHARE ? Units.percent(value, 1) : unit.text(value))
        + interval
        + (measured.name().isEmpty() ? "" : " (" + measured.name() + ")")
        + (figure.servedRate() && unconfirmed() ? ", not confirmed" : "");
  }

  /**
   * Whether runs keep a bound; undecided if the digits shown are those of the bound. A measured
   * figure that includes more than the published one can only keep an upper bound.
   *
   * @param better the side of the bound on which brokers do well
   */
  static Answer bound(
      Direction better, PublishedValue published, Measured measured, Optional<Strain> strain) {
    if (measured.value() == null) {
      return Answer.undecided("not measured");
    }
    Unit unit = published.unit();
    if (unit.text(measured.value()).equals(unit.text(published.middle()))) {
      return Answer.undecided("cannot tell, the digits shown are those of the bound");
    }
    boolean below = published.precision() == PublishedValue.Precision.BELOW;
    boolean holds = published.holds(measured.value());
    boolean copes = (below == holds) == (better == Direction.LOWER);
    return measured.name().isEmpty() || (below && holds)
        ? Answer.of(holds, copes, strain, published.text())
        : Answer.undecided(measured.name());
  }

  private Line outcome(Map<String, String> cell, Row row, Outcome outcome, List<StoredRun> usable) {
    List<Flow> flows = usable.stream().flatMap(run -> Flow.of(run).stream()).toList();
    Answer answer =
        flows.isEmpty()
            ? Answer.undecided("not measured")
            : Answer.of(
                flows.stream().allMatch(outcome::fits),
                flows.stream().allMatch(outcome::copes),
                strain(usable),
                outcome.rule());
    String measured = Statement.PROSE.measured(usable);
    String stated = Text.notation(outcome);
    return Line.inWords(cell, row.values(), Outcome.KEY, stated, measured, flows, answer);
  }

  private Optional<Strain> strain(List<StoredRun> usable) {
    return usable.stream().findFirst().flatMap(run -> Strain.of(run, reference.processors()));
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
