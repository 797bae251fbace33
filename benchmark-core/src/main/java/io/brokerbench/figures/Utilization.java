package io.brokerbench.figures;

import io.brokerbench.results.ProcessFigure.ProcessUse;
import io.brokerbench.results.Resources.HostUse;
import io.brokerbench.results.RunResult;
import io.brokerbench.units.Quantities;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Utilization of a resource by the node that uses it most.
 *
 * @param share of what the node has; 0 to 1, above 1 by errors of reading
 * @param node name of the node; empty for the machine that all nodes of the cluster share
 * @param unknown names of the nodes whose utilization is unknown, which may be higher; in order
 */
public record Utilization(double share, String node, List<String> unknown) {

  private static final double MILLIS_PER_SECOND = 1e3;

  /** Of the machine that runs the load generator and, by brokerbench, the cluster. */
  private static final String THIS_MACHINE = "";

  public Utilization {
    unknown = List.copyOf(unknown);
  }

  /** The highest of all nodes. */
  public Utilization(double share, String node) {
    this(share, node, List.of());
  }

  /**
   * The machine that load generator and brokers share; empty if they do not, as where the user
   * named the nodes, or if unknown.
   */
  public static Optional<HostUse> sharedMachine(RunResult run) {
    return Optional.ofNullable(run.resources().host())
        .filter(host -> !run.environment().externalCluster())
        .filter(host -> run.resources().namedNodes().isEmpty());
  }

  /**
   * The utilizations of a run's brokers in the measured time; those that are unknown are absent.
   */
  public static Map<Resource, Utilization> of(RunResult run) {
    Map<Resource, Utilization> all = new EnumMap<>(Resource.class);
    Map<Resource, Set<String>> known = new EnumMap<>(Resource.class);
    Set<String> named = run.resources().namedNodes();
    sharedMachine(run)
        .ifPresent(
            host ->
                new Node(all, known, THIS_MACHINE)
                    .host(host, run.environment().host().logicalProcessors()));
    Map<String, String> settings = run.settings();
    // Zero without a limit, or without containers.
    double cpus = Double.parseDouble(settings.getOrDefault("cluster.container.cpus", "0"));
    double bytes = Quantities.bytes(settings.getOrDefault("cluster.container.memory", "0"));
    run.resources()
        .nodeHosts()
        .forEach(
            (name, use) ->
                new Node(all, known, name)
                    .host(use, Objects.requireNonNullElse(use.processors(), 0)));
    run.resources()
        .brokers()
        .forEach(
            (name, broker) ->
                new Node(all, known, name)
                    .process(
                        broker,
                        run.throughput().measuredSeconds(),
                        named.contains(name) ? 0 : cpus,
                        named.contains(name) ? 0 : bytes));
    all.replaceAll(
        (resource, use) -> {
          List<String> unknown = new ArrayList<>(named);
          unknown.removeAll(known.getOrDefault(resource, Set.of()));
          return new Utilization(use.share(), use.node(), unknown);
        });
    return Collections.unmodifiableMap(all);
  }

  /** The resources of a node, merged into those of the others. */
  private record Node(
      Map<Resource, Utilization> all, Map<Resource, Set<String>> known, String name) {

    void host(HostUse use, double processors) {
      put(Resource.CPU, use.cpuCoresMean(), processors);
      put(Resource.IOWAIT, use.ioWaitShare(), 1);
      put(Resource.MEMORY, use.memoryUsedShareMax(), 1);
      put(Resource.DISK, use.diskBusyShareMax(), 1);
      put(Resource.NETWORK, use.networkBusyShareMax(), 1);
    }

    void process(ProcessUse use, double measuredSeconds, double cpus, double bytes) {
      double seconds = use.observedSeconds(measuredSeconds);
      put(Resource.GC, use.gcPauseMillisTotal(), seconds * MILLIS_PER_SECOND);
      put(Resource.CPU, use.cpuCoresMean(), cpus);
      put(Resource.MEMORY, use.rssBytesMax(), bytes);
    }

    private void put(Resource resource, @Nullable Number figure, double whole) {
      if (figure != null && whole > 0) {
        Utilization use = new Utilization(figure.doubleValue() / whole, name);
        known.computeIfAbsent(resource, any -> new HashSet<>()).add(name);
        all.merge(resource, use, (one, other) -> one.share >= other.share ? one : other);
      }
    }
  }
}
