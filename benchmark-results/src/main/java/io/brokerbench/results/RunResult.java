package io.brokerbench.results;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonInclude.Include;
import com.fasterxml.jackson.annotation.JsonProperty;
import io.brokerbench.results.Resources.HostUse;
import io.brokerbench.results.faults.FaultImpact;
import io.brokerbench.results.faults.PlannedFaults;
import io.brokerbench.results.workers.WorkerUse;
import java.time.Instant;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Result of a run: {@code run.json}. Rates and latencies are those of the measured time, the audit
 * is of the whole run.
 *
 * @param schemaVersion of the file
 * @param name of the run, part of its directory's name
 * @param startedAt start of the load
 * @param command the command line, tool first, without secrets
 * @param verdict assessment of the validity of the run
 * @param faults failures of the cluster during the run, one line each
 * @param incidents actions of brokers that affected the load, one line each; null if there were
 *     none, and in files of older releases
 * @param interrupted where a signal ended the run before everything it waits for had ended; null
 *     without such a signal, and in files of older releases
 * @param aborted why the load was ended, or the run is incomplete: a limit of {@code abort}, or a
 *     worker that was lost; null for neither, and in files of older releases
 * @param plannedFaults faults that the run injected; null if none were planned
 * @param workloadSha256 hash of the settings, equal for equal workloads
 * @param workload effective settings, including defaults: a tree of maps with texts as leaves
 * @param environment host, JVM, cluster, client and brokers
 * @param promise meaning of an acknowledgement
 * @param fsync force rate of the brokers' disk, measured before the load; null where messages are
 *     not acknowledged from disk, or the disk is not accessible
 * @param throughput rates
 * @param latency by metric; metrics without a sample are omitted
 * @param steps parts of the measured time with different limits of sends in flight; null if there
 *     is one limit
 * @param sends outcomes of the measured time
 * @param audit of all messages of the whole run
 * @param consumption of all consumer groups; null without consumers
 * @param transactions null if the run had none
 * @param connections of clients that connect alongside the load; null if there were none
 * @param resources resource use in the measured time
 * @param brokerFigures additional figures of brokers and connections, by name; null if there are
 *     none
 * @param bottleneck what limited the rate; null in files of older releases, and for a part of a run
 * @param requirements what was required of the run and what was measured; null if nothing was
 * @param workers processes that generated the load; null if that was the process itself
 * @param generator state of the load generator, which limits the reliability of the figures
 */
