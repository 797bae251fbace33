package io.brokerbench.results;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonInclude.Include;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Result of a run: {@code run.json}. Rates and latencies are those of the measured time, the audit
 * is of the whole run.
 *
 * @param schemaVersion of the file; {@link RunFile} converts older ones to this one
 * @param name of the run, part of its directory's name
 * @param startedAt start of the load
 * @param command the command line, tool first, without secrets
 * @param verdict assessment of the validity of the run
 * @param faults failures of the cluster during the run, one line each
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
 * @param resources resource use in the measured time
 * @param brokerFigures additional figures of brokers and connections, by name; null if there are
 *     none
 * @param requirements what was required of the run and what was measured; null if nothing was
 * @param generator state of the load generator, which limits the reliability of the figures
 */
public record RunResult(
    int schemaVersion,
    String name,
    Instant startedAt,
    String command,
    Verdict verdict,
    List<String> faults,
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
    Resources resources,
    @JsonInclude(Include.NON_NULL) @Nullable Map<String, Extent> brokerFigures,
    @JsonInclude(Include.NON_NULL) @Nullable List<Requirement> requirements,
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

  /** Share of the host's processors used by all processes, 0 to 1; null if it is unknown. */
  public @Nullable Double busyShare() {
    Resources.HostUse host = resources.host();
    return host == null ? null : host.cpuCoresMean() / environment.host().logicalProcessors();
  }

  /** The result of one of the steps, as if it had been the whole measured time. */
  public RunResult of(LimitStep step) {
    return new RunResult(
        schemaVersion,
        name,
        startedAt,
        command,
        verdict,
        faults,
        workloadSha256,
        workload,
        environment,
        promise,
        fsync,
        throughput.of(step),
        step.latency(),
        null,
        sends,
        audit,
        consumption,
        transactions,
        resources,
        brokerFigures,
        requirements,
        generator);
  }

  /** The same result, judged by requirements. */
  public RunResult with(List<Requirement> judged) {
    return new RunResult(
        schemaVersion,
        name,
        startedAt,
        command,
        verdict,
        faults,
        workloadSha256,
        workload,
        environment,
        promise,
        fsync,
        throughput,
        latency,
        steps,
        sends,
        audit,
        consumption,
        transactions,
        resources,
        brokerFigures,
        judged,
        generator);
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
