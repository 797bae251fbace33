package io.brokerbench.results;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonInclude.Include;
import com.fasterxml.jackson.annotation.JsonProperty;
import io.brokerbench.results.ProcessFigure.ProcessUse;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalDouble;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Resource use in the measured time. Figures that the system does not report are omitted.
 *
 * @param processes by name, load generator first; empty if unknown
 * @param host of the load generator; null if unknown
 * @param hosts machines of the cluster's nodes, by the node's name, as exporters report them, and
 *     of workers on other machines; empty if unknown
 * @param sources of the figures of other machines
 */
public record Resources(
    @JsonAnyGetter @JsonAnySetter Map<String, ProcessUse> processes,
    @JsonInclude(Include.NON_NULL) @Nullable HostUse host,
    @JsonInclude(Include.NON_NULL) @Nullable Map<String, HostUse> hosts,
    @JsonInclude(Include.NON_NULL) @Nullable List<SourceUse> sources) {

  /** Machines of the cluster's nodes, by the node's name; empty without exporters. */
  public Map<String, HostUse> nodeHosts() {
    Map<String, HostUse> nodes = new LinkedHashMap<>(otherHosts());
    processes.forEach(
        (name, use) -> {
          if (use.role() == Role.GENERATOR) {
            nodes.remove(name);
          }
        });
    return nodes;
  }

  /** Machines of the cluster's nodes and of workers, by name; empty if there are none. */
  public Map<String, HostUse> otherHosts() {
    return Objects.requireNonNullElse(hosts, Map.of());
  }

  /** Resource use of the brokers, by name. */
  public Map<String, ProcessUse> brokers() {
    Map<String, ProcessUse> brokers = new LinkedHashMap<>(processes);
    brokers.values().removeIf(use -> use.role() != Role.BROKER);
    return brokers;
  }

  /** The nodes whose figures others report, as the user named them; in order. */
  public SortedSet<String> namedNodes() {
    SortedSet<String> names = new TreeSet<>();
    Stream.ofNullable(sources).flatMap(List::stream).forEach(source -> names.add(source.node()));
    return names;
  }

  /**
   * The sum of a figure over all brokers.
   *
   * @param figure null if unknown
   * @return empty if that of a broker is unknown, or without brokers
   */
  public OptionalDouble ofBrokers(Function<ProcessUse, @Nullable Double> figure) {
    Map<String, ProcessUse> brokers = brokers();
    double[] known =
        brokers.values().stream()
            .flatMap(use -> Stream.ofNullable(figure.apply(use)))
            .mapToDouble(Double::doubleValue)
            .toArray();
    boolean all = known.length == brokers.size() && brokers.keySet().containsAll(namedNodes());
    return known.length == 0 || !all
        ? OptionalDouble.empty()
        : OptionalDouble.of(Arrays.stream(known).sum());
  }

  /** Role of a process in a run. */
  public enum Role {
    /** The load generator. */
    @JsonProperty("generator")
    GENERATOR,
    /** A process that stores messages. */
    @JsonProperty("broker")
    BROKER,
    /** Any other process of the cluster: a name server, a controller, a proxy. */
    @JsonProperty("helper")
    HELPER
  }

  /**
   * A machine with all its processes.
   *
   * @param processors number of its processors; null for the machine of the load generator, whose
   *     environment has it
   * @param cpuCoresMean busy processors
   * @param foreignCpuCoresMean processors busy with processes outside the run; null if the
   *     processes of the run are not known
   * @param ioWaitShare share of processor time that waited for storage
   * @param stealShare share of processor time that the hypervisor took
   * @param loadAverageMax maximum of the load average over one minute
   * @param networkBytes sent and received, over all interfaces
   * @param diskBytesWritten to all disks
   * @param diskFlushes completed flush requests
   * @param memoryUsedShareMax maximum share of memory in use
   * @param diskBusyShareMax share of the time that the busiest disk was busy
   * @param busiestDisk that disk
   * @param networkBusyShareMax share of its speed that the busiest network card used, in one
   *     direction
   * @param busiestNetwork that card and direction
   * @param fileSystemUsedShareMax used share of the fullest file system at the end
   * @param fullestFileSystem its mount point
   * @param pressureShares by resource (cpu, io, memory): share of the time that some task waited
   *     for it
   */
  @JsonInclude(Include.NON_NULL)
  public record HostUse(
      @Nullable Integer processors,
      double cpuCoresMean,
      @Nullable Double foreignCpuCoresMean,
      @Nullable Double ioWaitShare,
      @Nullable Double stealShare,
      double loadAverageMax,
      @Nullable Long networkBytes,
      @Nullable Long diskBytesWritten,
      @Nullable Long diskFlushes,
      @Nullable Double memoryUsedShareMax,
      @Nullable Double diskBusyShareMax,
      @Nullable String busiestDisk,
      @Nullable Double networkBusyShareMax,
      @Nullable String busiestNetwork,
      @Nullable Double fileSystemUsedShareMax,
      @Nullable String fullestFileSystem,
      @JsonInclude(Include.NON_NULL) @Nullable Map<String, Double> pressureShares) {}

  /**
   * How a source of a node's figures was used in the measured time.
   *
   * @param node name of the node
   * @param source kind of the source
   * @param address of the source
   * @param reads attempts to read it
   * @param failedReads those without an answer
   * @param longestReadNanos longest time until an answer
   * @param oldestSeconds maximum age of the latest figures
   * @param missing metrics that the source lacks
   * @param lost why its figures were unknown for a part of the time; null if they never were
   */
  @JsonInclude(Include.NON_NULL)
  public record SourceUse(
      String node,
      String source,
      String address,
      long reads,
      long failedReads,
      long longestReadNanos,
      double oldestSeconds,
      List<String> missing,
      @Nullable String lost) {}
}
