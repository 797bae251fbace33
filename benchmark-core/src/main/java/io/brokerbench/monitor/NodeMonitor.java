package io.brokerbench.monitor;

import io.brokerbench.clock.Clock;
import io.brokerbench.driver.BrokerException;
import io.brokerbench.driver.DaemonThreads;
import io.brokerbench.results.ProcessFigure;
import io.brokerbench.results.Resources.Role;
import io.brokerbench.results.Resources.SourceUse;
import io.brokerbench.sample.HostFigures;
import io.brokerbench.sample.NodeFigures;
import io.brokerbench.sample.ProcessFigures;
import io.brokerbench.sample.RemoteNodes;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** Reads the sources of all nodes every second, each on its own. Thread-safe. */
public final class NodeMonitor implements RemoteNodes, AutoCloseable {

  private static final int MOST_THREADS = 16;

  private final List<SourceWatch> watches;
  private final ScheduledExecutorService reader;

  private NodeMonitor(List<SourceWatch> watches) {
    this.watches = List.copyOf(watches);
    this.reader =
        Executors.newScheduledThreadPool(
            Math.min(MOST_THREADS, watches.size()), DaemonThreads.named("brokerbench-monitor"));
  }

  /**
   * Checks that each source answers, and starts to read them.
   *
   * @param maxAge maximum age of figures that are used
   * @param progress receives a line for each source
   * @throws BrokerException if a source does not answer, or lacks what it is there for
   */
  public static NodeMonitor start(
      List<NodeSources> nodes, Duration maxAge, Clock clock, Consumer<String> progress)
      throws BrokerException, InterruptedException {
    List<SourceWatch> watches = new ArrayList<>();
    for (NodeSources node : nodes) {
      for (SourceKind kind : new TreeMap<>(node.endpoints()).keySet()) {
        SourceWatch watch = new SourceWatch(node, kind, maxAge, clock);
        watch.check();
        progress.accept(watch.summary());
        watches.add(watch);
      }
    }
    NodeMonitor monitor = new NodeMonitor(watches);
    for (SourceWatch watch : watches) {
      ScheduledFuture<?> unused =
          monitor.reader.scheduleWithFixedDelay(
              () -> {
                try {
                  watch.read();
                } catch (InterruptedException e) {
                  Thread.currentThread().interrupt();
                }
              },
              1,
              1,
              TimeUnit.SECONDS);
    }
    return monitor;
  }

  @Override
  public Map<String, NodeFigures> latest() {
    Map<String, List<SourceWatch.Latest>> byNode = new TreeMap<>();
    for (SourceWatch watch : watches) {
      watch
          .latest()
          .ifPresent(
              latest -> byNode.computeIfAbsent(watch.node(), n -> new ArrayList<>()).add(latest));
    }
    Map<String, NodeFigures> figures = new TreeMap<>();
    byNode.forEach((name, latest) -> figures.put(name, joined(latest)));
    return figures;
  }

  private static NodeFigures joined(List<SourceWatch.Latest> sources) {
    Optional<HostFigures> host =
        sources.stream().flatMap(source -> source.host().stream()).findFirst();
    Map<ProcessFigure, Long> process = new EnumMap<>(ProcessFigure.class);
    Map<String, Long> broker = new TreeMap<>();
    // The source of the processor time, which is a rate, is the one whose time counts.
    long nanos = sources.get(0).newNanos();
    for (SourceWatch.Latest source : sources) {
      if (source.process().containsKey(ProcessFigure.CPU_NANOS)
          && !process.containsKey(ProcessFigure.CPU_NANOS)) {
        nanos = source.newNanos();
      }
      source.process().forEach(process::putIfAbsent);
      source.broker().forEach(broker::putIfAbsent);
    }
    return new NodeFigures(
        nanos,
        process.isEmpty()
            ? Optional.empty()
            : Optional.of(new ProcessFigures(Role.BROKER, process)),
        host,
        broker);
  }

  @Override
  public void restart() {
    watches.forEach(SourceWatch::restart);
  }

  @Override
  public List<SourceUse> uses() {
    return watches.stream().map(SourceWatch::use).toList();
  }

  @Override
  public void close() {
    reader.shutdownNow();
  }
}
