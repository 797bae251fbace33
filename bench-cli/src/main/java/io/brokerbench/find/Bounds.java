package io.brokerbench.find;

import java.util.Collections;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * When a rate counts as sustained; what has no bound is not judged. Immutable.
 *
 * @param achieved least achieved rate, as a share of the offered one; above 0, at most 1
 * @param lagGrowth most that the schedule lag may grow, seconds per second; from 0
 * @param pendingGrowth most that the messages which are due and have no outcome may grow each
 *     second, as a share of the messages offered in it; from 0
 * @param backlogGrowth the same of a consumer group's backlog
 * @param responseP99Nanos highest 99th percentile of the latency from the intended time
 * @param errorRatio most sends that may not be acknowledged, as a share of all; 0 to 1
 * @param auditClean whether the audit must be clean
 * @param generatorWell whether the generator must have been able to measure
 * @param use most that may be in use, as a share, by resource; 0 to 1
 * @param ifKnown resources whose bound counts only where their use is known
 */
public record Bounds(
    OptionalDouble achieved,
    OptionalDouble lagGrowth,
    OptionalDouble pendingGrowth,
    OptionalDouble backlogGrowth,
    OptionalLong responseP99Nanos,
    OptionalDouble errorRatio,
    boolean auditClean,
    boolean generatorWell,
    Map<Resource, Double> use,
    Set<Resource> ifKnown) {

  /**
   * What holds unless something else is said: no resource has a bound, nor has the latency. A rate
   * a little above what the brokers can take passes for sustained; {@link
   * Judgement#servedPerSecond} says how far above.
   */
  public static final Bounds USUAL =
      new Bounds(
          OptionalDouble.of(0.99),
          OptionalDouble.of(0.002),
          OptionalDouble.of(0.002),
          OptionalDouble.of(0.002),
          OptionalLong.empty(),
          OptionalDouble.of(0.001),
          true,
          true,
          Map.of(),
          Set.of());

  /** In the same order in every process: a search is known again by the text of its bounds. */
  public Bounds {
    use = Collections.unmodifiableMap(new TreeMap<>(use));
    ifKnown = Collections.unmodifiableSet(new TreeSet<>(ifKnown));
  }

  public Bounds withAchieved(double least) {
    return copy(
        OptionalDouble.of(least),
        lagGrowth,
        pendingGrowth,
        backlogGrowth,
        responseP99Nanos,
        errorRatio);
  }

  public Bounds withLagGrowth(double most) {
    return copy(
        achieved,
        OptionalDouble.of(most),
        pendingGrowth,
        backlogGrowth,
        responseP99Nanos,
        errorRatio);
  }

  /** Of consumer groups, and of messages that are due and have no outcome. */
  public Bounds withBacklogGrowth(double most) {
    OptionalDouble bound = OptionalDouble.of(most);
    return copy(achieved, lagGrowth, bound, bound, responseP99Nanos, errorRatio);
  }

  /** For runs in which nobody consumes. */
  public Bounds withoutBacklogGrowth() {
    return copy(
        achieved, lagGrowth, pendingGrowth, OptionalDouble.empty(), responseP99Nanos, errorRatio);
  }

  public Bounds withResponseP99(long mostNanos) {
    return copy(
        achieved, lagGrowth, pendingGrowth, backlogGrowth, OptionalLong.of(mostNanos), errorRatio);
  }

  public Bounds withErrorRatio(double most) {
    return copy(
        achieved,
        lagGrowth,
        pendingGrowth,
        backlogGrowth,
        responseP99Nanos,
        OptionalDouble.of(most));
  }

  /** The stricter of each: at least this share achieved, at most this share not acknowledged. */
  Bounds tightened(double leastAchieved, double mostErrors) {
    return withAchieved(Math.max(achieved.orElse(0), leastAchieved))
        .withErrorRatio(Math.min(errorRatio.orElse(1), mostErrors));
  }

  private Bounds copy(
      OptionalDouble newAchieved,
      OptionalDouble newLagGrowth,
      OptionalDouble newPendingGrowth,
      OptionalDouble newBacklogGrowth,
      OptionalLong newResponseP99Nanos,
      OptionalDouble newErrorRatio) {
    return new Bounds(
        newAchieved,
        newLagGrowth,
        newPendingGrowth,
        newBacklogGrowth,
        newResponseP99Nanos,
        newErrorRatio,
        auditClean,
        generatorWell,
        use,
        ifKnown);
  }

  /** A bound that must be kept, so that a rate is not sustained if the use is unknown. */
  public Bounds withUse(Resource resource, double most) {
    Set<Resource> others = new HashSet<>(ifKnown);
    others.remove(resource);
    return withUse(Map.of(resource, most), others);
  }

  /** The bounds of a preset, over those that there are. */
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
        responseP99Nanos,
        errorRatio,
        auditClean,
        generatorWell,
        all,
        optional);
  }

  /** Whether the use of a resource is judged, given what is known. */
  boolean judges(Resource resource, Map<Resource, Double> known) {
    return Objects.requireNonNullElse(use.get(resource), -1.0) >= 0
        && (known.containsKey(resource) || !ifKnown.contains(resource));
  }
}
