package io.brokerbench.find;

import io.brokerbench.figures.Bound;
import io.brokerbench.figures.RunFigure;
import io.brokerbench.figures.RunFigure.Value;
import io.brokerbench.statistics.Direction;
import io.brokerbench.units.Unit;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeMap;

/**
 * The judgement whether a trial's rate was sustained: whether the trial kept every stated bound,
 * and was long enough to show it.
 *
 * <p>A waiting quantity (lag, pending messages, backlog) fails its bound if its slope is above the
 * bound and the growth is significant, that is, the 95 % interval of the slope lies above zero.
 * Growth that is not significant does not fail a rate. However, an in-flight window or a queue
 * hides an overload while it fills. Therefore a rate does not hold either if the net growth of the
 * waiting quantities exceeds the resolution: such a trial is too short to judge.
 *
 * @param conditions one per stated bound; for backlogs one per consumer group
 * @param seconds measured time
 * @param unserved upper bound of the share of offered messages that were not served, by the net
 *     growth of the waiting quantities; infinite if unknown
 * @param random the part of it that random arrivals explain, which shrinks only with the square
 *     root of the measured time
 * @param uncertainty half the width of the 95 % interval of that growth, as a share of the offered
 *     messages; about the variation of the capacity itself between measured times of this length
 * @param resolution maximum unserved share with which a rate counts as sustained
 */
