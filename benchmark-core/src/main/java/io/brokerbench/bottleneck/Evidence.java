package io.brokerbench.bottleneck;

import io.brokerbench.figures.Resource;
import io.brokerbench.figures.Utilization;
import io.brokerbench.results.Extent;
import io.brokerbench.results.Latency;
import io.brokerbench.results.LoadOutcome;
import io.brokerbench.results.Metric;
import io.brokerbench.results.ProcessFigure.ProcessUse;
import io.brokerbench.results.Resources.HostUse;
import io.brokerbench.results.Resources.Role;
import io.brokerbench.results.RunFile;
import io.brokerbench.results.RunResult;
import io.brokerbench.results.RunResult.Bottleneck;
import io.brokerbench.results.RunResult.Bottleneck.Cause;
import io.brokerbench.results.Sends;
import io.brokerbench.units.Text;
import io.brokerbench.units.Units;
import io.brokerbench.workload.ConsumptionSettings;
import io.brokerbench.workload.Load;
import io.brokerbench.workload.Workload;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The figures of a run from which its limit is derived. Immutable.
 *
 * @param utilizations of the brokers' resources; those that are unknown are absent
 */
record Evidence(RunResult run, Workload workload, Map<Resource, Utilization> utilizations) {

  /** Share of time or samples from which on a wait is the rule, not the exception. */
  static final double MOSTLY = 0.5;

  /** Share of the messages from which on rejections limit the rate. */
  static final double REJECTED = 0.01;

  private static final double NANOS_PER_SECOND = 1e9;
  private static final double MILLIS_PER_SECOND = 1e3;

  /** Whether the processors of any broker are visible; without them an idle broker looks busy. */
  boolean seesBrokers() {
    return utilizations.containsKey(Resource.CPU);
  }

  /** The named nodes whose processors are not visible while those of others are; in order. */
  List<String> unseenNodes() {
    Utilization cpu = utilizations.get(Resource.CPU);
    return cpu == null ? List.of() : cpu.unknown();
  }

  /**
   * Share of the measured time that senders waited for answers; by Little's law where each waits
   * for every answer, else the time in which no further send was allowed; 0 without senders, and
   * where each only passes on messages that are not answered.
   */
  double waitingShare() {
    Load load = workload.load();
    if (load.threads() == 0) {
      return 0;
    }
    if (load.mode() == Load.SendMode.ASYNC) {
      return run.generator().windowFullShare();
    }
    if (!run.promise().acknowledged()) {
      return 0;
    }
    double requests = run.throughput().sentPerSecond() / workload.message().batch();
    return serviceNanos().orElse(0) / NANOS_PER_SECOND * requests / load.threads();
  }

  /** Mean time of a send; empty if none has ended. */
  OptionalDouble serviceNanos() {
    return meanNanos(Metric.SERVICE);
  }

  /** Mean of a latency; empty without samples. */
  OptionalDouble meanNanos(Metric metric) {
    Latency latency = run.latency().get(metric);
    Long mean = latency == null ? null : latency.meanNanos();
    return mean == null ? OptionalDouble.empty() : OptionalDouble.of(mean);
  }

  /** Share of the samples in which a figure of the brokers was above zero; 0 if it is unknown. */
  double sampledShare(String figure) {
    Extent extent = figure(figure);
    return extent == null || extent.aboveZeroShare() == null ? 0 : extent.aboveZeroShare();
  }

  /**
   * Share of the time between its first and its last value by which a figure of the brokers grew
   * that counts milliseconds; 0 if there is no such time.
   */
  double timeShare(String figure) {
    Extent extent = figure(figure);
    // The first value is that of the end of the first measured second.
    double seconds = run.throughput().measuredSeconds() - 1;
    return extent == null || seconds <= 0
        ? 0
        : Math.min(1, (extent.last() - extent.first()) / MILLIS_PER_SECOND / seconds);
  }

