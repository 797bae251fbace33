package io.brokerbench.find;

import io.brokerbench.find.Condition.Sense;
import io.brokerbench.find.Condition.Unit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeMap;

/**
 * Whether a probe's rate was sustained: whether it kept every bound that is stated.
 *
 * <p>A lag or a backlog fails its bound if both hold: its slope is above the bound, and that it
 * grows at all is sure, as the slope's interval of 95 % lies above zero. A growth that is not sure
 * counts as none.
 *
 * @param conditions one for each stated bound, and for each consumer group
 */
public record Judgement(List<Condition> conditions) {

  /** The condition that says nothing of the brokers: that the generator was able to measure. */
  public static final String GENERATOR = "generator well";

  /** Judges what a probe measured. */
  public static Judgement of(Facts facts, Bounds bounds) {
    List<Condition> all = new ArrayList<>();
    bounds.achieved().ifPresent(bound -> all.add(achieved(facts, bound)));
    bounds
        .lagGrowth()
        .ifPresent(bound -> all.add(share("schedule lag growth", growth(facts.lag(), 1), bound)));
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
    return new Judgement(List.copyOf(all));
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

  private static OptionalDouble growth(Slope slope, double unit) {
    if (!slope.known()) {
      return OptionalDouble.empty();
    }
    double perSecond = slope.low() > 0 ? slope.perSecond() : Math.min(0, slope.perSecond());
    return OptionalDouble.of(perSecond / unit);
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
                    share(
                        name + " of " + group.getKey(),
                        growth(group.getValue(), facts.offeredPerSecond()),
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

  /** The conditions that were not met, or of which nothing is known. */
  public List<Condition> failed() {
    return conditions.stream().filter(condition -> !condition.met()).toList();
  }

  /** Whether there are none of these. */
  public boolean sustained() {
    return failed().isEmpty();
  }
}
