package io.brokerbench.history;

import io.brokerbench.compare.RegressionLimits;
import io.brokerbench.figures.RunFigure;
import io.brokerbench.figures.RunFigure.Use;
import io.brokerbench.file.BadInputException;
import io.brokerbench.history.FigureSeries.Change;
import io.brokerbench.results.history.Acknowledgement;
import io.brokerbench.results.history.SeriesNight;
import io.brokerbench.statistics.Ratio;
import io.brokerbench.stored.EnvironmentFacts;
import io.brokerbench.units.Text;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * All series of a history with the changes found in them.
 *
 * @param series figures of all series
 * @param changes new ones first, the latest of each state first
 */
public record History(List<FigureSeries> series, List<JudgedChange> changes) {

  enum State {
    /** Not acknowledged, fixed or explained. */
    NEW,
    /** A control cell changed in the same nights. */
    MACHINE_MOVED,
    /** A person accepted it. */
    ACKNOWLEDGED,
    /**
     * A later gain made the figure as good, within the limit, as before this loss and those that it
     * adds to; what the machine did since the loss does not count.
     */
    FIXED
  }

  /**
   * A change and what is to be done about it.
   *
   * @param regression whether it is new, for the worse, and together with the changes before it
   *     beyond its limit
   * @param total the ratio to the level before the earlier losses that add to it; empty if none do
   * @param reason why a person accepted it; empty if no person did
   */
  record JudgedChange(
      Change change, State state, boolean regression, OptionalDouble total, String reason) {}

  /** The share of a change that a control cell must show for the machine to be its cause. */
  private static final double SHARE_OF_MACHINE = 0.5;

  private static final Set<String> COMPARED =
      RunFigure.compared().stream()
          .map(figure -> figure.name(Use.COMPARE))
          .collect(Collectors.toUnmodifiableSet());

  /** Finds and judges all changes. */
  public static History of(HistoryStore.Content content, RegressionLimits limits) {
    Map<String, List<SeriesNight>> bySeries = new LinkedHashMap<>();
    for (SeriesNight night : content.nights()) {
      bySeries.computeIfAbsent(night.series(), key -> new ArrayList<>()).add(night);
    }
    Map<String, String> names = names(bySeries);
    List<FigureSeries> all = new ArrayList<>();
    bySeries.forEach(
        (series, nights) -> {
          String name = Objects.requireNonNull(names.get(series));
          keys(nights).forEach(key -> all.add(new FigureSeries(name, key, nights)));
        });
    all.sort(Comparator.comparing(FigureSeries::label));
    List<Change> controls =
        all.stream()
            .filter(series -> series.latest().control())
            .flatMap(series -> series.steps().stream())
            .toList();
    List<JudgedChange> changes = new ArrayList<>();
    for (FigureSeries series : all) {
      changes.addAll(judged(series, controls, content.acknowledged(), limits));
    }
    changes.sort(
        Comparator.comparing((JudgedChange each) -> !each.regression())
            .thenComparing(JudgedChange::state)
            .thenComparing(each -> each.change().first().night(), Comparator.reverseOrder())
            .thenComparing(each -> each.change().id()));
    return new History(List.copyOf(all), List.copyOf(changes));
  }

  /** The figures of a series: those by which runs are compared, and those of other tools. */
  private static SortedSet<String> keys(List<SeriesNight> nights) {
    return nights.stream()
        .flatMap(night -> night.figures().entrySet().stream())
        .filter(figure -> figure.getValue().unit() != null || COMPARED.contains(figure.getKey()))
        .map(Map.Entry::getKey)
        .collect(Collectors.toCollection(TreeSet::new));
  }

  /**
   * Names for display: the latest of the cell, with the fingerprint where several have the same.
   */
  private static Map<String, String> names(Map<String, List<SeriesNight>> bySeries) {
    Map<String, String> names = new LinkedHashMap<>();
    bySeries.forEach(
        (series, nights) -> {
          SeriesNight latest = nights.get(nights.size() - 1);
          names.put(series, latest.cell() + (latest.control() ? " (control)" : ""));
        });
    List<String> all = List.copyOf(names.values());
    names.replaceAll(
        (series, name) ->
            Collections.frequency(all, name) == 1 ? name : Text.of("%s %s", name, series));
    return names;
  }

