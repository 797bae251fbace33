package io.brokerbench.figures;

import io.brokerbench.figures.RunFigure.Needs;
import io.brokerbench.figures.RunFigure.Use;
import io.brokerbench.figures.RunFigure.Value;
import io.brokerbench.results.Latency.Statistic;
import io.brokerbench.results.Metric;
import io.brokerbench.results.RunResult;
import io.brokerbench.results.tables.IntervalRows;
import io.brokerbench.statistics.Direction;
import io.brokerbench.units.Unit;
import java.util.EnumMap;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A figure that is being described. */
final class FigureDraft {

  private static final String IN_PROGRESS =
      "is watched while the load goes on, and no figure of its result";

  final String key;
  final Unit unit;
  final String meaning;
  final Map<Use, String> names = new EnumMap<>(Use.class);
  final Map<Use, String> refusals = new EnumMap<>(Use.class);
  String label;
  Needs needs = Needs.NOTHING;
  String family;
  @Nullable Metric metric;
  @Nullable Statistic statistic;
  boolean ofNodes;
  Direction better = Direction.LOWER;
  boolean servedRate;

  /** Why the values of different runs have no ratio; null if they have one. */
  @Nullable String incomparable;

  /** The figure of which it is that of a run; null for itself. */
  @Nullable Function<RunResult, RunFigure> chosen;

  Source source = (run, intervals) -> Value.of(null, IN_PROGRESS);

  FigureDraft(String key, Unit unit, String meaning) {
    this.key = key;
    this.unit = unit;
    this.meaning = meaning;
    this.label = key;
    this.family = key;
    if (!unit.proportional()) {
      mayBeZero();
      incomparable =
          unit == Unit.SHARE ? "a share of another machine" : "a count of a run of another length";
    }
    refuse(Use.ABORT, "is known at the end of a run");
    if (unit == Unit.PER_SECOND) {
      higherIsBetter();
    }
  }

  /** A bound of it is a minimum. */
  FigureDraft higherIsBetter() {
    better = Direction.HIGHER;
    return refuse(Use.ABORT, "harms nothing when it is high");
  }

  FigureDraft label(String text) {
    label = text;
    return this;
  }

  FigureDraft needs(Needs what) {
    needs = what;
    return this;
  }

  /** A statistic of a latency, one of a family: {@code rt.STATISTIC}. */
  FigureDraft statistic(Statistic of, @Nullable Metric latency) {
    statistic = of;
    metric = latency;
    family = key.substring(0, key.length() - of.label().length()) + RunFigure.STATISTIC;
    return this;
  }

  /** The name that people use there. */
  FigureDraft named(Use use, String name) {
    names.put(use, name);
    return this;
  }

  FigureDraft refuse(Use use, String why) {
    refusals.put(use, why);
    return this;
  }

  /** Runs in which it is zero would be left out of a comparison. */
  FigureDraft mayBeZero() {
    return refuse(Use.COMPARE, "may be zero, of which there is no ratio");
  }

  /** Above its limit it may end a run. */
  FigureDraft guards() {
    refusals.remove(Use.ABORT);
    return this;
  }

  /** Watched during a run only. */
  FigureDraft guardsOnly() {
    for (Use use : Use.values()) {
      refuse(use, IN_PROGRESS);
    }
    return guards();
  }

  FigureDraft ofNodes() {
    ofNodes = true;
    return this;
  }

  FigureDraft servedRate() {
    servedRate = true;
    return this;
  }

  /** Its value says nothing next to that of another run, whatever its unit. */
  FigureDraft incomparable(String why) {
    incomparable = why;
    return this;
  }

  RunFigure of(Source value) {
    source = value;
    return add();
  }

  RunFigure of(Function<RunResult, Value> value) {
    return of((run, intervals) -> value.apply(run));
  }

  /** Of what people compare, the figure that the run's tool measures. */
  RunFigure chosen(Function<RunResult, RunFigure> figure) {
    chosen = figure;
    return of((run, intervals) -> figure.apply(run).value(run, intervals));
  }

  RunFigure add() {
    RunFigure figure = new RunFigure(this);
    RunFigure.enter(figure);
    return figure;
  }

  @FunctionalInterface
  interface Source {
    Value of(RunResult run, Intervals intervals);
  }

  /** The intervals of a run, which are read when a figure needs them; none before its end. */
  @FunctionalInterface
  interface Intervals {
    IntervalRows rows();
  }
}