public record RunResult(
    int schemaVersion,
    String name,
    Instant startedAt,
    String command,
    Verdict verdict,
    List<String> faults,
    @JsonInclude(Include.NON_NULL) @Nullable List<String> incidents,
    @JsonInclude(Include.NON_NULL) @Nullable String interrupted,
    @JsonInclude(Include.NON_NULL) @Nullable String aborted,
    @JsonInclude(Include.NON_NULL) @Nullable PlannedFaults plannedFaults,
    String workloadSha256,
    Map<String, Object> workload,
    Environment environment,
    Promise promise,
    @Nullable Fsync fsync,
    Throughput throughput,
    Map<Metric, Latency> latency,
    @JsonInclude(Include.NON_NULL) @Nullable List<LimitStep> steps,
    Sends sends,
    Audit audit,
    @JsonInclude(Include.NON_NULL) @Nullable Consumption consumption,
    @JsonInclude(Include.NON_NULL) @Nullable Transactions transactions,
    @JsonInclude(Include.NON_NULL) @Nullable Connections connections,
    Resources resources,
    @JsonInclude(Include.NON_NULL) @Nullable Map<String, Extent> brokerFigures,
    @JsonInclude(Include.NON_NULL) @Nullable Bottleneck bottleneck,
    @JsonInclude(Include.NON_NULL) @Nullable List<Requirement> requirements,
    @JsonInclude(Include.NON_NULL) @Nullable List<WorkerUse> workers,
    GeneratorState generator) {

  /** Version of the files that this release writes. */
  public static final int SCHEMA_VERSION = 2;

  /** The tool of the command line, such as {@code producer}. */
  public String tool() {
    return command.split(" ", 2)[0];
  }

  /** Whether the tool measures consumers, so that the figures of reception are the main ones. */
  public boolean ofConsumer() {
    return tool().equals("consumer");
  }

  /** The latency that the tool measures. */
  public Metric leadingMetric() {
    return ofConsumer()
        ? Metric.END_TO_END
        : latency().containsKey(Metric.RESPONSE) ? Metric.RESPONSE : Metric.SERVICE;
  }

  /**
   * The machines of the brokers: those that exporters report, else this one if the brokers run on
   * it; empty if they are unknown.
   */
  public List<HostUse> brokerHosts() {
    Collection<HostUse> nodes = resources.nodeHosts().values();
    HostUse host = resources.host();
    boolean here = nodes.isEmpty() && !environment.externalCluster();
    return host != null && here ? List.of(host) : List.copyOf(nodes);
  }

  /**
   * The largest value of a figure that a machine of the brokers has.
   *
   * @param figure null if unknown
   * @return null if no machine has it
   */
  public <N extends Number & Comparable<N>> @Nullable N ofBrokerHosts(
      Function<HostUse, @Nullable N> figure) {
    return brokerHosts().stream()
        .flatMap(host -> Stream.ofNullable(figure.apply(host)))
        .max(Comparator.naturalOrder())
        .orElse(null);
  }

  /**
   * Share of its processors, 0 to 1, that all processes used on the machine of the brokers with the
   * largest share; null if it is unknown.
   */
  public @Nullable Double busyShare() {
    return ofBrokerHosts(
        host ->
            host.cpuCoresMean()
                / Objects.requireNonNullElse(
                    host.processors(), environment.host().logicalProcessors()));
  }

  /**
   * The result of one of the steps, as if it had been the whole measured time; without the brokers'
   * figures, which are those of all steps together.
   */
  public RunResult of(LimitStep step) {
    return with(step, verdict, generator, null, requirements);
  }

  /**
   * The same result, with its verdict.
   *
   * @param judgement assessment of the validity
   * @param troubles of the generator; null if unknown
   */
  public RunResult with(Verdict judgement, @Nullable List<String> troubles) {
    return with(null, judgement, generator.with(troubles), bottleneck, requirements);
  }

  /**
   * The same result, with its assessment.
   *
   * @param limit what limited the rate
   * @param judged what was required; null if nothing was
   */
  public RunResult with(Bottleneck limit, @Nullable List<Requirement> judged) {
    return with(null, verdict, generator, limit, judged);
  }

  /** The same result or, unless it is null, that of the step. */
  private RunResult with(
      @Nullable LimitStep step,
      Verdict judgement,
      GeneratorState state,
      @Nullable Bottleneck limit,
      @Nullable List<Requirement> judged) {
    return new RunResult(
        schemaVersion,
        name,
        startedAt,
        command,
        judgement,
        faults,
        incidents,
        interrupted,
        aborted,
        plannedFaults,
        workloadSha256,
        workload,
        environment,
        promise,
        fsync,
        step == null ? throughput : throughput.of(step),
        step == null ? latency : step.latency(),
        step == null ? steps : null,
        sends,
        audit,
        consumption,
        transactions,
        connections,
        resources,
        step == null ? brokerFigures : null,
        limit,
        judged,
        workers,
        state);
  }

  public List<FaultImpact> injectedFaults() {
    return plannedFaults == null ? List.of() : plannedFaults.faults();
  }

  /**
   * What broke the promise of acknowledgements in spite of planned faults; empty if nothing did.
   */
  public Optional<String> brokenPromise() {
    return Optional.ofNullable(plannedFaults).map(PlannedFaults::brokenPromise);
  }

  /** The requirements that were not met. */
  public List<Requirement> missed() {
    return requirements == null
        ? List.of()
        : requirements.stream().filter(Requirement::failed).toList();
  }

  /** The effective settings by dotted key, sorted. */
  public SortedMap<String, String> settings() {
    return new TreeMap<>(FlattenedFacts.of(RunFile.tree(workload)));
  }

  /**
   * What limited the rate of a run.
   *
   * @param cause kind of the limit
   * @param node node whose resource was the limit; null if it was that of no single node, or of the
   *     machine that all nodes share
   * @param text one sentence with the figures that show it, without a full stop
   */
  public record Bottleneck(
      Cause cause, @JsonInclude(Include.NON_NULL) @Nullable String node, String text) {

    /** Kind of a limit. */
    public enum Cause {
      /** The offered rate was held. */
      @JsonProperty("none")
      NONE,
      /** Alarms, blocked connections or rejections by brokers. */
      @JsonProperty("throttling")
      THROTTLING,
      /** Processes outside the run, on the machine of the run. */
      @JsonProperty("other-processes")
      OTHER_PROCESSES,
      /** The load generator. */
      @JsonProperty("generator")
      GENERATOR,
      /** Processors. */
      @JsonProperty("cpu")
      CPU,
      /** Busy time of a disk. */
      @JsonProperty("disk")
      DISK,
      /** A network card. */
      @JsonProperty("network")
      NETWORK,
      /** Garbage collections of a broker. */
      @JsonProperty("gc")
      GC,
      /** Queues whose messages are consumed one at a time. */
      @JsonProperty("queue")
      QUEUE,
      /** The consumers' work. */
      @JsonProperty("consumers")
      CONSUMERS,
      /** The pause of senders after each send. */
      @JsonProperty("pause")
      PAUSE,
      /** Forced writes before the acknowledgement. */
      @JsonProperty("flush")
      FLUSH,
      /** Replication before the acknowledgement. */
      @JsonProperty("replication")
      REPLICATION,
      /** The local transaction. */
      @JsonProperty("local-transaction")
      LOCAL_TRANSACTION,
      /** Brokers' threads that store messages. */
      @JsonProperty("broker-threads")
      BROKER_THREADS,
      /** The limit of sends in flight. */
      @JsonProperty("window")
      WINDOW,
      /** The wait of each sender thread for each answer. */
      @JsonProperty("round-trip")
      ROUND_TRIP,
      /** Evidence is missing. */
      @JsonProperty("unknown")
      UNKNOWN
    }
  }

  /**
   * A requirement and what was measured. Bound and measured value are in nanoseconds, messages per
   * second, a share from 0 to 1, or messages.
   *
   * @param key the required figure, named as in the settings: {@code response-p99}
   * @param outcome whether it was met
   * @param bound worst value that is good enough
   * @param measured measured value; null if it is unknown
   * @param node the node that has the value; null if the figure is that of no node, or of the
   *     machine that all nodes share
   * @param text description in one line
   */
  public record Requirement(
      String key,
      Outcome outcome,
      double bound,
      @Nullable Double measured,
      @JsonInclude(Include.NON_NULL) @Nullable String node,
      String text) {

    /** Outcome of a requirement. */
    public enum Outcome {
      /** The measured value is good enough. */
      @JsonProperty("met")
      MET,
      /** The measured value is not good enough. */
      @JsonProperty("missed")
      MISSED,
      /** Nothing was measured, which counts as missed. */
      @JsonProperty("unknown")
      UNKNOWN
    }

    /** Whether it was not met. */
    public boolean failed() {
      return outcome != Outcome.MET;
    }
  }
}