  private @Nullable Extent figure(String name) {
    return run.brokerFigures() == null ? null : run.brokerFigures().get(name);
  }

  /**
   * Maximum share of the time that some task of a machine with brokers waited for its disks, as the
   * Linux kernel counts it (pressure stall information); 0 if it is unknown.
   */
  double ioPressure() {
    Stream<HostUse> nodes = run.resources().nodeHosts().values().stream();
    return Stream.concat(nodes, Utilization.sharedMachine(run).stream())
        .map(HostUse::pressureShares)
        .flatMap(Stream::ofNullable)
        .mapToDouble(shares -> shares.getOrDefault("io", 0.0))
        .max()
        .orElse(0);
  }

  /** Processors used by the load generator, as far as they are known. */
  double generatorCores() {
    return run.resources().processes().values().stream()
        .filter(use -> use.role() == Role.GENERATOR)
        .flatMap(use -> Stream.ofNullable(use.cpuCoresMean()))
        .mapToDouble(Double::doubleValue)
        .sum();
  }

  /** Processors used by all brokers that are visible. */
  double brokerCores() {
    return run.resources().ofBrokers(ProcessUse::cpuCoresMean).orElse(0);
  }

  /** Share of the messages that brokers rejected. */
  double rejectedShare() {
    long rejected =
        run.sends().rejected().entrySet().stream()
            .filter(reason -> !Sends.byClient(reason.getKey()))
            .mapToLong(Map.Entry::getValue)
            .sum();
    return (double) rejected / Math.max(1, run.sends().attempted());
  }

  /**
   * Whether consumers received clearly less than was sent for them, or nothing but consumers was
   * measured.
   */
  boolean consumersAreBehind() {
    LoadOutcome flow = run.throughput().flow();
    if (flow != null) {
      // By different messages: repeated deliveries do not make up for those that are missing.
      return flow == LoadOutcome.COLLAPSED;
    }
    Double received = run.throughput().receivedPerSecond();
    // If it is unknown, nothing is due.
    double due =
        run.throughput().sentPerSecond()
            * workload.consumption().groups()
            * workload.visibleShare().orElse(0);
    return received != null
        && !workload.message().deliversLater()
        && (workload.load().threads() == 0 || received < due * LoadOutcome.SAME);
  }

  /**
   * Share of the time that a worker spent on the simulated work of messages.
   *
   * @param workers number of messages that may be worked on at the same time
   */
  double workShare(double workers) {
    Double received = run.throughput().receivedPerSecond();
    return received == null
        ? 0
        : received * workload.consumption().work().meanNanos() / NANOS_PER_SECOND / workers;
  }

  int consumingThreads() {
    ConsumptionSettings consumers = workload.consumption();
    return consumers.threads() * consumers.clients() * consumers.groups();
  }

  /** Queues of the topic; 0 if they are unknown. */
  int queues() {
    return RunFile.tree(run.environment().broker()).at("/topic/queues").asInt(0);
  }

  /** Whether the messages of a queue are consumed one at a time. */
  boolean consumesInOrder() {
    return "orderly".equals(run.settings().get("consume.model"));
  }

  /** The wait of the senders, as a clause; empty without senders. */
  String answers() {
    return workload.load().threads() == 0
        ? ""
        : Text.of("; senders waited %s of the time for answers%s", percent(waitingShare()), took());
  }

  /** The mean time of a send, as the end of a clause; empty if none has ended. */
  String took() {
    return serviceNanos().isEmpty()
        ? ""
        : Text.of(
            ", %s on average",
            Units.nanos(OptionalLong.of(Math.round(serviceNanos().getAsDouble()))));
  }

  /** A limit that no single node has, if there is evidence for it. */
  static Optional<Bottleneck> when(boolean holds, Cause cause, Supplier<String> text) {
    return holds ? Optional.of(new Bottleneck(cause, null, text.get())) : Optional.empty();
  }

  /** A share for display. */
  static String percent(double share) {
    return Units.percent(share, 0);
  }
}
