package io.brokerbench.find;

import io.brokerbench.bound.Resource;
import io.brokerbench.bound.RunFigure;
import io.brokerbench.bound.Utilization;
import java.util.Collections;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * The bounds within which a rate counts as sustained; a quantity without a bound is not judged.
 * Immutable.
 *
 * @param achieved minimum achieved rate, as a share of the offered one; above 0, at most 1
 * @param lagGrowth maximum growth of the schedule lag, seconds per second; at least 0
 * @param pendingGrowth maximum growth of the number of messages that are due and have no outcome,
 *     as a share of the offered rate; at least 0
 * @param backlogGrowth the same for the backlog of a consumer group
 * @param latencyNanos maximum latencies
 * @param errorRatio maximum share of sends that are not acknowledged; 0 to 1
 * @param auditClean whether the audit must be clean
 * @param generatorWell whether the generator must have been able to measure
 * @param use maximum utilization by resource, as a share; 0 to 1
 * @param ifKnown resources whose bound applies only where their utilization is known
 */
public record Bounds(
    OptionalDouble achieved,
    OptionalDouble lagGrowth,
    OptionalDouble pendingGrowth,
    OptionalDouble backlogGrowth,
    Map<RunFigure, Long> latencyNanos,
    OptionalDouble errorRatio,
    boolean auditClean,
    boolean generatorWell,
    Map<Resource, Double> use,
    Set<Resource> ifKnown) {

  /**
   * The default bounds: none for resources and latency. A rate slightly above the capacity of the
   * brokers passes as sustained; {@link Judgement#servedPerSecond} gives the lower bound of the
   * capacity.
   */
  public static final Bounds USUAL =
      new Bounds(
          OptionalDouble.of(0.99),
          OptionalDouble.of(0.002),
          OptionalDouble.of(0.002),
          OptionalDouble.of(0.002),
          Map.of(),
          OptionalDouble.of(0.001),
          true,
          true,
          Map.of(),
          Set.of());

  /**
   * Sorts the maps, because a search is identified by the text of its bounds, which must be the
   * same in every process.
   */
  public Bounds {
    latencyNanos = Collections.unmodifiableMap(new TreeMap<>(latencyNanos));
    use = Collections.unmodifiableMap(new TreeMap<>(use));
    ifKnown = Collections.unmodifiableSet(new TreeSet<>(ifKnown));
  }

  public Bounds withAchieved(double least) {
    return copy(
        OptionalDouble.of(least),
        lagGrowth,
        pendingGrowth,
        backlogGrowth,
        latencyNanos,
        errorRatio);
  }

  public Bounds withLagGrowth(double most) {
    return copy(
        achieved, OptionalDouble.of(most), pendingGrowth, backlogGrowth, latencyNanos, errorRatio);
  }

  /**
   * Replaces the bounds for the backlogs of consumer groups and for messages that are due and have
   * no outcome.
   */
  public Bounds withBacklogGrowth(double most) {
    OptionalDouble bound = OptionalDouble.of(most);
    return copy(achieved, lagGrowth, bound, bound, latencyNanos, errorRatio);
  }

  /** Removes the bound for backlogs, for runs without consumers. */
  public Bounds withoutBacklogGrowth() {
    return copy(
        achieved, lagGrowth, pendingGrowth, OptionalDouble.empty(), latencyNanos, errorRatio);
  }

  /** Adds a maximum latency. */
  public Bounds withLatency(RunFigure latency, long mostNanos) {
    Map<RunFigure, Long> all = new TreeMap<>(latencyNanos);
    all.put(latency, mostNanos);
    return copy(achieved, lagGrowth, pendingGrowth, backlogGrowth, all, errorRatio);
  }

  public Bounds withErrorRatio(double most) {
    return copy(
        achieved, lagGrowth, pendingGrowth, backlogGrowth, latencyNanos, OptionalDouble.of(most));
  }

  /**
   * The stricter of these and the given bounds: minimum achieved share, maximum unacknowledged
   * share.
   */
  Bounds tightened(double leastAchieved, double mostErrors) {
    return withAchieved(Math.max(achieved.orElse(0), leastAchieved))
        .withErrorRatio(Math.min(errorRatio.orElse(1), mostErrors));
  }

  private Bounds copy(
      OptionalDouble newAchieved,
      OptionalDouble newLagGrowth,
      OptionalDouble newPendingGrowth,
      OptionalDouble newBacklogGrowth,
      Map<RunFigure, Long> newLatencyNanos,
      OptionalDouble newErrorRatio) {
    return new Bounds(
        newAchieved,
        newLagGrowth,
        newPendingGrowth,
        newBacklogGrowth,
        newLatencyNanos,
        newErrorRatio,
        auditClean,
        generatorWell,
        use,
        ifKnown);
  }

  /** Adds a mandatory bound: with unknown utilization a rate is not sustained. */
  public Bounds withUse(Resource resource, double most) {
    Set<Resource> others = new HashSet<>(ifKnown);
    others.remove(resource);
    return withUse(Map.of(resource, most), others);
  }

  /** Adds the bounds of a preset, which replace those for the same resources. */
  public Bounds with(Preset preset) {
    Set<Resource> optional = new HashSet<>(ifKnown);
    optional.addAll(preset.ifKnown());
    return withUse(preset.use(), optional);
  }

  private Bounds withUse(Map<Resource, Double> more, Set<Resource> optional) {
    Map<Resource, Double> all = new EnumMap<>(Resource.class);
    all.putAll(use);
    all.putAll(more);
    return new Bounds(
        achieved,
        lagGrowth,
        pendingGrowth,
        backlogGrowth,
        latencyNanos,
        errorRatio,
        auditClean,
        generatorWell,
        all,
        optional);
  }

  /** Whether the utilization of a resource is judged, given those that are known. */
  boolean judges(Resource resource, Map<Resource, Utilization> known) {
    Double most = use.get(resource);
    Utilization its = known.get(resource);
    return most != null
        && (!ifKnown.contains(resource) || (its != null && its.judgedBy(most).isPresent()));
  }
}
