package io.brokerbench.find;

import io.brokerbench.find.Condition.Sense;
import io.brokerbench.find.Condition.Unit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeMap;

/**
 * Whether a probe's rate was sustained: whether it kept every bound that is stated, and could tell.
 *
 * <p>What waits (lag, pending messages, a backlog) fails its bound if both hold: its slope is above
 * the bound, and that it grows at all is sure, as the slope's interval of 95 % lies above zero. A
 * growth that is not sure does not fail a rate. But an in-flight window or a queue that fills hides
 * an overload as long as it has room. So a rate does not hold either where the net growth of what
 * waits comes to more than the resolution: such a probe is too short to tell.
 *
 * @param conditions one for each stated bound, and for each consumer group
 * @param offeredPerSecond messages a second
 * @param seconds length of the measured time
 * @param unserved largest share of the offered messages that may not have been served, by the net
 *     growth of what waits; infinite if unknown
 * @param uncertainty half the width of the 95 % interval of that growth, as a share of the offered
 *     messages; capacity itself varies by about that much from one such time to the next
 * @param resolution largest such share with which a rate counts as sustained
 */
public record Judgement(
    List<Condition> conditions,
    double offeredPerSecond,
    double seconds,
    double unserved,
    double uncertainty,
    double resolution) {

  /** The condition that says nothing of the brokers: that the generator was able to measure. */
  public static final String GENERATOR = "generator well";

  /** By how much the moments differ at which counts are read. */
  private static final double READING_SECONDS = 0.01;

  /** Counts are of whole messages, at both ends. */
  private static final double READING_MESSAGES = 2;

  private static final double FEWEST_SECONDS = 10;
  private static final double ROUNDED_TO_SECONDS = 5;

  /**
   * Judges what a probe measured.
   *
   * @param resolution share of the offered rate by which capacity may be lower than a rate that
   *     counts as sustained
   */
  public static Judgement of(Facts facts, Bounds bounds, double resolution) {
    List<Condition> all = new ArrayList<>();
    bounds.achieved().ifPresent(bound -> all.add(achieved(facts, bound)));
    bounds
        .lagGrowth()
        .ifPresent(bound -> all.add(growth("schedule lag growth", facts.lag(), 1, bound)));
    bounds
        .pendingGrowth()
        .ifPresent(
            bound ->
                all.add(
                    growth(
                        "growth of pending sends",
                        facts.pending().slope().lessUpTo(readingPerSecond(facts)),
                        facts.offeredPerSecond(),
                        bound)));
    bounds.backlogGrowth().ifPresent(bound -> all.addAll(backlogs(facts, bound)));
    bounds.responseP99Nanos().ifPresent(bound -> all.add(responseP99(facts, bound)));
    bounds
        .errorRatio()
        .ifPresent(bound -> all.add(share("error ratio", facts.errorRatio(), bound)));
    if (bounds.auditClean()) {
      all.add(required("audit clean", facts.auditClean()));
    }
    if (bounds.generatorWell()) {
      all.add(required(GENERATOR, facts.generatorWell()));
    }
    new TreeMap<>(bounds.use())
        .forEach(
            (resource, bound) -> {
              if (bounds.judges(resource, facts.use())) {
                all.add(share(resource.key(), used(facts, resource), bound));
              }
            });
    return new Judgement(
        List.copyOf(all),
        facts.offeredPerSecond(),
        facts.seconds(),
        unserved(facts, bounds),
        uncertainty(facts, bounds),
        resolution);
  }

  /** What was not sent or not answered in time, and what the slowest group did not get of it. */
  private static double unserved(Facts facts, Bounds bounds) {
    double pending = bounds.pendingGrowth().isPresent() ? net(facts.pending()) : 0;
    double backlog =
        bounds.backlogGrowth().isPresent()
            ? facts.backlogs().values().stream().mapToDouble(Judgement::net).max().orElse(0)
            : 0;
    return (pending + backlog + readingPerSecond(facts)) / facts.offeredPerSecond()
        + facts.unseenSeconds() / facts.seconds();
  }

  /** How much of a growth may come of reading counts at moments that are not quite known. */
  private static double readingPerSecond(Facts facts) {
    double messages =
        READING_SECONDS * facts.offeredPerSecond() + READING_MESSAGES + facts.dueErrorMessages();
    return messages / facts.seconds();
  }

  private static double uncertainty(Facts facts, Bounds bounds) {
    List<Growth> growths = new ArrayList<>();
    bounds.pendingGrowth().ifPresent(bound -> growths.add(facts.pending()));
    bounds.backlogGrowth().ifPresent(bound -> growths.addAll(facts.backlogs().values()));
    return growths.stream()
        .map(Growth::slope)
        .filter(Slope::known)
        .mapToDouble(slope -> (slope.high() - slope.perSecond()) / facts.offeredPerSecond())
        .max()
        .orElse(0);
  }

  private static double net(Growth growth) {
    return growth.known() ? Math.max(0, growth.netPerSecond()) : Double.POSITIVE_INFINITY;
  }

  private static Condition achieved(Facts facts, double bound) {
    OptionalDouble share =
        facts.achievedPerSecond().stream()
            .map(achieved -> achieved / facts.offeredPerSecond())
            .findFirst();
    return new Condition("achieved rate", share, Sense.AT_LEAST, bound, Unit.SHARE);
  }

  private static Condition share(String name, OptionalDouble measured, double bound) {
    return new Condition(name, measured, Sense.AT_MOST, bound, Unit.SHARE);
  }

  private static Condition growth(String name, Slope slope, double unit, double bound) {
    OptionalDouble share =
        slope.known()
            ? OptionalDouble.of(
                (slope.low() > 0 ? slope.perSecond() : Math.min(0, slope.perSecond())) / unit)
            : OptionalDouble.empty();
    return new Condition(name, share, Sense.AT_MOST, bound, Unit.GROWTH);
  }

  private static List<Condition> backlogs(Facts facts, double bound) {
    String name = "backlog growth";
    if (facts.backlogs().isEmpty()) {
      return List.of(share(name, OptionalDouble.empty(), bound));
    }
    return new TreeMap<>(facts.backlogs())
        .entrySet().stream()
            .map(
                group ->
                    growth(
                        name + " of " + group.getKey(),
                        group.getValue().slope(),
                        facts.offeredPerSecond(),
                        bound))
            .toList();
  }

  private static Condition responseP99(Facts facts, long bound) {
    OptionalDouble nanos = facts.responseP99Nanos().stream().asDoubleStream().findFirst();
    return new Condition("response p99", nanos, Sense.AT_MOST, (double) bound, Unit.NANOS);
  }

  private static Condition required(String name, Optional<Boolean> fact) {
    OptionalDouble measured =
        fact.map(yes -> OptionalDouble.of(yes ? 1 : 0)).orElse(OptionalDouble.empty());
    return new Condition(name, measured, Sense.AT_LEAST, 1, Unit.YES_NO);
  }

  private static OptionalDouble used(Facts facts, Resource resource) {
    return Optional.ofNullable(facts.use().get(resource))
        .map(OptionalDouble::of)
        .orElse(OptionalDouble.empty());
  }

  /** The conditions that were not met. */
  public List<Condition> failed() {
    return conditions.stream()
        .filter(condition -> condition.measured().isPresent() && !condition.met())
        .toList();
  }

  /** The conditions of which nothing is known, however long a probe is. */
  List<Condition> unknown() {
    return conditions.stream()
        .filter(condition -> condition.measured().isEmpty() && condition.unit() != Unit.GROWTH)
        .toList();
  }

  /** The growths of which nothing is known, because the probe had too few seconds. */
  private boolean hasUnknownGrowth() {
    return conditions.stream()
        .anyMatch(condition -> condition.measured().isEmpty() && condition.unit() == Unit.GROWTH);
  }

  /** What the probe says of its rate, given how its run went. */
  Outcome outcome(Course course) {
    if (!course.faults().isEmpty()) {
      return Outcome.VOID;
    }
    if (!failed().isEmpty()) {
      return Outcome.FAILED;
    }
    if (course.invalid() || !unknown().isEmpty()) {
      return Outcome.VOID;
    }
    return hasUnknownGrowth() || unserved > resolution ? Outcome.TOO_SHORT : Outcome.HELD;
  }

  /**
   * Messages a second that the brokers bear at least: those served in the probe, less the
   * uncertainty, which counts for the resolution at most. Not a number if unknown.
   */
  public double servedPerSecond() {
    return Double.isInfinite(unserved)
        ? Double.NaN
        : offeredPerSecond * Math.max(0, 1 - unserved - Math.min(uncertainty, resolution));
  }

  /** How long a probe of this rate must be, so that what waited is small beside what was served. */
  int secondsNeeded() {
    double factor = Double.isInfinite(unserved) ? 1 : unserved / resolution;
    double least = Math.max(FEWEST_SECONDS, seconds * Math.max(1, factor));
    // More of the same length would be as uncertain.
    double longer = Math.max(least, seconds + ROUNDED_TO_SECONDS);
    return (int) (ROUNDED_TO_SECONDS * Math.ceil(longer / ROUNDED_TO_SECONDS));
  }
}