  /**
   * The changes of a figure. A change is held against the best level since the last one that was
   * accepted or the machine's, so that small losses add up, whatever part of them gains in between
   * made up for.
   */
  private static List<JudgedChange> judged(
      FigureSeries series,
      List<Change> controls,
      List<Acknowledgement> acknowledged,
      RegressionLimits limits) {
    List<Change> steps = series.steps();
    List<Change> machine = steps.stream().filter(each -> isOfMachine(each, controls)).toList();
    List<JudgedChange> judged = new ArrayList<>();
    double reference = steps.isEmpty() ? 0 : steps.get(0).step().before();
    boolean losses = false;
    for (Change change : steps) {
      State state = State.NEW;
      Optional<Acknowledgement> accepted =
          acknowledged.stream().filter(each -> isOf(change, each)).findFirst();
      if (accepted.isPresent()) {
        state = State.ACKNOWLEDGED;
      } else if (machine.contains(change)) {
        state = State.MACHINE_MOVED;
      } else if (change.worse() && madeUpFor(change, reference, steps, machine, limits)) {
        state = State.FIXED;
      }
      boolean regression =
          state == State.NEW
              && change.worse()
              && limits.of(series.figure()).isPresent()
              && beyond(series, change.after() - reference, limits);
      OptionalDouble total =
          losses ? OptionalDouble.of(Math.exp(change.after() - reference)) : OptionalDouble.empty();
      String reason = accepted.map(Acknowledgement::reason).orElse("");
      judged.add(new JudgedChange(change, state, regression, total, reason));
      losses =
          state != State.ACKNOWLEDGED
              && state != State.MACHINE_MOVED
              && worsening(series, change.after() - reference) > 0;
      if (!losses) {
        reference = change.after();
      }
    }
    return judged;
  }

  /**
   * Whether a later level, without what the machine did since a loss, is better than that after the
   * loss, and within the limit of a reference. A further loss is another change, and does not undo
   * that.
   */
  private static boolean madeUpFor(
      Change loss,
      double reference,
      List<Change> steps,
      List<Change> machine,
      RegressionLimits limits) {
    FigureSeries series = loss.series();
    double moved = 0;
    for (Change each : steps.subList(steps.indexOf(loss) + 1, steps.size())) {
      double level = each.after() - moved;
      if (machine.contains(each)) {
        moved += each.step().ratio().log();
      } else if (worsening(series, level - loss.after()) < 0
          && !beyond(series, level - reference, limits)) {
        return true;
      }
    }
    return false;
  }

  /** Whether a level is worse by more than the limit, or than the tolerance if there is none. */
  private static boolean beyond(FigureSeries series, double log, RegressionLimits limits) {
    RunFigure figure = series.figure();
    return figure.better().beyond(new Ratio(log, 0, 1), limits.tolerance(figure));
  }

  /** By how much a level is worse than another, as a logarithm; negative if it is better. */
  private static double worsening(FigureSeries series, double log) {
    return series.figure().better().worsening(new Ratio(log, 0, 1)).log();
  }

  private static boolean isOf(Change change, Acknowledgement acknowledged) {
    return acknowledged.series().equals(change.first().series())
        && acknowledged.figure().equals(change.series().key())
        && change.near(acknowledged.night());
  }

  private static boolean isOfMachine(Change change, List<Change> controls) {
    return change.first().control()
        || controls.stream().anyMatch(control -> explains(control, change));
  }

  private static boolean explains(Change control, Change change) {
    SeriesNight night = change.first();
    return machine(control.first()).equals(machine(night))
        && control.worse() == change.worse()
        && change.near(control.first().night())
        && Math.abs(control.step().ratio().log())
            >= SHARE_OF_MACHINE * Math.abs(change.step().ratio().log());
  }

  private static List<String> machine(SeriesNight night) {
    return Stream.of(EnvironmentFacts.HOST_CPU, EnvironmentFacts.HOST_PROCESSORS)
        .map(fact -> night.facts().getOrDefault(fact, ""))
        .toList();
  }

  /** The number of new changes for the worse that are beyond their limits. */
  public long regressions() {
    return changes.stream().filter(JudgedChange::regression).count();
  }

  /**
   * Acknowledges a change.
   *
   * @param id as the table shows it
   * @return what was done, in one line
   * @throws BadInputException if there is no such change, or it is acknowledged with another reason
   * @throws IOException if the file cannot be written
   */
  public String acknowledge(String id, String reason, HistoryStore store)
      throws BadInputException, IOException {
    Change change =
        changes.stream()
            .map(JudgedChange::change)
            .filter(each -> each.id().equals(id))
            .findFirst()
            .orElseThrow(
                () ->
                    new BadInputException(
                        Text.of("there is no change %s; bench history show lists them", id)));
    boolean added =
        store.acknowledge(
            new Acknowledgement(
                Acknowledgement.SCHEMA_VERSION,
                change.first().series(),
                change.series().key(),
                change.first().night(),
                Objects.requireNonNull(reason)));
    return Text.of(
        "%s: %s", added ? "acknowledged" : "acknowledged already", HistoryTable.text(change));
  }
}
