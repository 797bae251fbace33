package io.brokerbench.bottleneck;

import io.brokerbench.figures.Resource;
import io.brokerbench.figures.Utilization;
import io.brokerbench.results.Resources.HostUse;
import io.brokerbench.results.RunResult.Bottleneck;
import io.brokerbench.results.RunResult.Bottleneck.Cause;
import io.brokerbench.results.Verdict.Reason;
import io.brokerbench.units.Text;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/** Rules about the machines of load generator and brokers. Immutable. */
record MachineLimits(Evidence evidence) {

  /** Share of its capacity from which on a resource has no reserve. */
  private static final Map<Resource, Double> CEILINGS =
      new EnumMap<>(
          Map.of(Resource.CPU, 0.85, Resource.DISK, 0.9, Resource.NETWORK, 0.9, Resource.GC, 0.3));

  /** Codes of the verdict. */
  private static final Set<String> GENERATOR_RULES =
      Set.of(
          Reason.GENERATOR_CPU,
          Reason.GENERATOR_LIMITS,
          Reason.GENERATOR_STARVED,
          Reason.GENERATOR_GC);

  /** The machine that load generator and brokers share, if its processors have no reserve. */
  Optional<Bottleneck> sharedProcessors() {
    int processors = evidence.run().environment().host().logicalProcessors();
    return Utilization.sharedMachine(evidence.run())
        .filter(host -> host.cpuCoresMean() >= reserveFrom(Resource.CPU) * processors)
        .map(host -> sharedProcessors(host, processors));
  }

  private Bottleneck sharedProcessors(HostUse host, int processors) {
    double busy = host.cpuCoresMean();
    double own = evidence.generatorCores();
    double brokers = evidence.brokerCores();
    double others = Objects.requireNonNullElse(host.foreignCpuCoresMean(), 0.0);
    String text =
        Text.of(
            "the load generator used %.2f, the brokers %.2f and processes outside the run %.2f of the"
                + " %d processors of this machine, which was %s busy",
            own, brokers, others, processors, Evidence.percent(busy / processors));
    if (others >= Evidence.MOSTLY * busy) {
      return new Bottleneck(Cause.OTHER_PROCESSES, null, "processes outside the run: " + text);
    }
    if (brokers > 0 && own > 2 * brokers) {
      return new Bottleneck(Cause.GENERATOR, null, "the load generator: " + text);
    }
    return new Bottleneck(Cause.CPU, null, "the processors: " + text);
  }

  /** Lack of processor time or collections of garbage; pauses alone do not limit a rate. */
  Optional<Bottleneck> generator() {
    List<String> troubles =
        evidence.run().verdict().reasons().stream()
            .filter(reason -> GENERATOR_RULES.contains(reason.code()))
            .map(Reason::text)
            .toList();
    return Evidence.when(
        !troubles.isEmpty(),
        Cause.GENERATOR,
        () -> "the load generator: " + String.join("; ", troubles));
  }

  /** The resource that exceeds its ceiling by the greatest factor. */
  Optional<Bottleneck> resource() {
    return closest()
        .filter(use -> use.getValue().share() >= reserveFrom(use.getKey()))
        .map(
            use ->
                new Bottleneck(
                    cause(use.getKey()),
                    use.getValue().node().isEmpty() ? null : use.getValue().node(),
                    Text.of(
                        "%s was in use %s of the time",
                        name(use.getKey(), use.getValue()),
                        Evidence.percent(use.getValue().share()))));
  }

  /** The resource that was nearest its ceiling, as a clause; empty if none is visible. */
  String nearest() {
    return closest()
        .map(
            use ->
                Text.of(
                    "; %s was nearest its ceiling, at %s",
                    name(use.getKey(), use.getValue()), Evidence.percent(use.getValue().share())))
        .orElse("");
  }

  private Optional<Map.Entry<Resource, Utilization>> closest() {
    return evidence.utilizations().entrySet().stream()
        .filter(use -> CEILINGS.containsKey(use.getKey()))
        .max(Comparator.comparingDouble(use -> use.getValue().share() / reserveFrom(use.getKey())));
  }

  private static Cause cause(Resource resource) {
    return switch (resource) {
      case CPU -> Cause.CPU;
      case DISK -> Cause.DISK;
      case NETWORK -> Cause.NETWORK;
      case GC -> Cause.GC;
      case IOWAIT, MEMORY -> throw new IllegalArgumentException(resource + " has no ceiling");
    };
  }

  private static double reserveFrom(Resource resource) {
    return Objects.requireNonNullElse(CEILINGS.get(resource), Double.POSITIVE_INFINITY);
  }

  private static String name(Resource resource, Utilization use) {
    return use.node().isEmpty() ? resource.key() + " of this machine" : resource.of(use.node());
  }
}
