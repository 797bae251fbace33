package io.brokerbench.find;

import io.brokerbench.figures.Bound;
import io.brokerbench.figures.RunFigure;
import io.brokerbench.figures.RunFigure.Value;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * The bounds within which a rate counts as sustained. In any case the audit must be clean, and the
 * generator must have been able to measure. Immutable.
 *
 * @param achieved minimum achieved rate, as a share of the offered one; above 0, at most 1
 * @param lagGrowth maximum growth of the schedule lag, seconds per second; at least 0
 * @param pendingGrowth maximum growth of the number of messages that are due and have no outcome,
 *     as a share of the offered rate; at least 0
 * @param backlogGrowth the same for the backlog of a consumer group; empty if none is judged
 * @param figures bounds of figures of the run, in their units; others are not judged
 * @param ifKnown figures whose bound applies only where they are known
 */
public record Bounds(
    double achieved,
    double lagGrowth,
    double pendingGrowth,
    OptionalDouble backlogGrowth,
    Map<RunFigure, Double> figures,
    Set<RunFigure> ifKnown) {

  /**
   * The default bounds: none for resources and latency. A rate slightly above the capacity of the
   * brokers passes as sustained; {@link Judgement#servedPerSecond} gives the lower bound of the
   * capacity.
   */
  public static final Bounds USUAL =
      new Bounds(
          0.99, 0.002, 0.002, OptionalDouble.of(0.002), Map.of(RunFigure.ERRORS, 0.001), Set.of());

  /**
   * Sorts the figures, because a search is identified by the text of its bounds, which must be the
   * same in every process.
   */
  public Bounds {
    figures = Collections.unmodifiableMap(new TreeMap<>(figures));
    ifKnown = Collections.unmodifiableSet(new TreeSet<>(ifKnown));
  }

  public Bounds withAchieved(double least) {
    return new Bounds(least, lagGrowth, pendingGrowth, backlogGrowth, figures, ifKnown);
  }

  public Bounds withLagGrowth(double most) {
    return new Bounds(achieved, most, pendingGrowth, backlogGrowth, figures, ifKnown);
  }

  /**
   * Replaces the bounds for the backlogs of consumer groups and for messages that are due and have
   * no outcome.
   */
  public Bounds withBacklogGrowth(double most) {
    return new Bounds(achieved, lagGrowth, most, OptionalDouble.of(most), figures, ifKnown);
  }

  /** Removes the bound for backlogs, for runs without consumers. */
  public Bounds withoutBacklogGrowth() {
    return new Bounds(achieved, lagGrowth, pendingGrowth, OptionalDouble.empty(), figures, ifKnown);
  }

  /** Adds a mandatory bound of a figure: where it is unknown, a rate is not sustained. */
  public Bounds with(RunFigure figure, double bound) {
    Set<RunFigure> others = new TreeSet<>(ifKnown);
    others.remove(figure);
    return with(Map.of(figure, bound), others);
  }

  /** Adds the bounds of a preset, which replace those for the same resources. */
  public Bounds with(Preset preset) {
    Set<RunFigure> optional = new TreeSet<>(ifKnown);
    optional.addAll(preset.ifKnown());
    return with(preset.use(), optional);
  }

  private Bounds with(Map<RunFigure, Double> more, Set<RunFigure> optional) {
    Map<RunFigure, Double> all = new TreeMap<>(figures);
    all.putAll(more);
    return new Bounds(achieved, lagGrowth, pendingGrowth, backlogGrowth, all, optional);
  }

  /**
   * The stricter of these and the given bounds: minimum achieved share, maximum unacknowledged
   * share.
   */
  Bounds tightened(double leastAchieved, double mostErrors) {
    return withAchieved(Math.max(achieved, leastAchieved))
        .with(RunFigure.ERRORS, Math.min(figures.getOrDefault(RunFigure.ERRORS, 1.0), mostErrors));
  }

  /** The bounds of figures of the run, in the order of the catalogue. */
  public List<Bound> ofFigures() {
    return figures.entrySet().stream()
        .map(entry -> new Bound(entry.getKey(), entry.getValue()))
        .toList();
  }

  /** Whether a figure with a bound is judged, given its value. */
  boolean judges(Bound bound, Value value) {
    return !ifKnown.contains(bound.figure()) || bound.judged(value).isPresent();
  }
}
