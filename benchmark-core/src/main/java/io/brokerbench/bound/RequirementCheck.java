package io.brokerbench.bound;

import io.brokerbench.results.Audit;
import io.brokerbench.results.Latency;
import io.brokerbench.results.Latency.Statistic;
import io.brokerbench.results.Metric;
import io.brokerbench.results.RunResult;
import io.brokerbench.results.RunResult.Requirement;
import io.brokerbench.results.RunResult.Requirement.Outcome;
import io.brokerbench.units.Text;
import io.brokerbench.workload.Requirements;
import io.brokerbench.workload.Requirements.Bound;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;

/** Compares the figures of a run with what is required of it. */
public final class RequirementCheck {

  private final RunResult run;
  private final Map<LatencyLimit, Long> latencies;
  private final Map<Resource, Utilization> utilizations;

  private RequirementCheck(RunResult run) {
    this.run = run;
    this.latencies = LatencyLimit.of(run);
    this.utilizations = Utilization.of(run);
  }

  /** What became of each requirement, in their order; whatever the verdict of the run. */
  public static List<Requirement> of(RunResult run, Requirements requirements) {
    RequirementCheck check = new RequirementCheck(run);
    return requirements.bounds().stream().map(bound -> check.figure(bound).against(bound)).toList();
  }

  /**
   * A figure of the run.
   *
   * @param value in the unit of its bound; null if it is unknown
   * @param node the node that has it, empty for the machine that all nodes share; null if it is not
   *     that of a node
   * @param unknown why it is unknown
   */
  private record Figure(@Nullable Double value, @Nullable String node, String unknown) {

    static Figure of(@Nullable Number value, String unknown) {
      return new Figure(value == null ? null : value.doubleValue(), null, unknown);
    }

    Requirement against(Bound bound) {
      Outcome outcome =
          value == null ? Outcome.UNKNOWN : bound.keeps(value) ? Outcome.MET : Outcome.MISSED;
      String found =
          value == null
              ? "unknown, because " + unknown
              : bound.text(value)
                  + (node == null ? "" : " of " + (node.isEmpty() ? "this machine" : node));
      return new Requirement(
          bound.key().key(),
          outcome,
          bound.value(),
          value,
          node == null || node.isEmpty() ? null : node,
          Text.of("%s: %s", bound.text(), found));
    }
  }

  private Figure figure(Bound bound) {
    return switch (bound.key()) {
      case RESPONSE_P99 -> latency(LatencyLimit.RESPONSE_P99);
      case SERVICE_P99 -> servicePercentile();
      case END_TO_END_P99 -> latency(LatencyLimit.END_TO_END_P99);
      case END_TO_END_MAX -> latency(LatencyLimit.END_TO_END_MAX);
      case ACKED -> acked();
      case RECEIVED -> Figure.of(run.throughput().receivedPerSecond(), "there were no consumers");
      case ERRORS -> errors();
      case LOST -> lost(run.audit());
      case CPU -> utilization(Resource.CPU, bound);
      case IOWAIT -> utilization(Resource.IOWAIT, bound);
      case MEMORY -> utilization(Resource.MEMORY, bound);
      case GC -> utilization(Resource.GC, bound);
      case DISK -> utilization(Resource.DISK, bound);
      case NETWORK -> utilization(Resource.NETWORK, bound);
    };
  }

  private Figure latency(LatencyLimit limit) {
    return Figure.of(latencies.get(limit), unknown(run.latency().get(limit.metric())));
  }

  private Figure servicePercentile() {
    Latency service = run.latency().get(Metric.SERVICE);
    return Figure.of(service == null ? null : service.p99Nanos(), unknown(service));
  }

  private static String unknown(@Nullable Latency latency) {
    return Latency.reasonUnknown(latency, Statistic.P99);
  }

  private Figure acked() {
    return run.promise().acknowledged()
        ? Figure.of(run.throughput().ackedPerSecond(), "")
        : Figure.of(null, "nothing is acknowledged");
  }

  private Figure errors() {
    return ErrorRatio.of(run).stream()
        .mapToObj(share -> Figure.of(share, ""))
        .findFirst()
        .orElseGet(() -> Figure.of(null, "nothing was sent"));
  }

  private Figure lost(Audit audit) {
    if (!audit.done()) {
      return Figure.of(null, "the audit is not done");
    }
    return run.promise().acknowledged()
        ? Figure.of(audit.lost(), "the audit has no figure of it")
        : Figure.of(null, "nothing is acknowledged");
  }

  private Figure utilization(Resource resource, Bound bound) {
    Utilization use = utilizations.get(resource);
    if (use == null) {
      return Figure.of(
          null, Text.of("no node of the cluster has a figure of its %s", resource.key()));
    }
    OptionalDouble share = use.judgedBy(bound.value());
    return share.isPresent()
        ? new Figure(share.getAsDouble(), use.node(), "")
        : Figure.of(
            null,
            Text.of("%s of %s is not known", resource.key(), String.join(", ", use.unknown())));
  }
}