public record Judgement(
    List<Condition> conditions,
    double offeredPerSecond,
    double seconds,
    double unserved,
    double random,
    double uncertainty,
    double resolution) {

  /**
   * Name of the condition that does not concern the brokers: that the generator was able to
   * measure.
   */
  public static final String GENERATOR = "load generator overloaded";

  /** Uncertainty of the moments at which counts are read. */
  private static final double READING_SECONDS = 0.01;

  /** Rounding of counts to whole messages at both ends. */
  private static final double READING_MESSAGES = 2;

  private static final double FEWEST_SECONDS = 10;
  private static final double ROUNDED_TO_SECONDS = 5;

  enum Outcome {
    HELD,
    FAILED,
    TOO_SHORT,
    /** No evidence: the run is invalid for a reason other than the rate. */
    VOID;

    /** Whether the outcome is evidence for or against the rate. */
    boolean answers() {
      return this == HELD || this == FAILED;
    }
  }

  /**
   * Judges the measurements of a trial.
   *
   * @param resolution share of the offered rate by which the capacity may be below a rate that
   *     counts as sustained
   */
  public static Judgement of(TrialMeasurement facts, Bounds bounds, double resolution) {
    List<Condition> all = new ArrayList<>();
    all.add(achieved(facts, bounds.achieved()));
    all.add(growth("schedule lag growth", facts.lag(), 1, bounds.lagGrowth()));
    all.add(
        growth(
            "growth of pending sends",
            facts.pending().slope().lessUpTo(readingPerSecond(facts)),
            facts.offeredPerSecond(),
            bounds.pendingGrowth()));
    bounds.backlogGrowth().ifPresent(bound -> all.addAll(backlogs(facts, bound)));
    figures(all, facts, bounds, false);
    all.add(fact("audit clean", facts.auditClean(), Direction.HIGHER, 1));
    all.add(fact(GENERATOR, facts.generatorWell().map(well -> !well), Direction.LOWER, 0));
    figures(all, facts, bounds, true);
    return new Judgement(
        List.copyOf(all),
        facts.offeredPerSecond(),
        facts.seconds(),
        unserved(facts, bounds),
        facts.dueErrorMessages() / facts.seconds() / facts.offeredPerSecond(),
        uncertainty(facts, bounds),
        resolution);
  }

  private static void figures(
      List<Condition> all, TrialMeasurement facts, Bounds bounds, boolean ofNodes) {
    for (Bound bound : bounds.ofFigures()) {
      Value value = facts.figures().apply(bound.figure());
      if (bound.figure().ofNodes() == ofNodes && bounds.judges(bound, value)) {
        all.add(figure(bound, value));
      }
    }
  }

  /**
   * The share of messages not sent or not answered in time, plus those not received by the slowest
   * group.
   */
  private static double unserved(TrialMeasurement facts, Bounds bounds) {
    if (facts.seconds() == 0) {
      return Double.POSITIVE_INFINITY;
    }
    double backlog =
        bounds.backlogGrowth().isPresent()
            ? facts.backlogs().values().stream().mapToDouble(Judgement::net).max().orElse(0)
            : 0;
    return (net(facts.pending()) + backlog + readingPerSecond(facts)) / facts.offeredPerSecond()
        + facts.unseenSeconds() / facts.seconds();
  }

  /** The growth that can result from the uncertainty of the moments at which counts are read. */
  private static double readingPerSecond(TrialMeasurement facts) {
    double messages =
        READING_SECONDS * facts.offeredPerSecond() + READING_MESSAGES + facts.dueErrorMessages();
    return messages / facts.seconds();
  }

  private static double uncertainty(TrialMeasurement facts, Bounds bounds) {
    List<BacklogGrowth> growths = new ArrayList<>(List.of(facts.pending()));
    bounds.backlogGrowth().ifPresent(bound -> growths.addAll(facts.backlogs().values()));
    return growths.stream()
        .map(BacklogGrowth::slope)
        .filter(Slope::known)
        .mapToDouble(slope -> (slope.high() - slope.perSecond()) / facts.offeredPerSecond())
        .max()
        .orElse(0);
  }

  private static double net(BacklogGrowth growth) {
    return growth.known() ? Math.max(0, growth.netPerSecond()) : Double.POSITIVE_INFINITY;
  }

  private static Condition achieved(TrialMeasurement facts, double bound) {
    OptionalDouble share =
        facts.achievedPerSecond().stream()
            .map(achieved -> achieved / facts.offeredPerSecond())
            .findFirst();
    return new Condition("achieved rate", share, Direction.HIGHER, bound, Unit.SHARE, false);
  }

  private static Condition growth(String name, Slope slope, double unit, double bound) {
    OptionalDouble share =
        slope.known()
            ? OptionalDouble.of(
                (slope.low() > 0 ? slope.perSecond() : Math.min(0, slope.perSecond())) / unit)
            : OptionalDouble.empty();
    return new Condition(name, share, Direction.LOWER, bound, Unit.SHARE, true);
  }

  private static List<Condition> backlogs(TrialMeasurement facts, double bound) {
    String name = "backlog growth";
    if (facts.backlogs().isEmpty()) {
      return List.of(
          new Condition(name, OptionalDouble.empty(), Direction.LOWER, bound, Unit.SHARE, false));
    }
    List<Condition> all = new ArrayList<>();
    double unit = facts.offeredPerSecond();
    new TreeMap<>(facts.backlogs())
        .forEach((group, its) -> all.add(growth(name + " of " + group, its.slope(), unit, bound)));
    return all;
  }

  /** A figure of a node is named with the node, or with those of which it is unknown. */
  private static Condition figure(Bound bound, Value value) {
    RunFigure figure = bound.figure();
    OptionalDouble judged = bound.judged(value);
    String node =
        judged.isPresent()
            ? Objects.requireNonNullElse(value.node(), "")
            : String.join(", ", value.lacking());
    String name = figure.label() + (node.isEmpty() ? "" : " of " + node);
    return new Condition(name, judged, figure.better(), bound.value(), figure.unit(), false);
  }

  private static Condition fact(
      String name, Optional<Boolean> fact, Direction better, double bound) {
    OptionalDouble number = fact.stream().mapToDouble(yes -> yes ? 1 : 0).findFirst();
    return new Condition(name, number, better, bound, null, false);
  }

  /** The conditions with a known value that were not met. */
  public List<Condition> failed() {
    return conditions.stream()
        .filter(condition -> condition.measured().isPresent() && !condition.met())
        .toList();
  }

  /** The conditions whose value is unknown and would be with a longer trial too. */
  List<Condition> unknown() {
    return conditions.stream()
        .filter(condition -> condition.measured().isEmpty() && !condition.growth())
        .toList();
  }

  /** Whether a growth is unknown because the trial had too few seconds. */
  private boolean hasUnknownGrowth() {
    return conditions.stream()
        .anyMatch(condition -> condition.measured().isEmpty() && condition.growth());
  }

  /** The outcome of the trial, given the course of its run. */
  Outcome outcome(Trial.Course course) {
    if (!course.faults().isEmpty()) {
      return Outcome.VOID;
    }
    if (!failed().isEmpty() || course.aborted()) {
      return Outcome.FAILED;
    }
    if (course.invalid() || !unknown().isEmpty()) {
      return Outcome.VOID;
    }
    return hasUnknownGrowth() || unserved > resolution ? Outcome.TOO_SHORT : Outcome.HELD;
  }

  /**
   * A lower bound of the brokers' capacity, messages per second: the rate served in the trial less
   * the uncertainty, which is capped at the resolution. NaN if unknown.
   */
  public double servedPerSecond() {
    return Double.isInfinite(unserved)
        ? Double.NaN
        : offeredPerSecond * Math.max(0, 1 - unserved - Math.min(uncertainty, resolution));
  }

  /**
   * The length of a trial of this rate, in seconds, at which the waiting messages are few compared
   * with those served.
   */
  int secondsNeeded() {
    double enough = Double.isInfinite(unserved) ? seconds : Math.max(seconds, secondsResolved());
    double least = Math.max(FEWEST_SECONDS, enough);
    // Another trial of the same length would be as uncertain.
    double longer = Math.max(least, seconds + ROUNDED_TO_SECONDS);
    return (int) (ROUNDED_TO_SECONDS * Math.ceil(longer / ROUNDED_TO_SECONDS));
  }

  /**
   * The length T at which the unserved share is the resolution, if that of random arrivals is
   * proportional to 1/sqrt(T), and the rest to 1/T: a quadratic equation in sqrt(T).
   */
  private double secondsResolved() {
    double linear = random * Math.sqrt(seconds);
    double constant = (unserved - random) * seconds;
    double root =
        (linear + Math.sqrt(linear * linear + 4 * resolution * constant)) / (2 * resolution);
    return root * root;
  }
}
