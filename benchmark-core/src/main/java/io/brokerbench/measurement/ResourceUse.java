package io.brokerbench.measurement;

import io.brokerbench.results.ProcessFigure;
import io.brokerbench.results.ProcessFigure.Kind;
import io.brokerbench.results.ProcessFigure.ProcessUse;
import io.brokerbench.results.Resources;
import io.brokerbench.results.Resources.HostUse;
import io.brokerbench.results.Resources.Role;
import io.brokerbench.results.Resources.SourceUse;
import io.brokerbench.sample.HostSpan;
import io.brokerbench.sample.ProcessFigures;
import io.brokerbench.sample.ResourceSampler;
import io.brokerbench.sample.SampleSpan;
import io.brokerbench.sample.SampleSpan.NodeSpan;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Resource use in the measured time: differences between a sample at its start and one at its end.
 *
 * <p>Figures that the system does not report are omitted.
 *
 * @param samples of the measured time
 * @param sources of the figures of other machines
 * @param messages number of messages passed to the client in that time
 * @param loadSeconds length of that time; samples take some milliseconds more
 */
public record ResourceUse(
    SampleSpan samples, List<SourceUse> sources, long messages, double loadSeconds) {

  private static final double NANOS_PER_MILLI = 1e6;

  /** Whether there are samples of different times, so that a difference exists. */
  public boolean known() {
    return samples.isSpan();
  }

  /**
   * Messages per second of the measured time, passed to the client or, without senders, received by
   * consumers.
   */
  double messagesPerSecond() {
    return messages / loadSeconds;
  }

  private double nanos() {
    return (double) (samples.last().nanos() - samples.first().nanos());
  }

  /**
   * Names of the processes, generator first: without those of other machines whose figures were
   * known for less than half of the measured time.
   */
  private List<String> processNames() {
    if (!known()) {
      return List.of();
    }
    List<String> names = new ArrayList<>(samples.last().processes().keySet());
    names.removeAll(samples.nodes().keySet());
    new TreeMap<>(samples.nodes())
        .forEach(
            (name, node) -> {
              if (node.last() != null && isMost((double) (node.lastNanos() - node.firstNanos()))) {
                names.add(name);
              }
            });
    return List.copyOf(names);
  }

  private boolean isMost(double nanos) {
    return nanos >= nanos() / 2;
  }

  /** Mean number of processors used by a process in the measured time. */
  public double cpuCores(String process) {
    return growth(process, ProcessFigure.CPU_NANOS) / nanos(process);
  }

  /** Growth of a counter in the measured time; 0 if it is unknown. */
  private double growth(String process, ProcessFigure counter) {
    Long growth = since(process, counter);
    return growth == null ? 0 : growth;
  }

  /** Growth of a counter in the measured time; null if it is unknown. */
  private @Nullable Long since(String process, ProcessFigure counter) {
    ProcessFigures begin = begin(process);
    return begin == null ? null : end(process).since(begin, counter);
  }

  private @Nullable NodeSpan node(String process) {
    return samples.nodes().get(process);
  }

  private ProcessFigures end(String process) {
    NodeSpan node = node(process);
    return Objects.requireNonNull(
        node == null ? samples.last().processes().get(process) : node.last());
  }

  /** Null if the process had no figures at that time. */
  private @Nullable ProcessFigures begin(String process) {
    NodeSpan node = node(process);
    return node == null
        ? samples.first().processes().get(process)
        : Objects.requireNonNull(node.first());
  }

  /** The time between the first and the last figures of a process. */
  private double nanos(String process) {
    NodeSpan node = node(process);
    return node == null ? nanos() : (double) (node.lastNanos() - node.firstNanos());
  }

  /** Mean number of processors of this machine used by processes outside the run. */
  double foreignCores() {
    double own = processNames().stream().filter(this::isHere).mapToDouble(this::cpuCores).sum();
    return Math.max(0, host().busyCores() - own);
  }

  /** Workers report their machines, except those on this one. */
  private boolean isHere(String process) {
    NodeSpan node = node(process);
    return node == null || (end(process).role() == Role.GENERATOR && node.host().isEmpty());
  }

  private HostSpan host() {
    return samples.host().orElseThrow();
  }

  /** Share of waiting for a processor in the generator's waiting and running time; 0 if unknown. */
  double generatorStarvedShare() {
    double waited = samples.last().generatorWaitNanos() - samples.first().generatorWaitNanos();
    double ran = cpuCores(ResourceSampler.GENERATOR) * nanos();
    return waited <= 0 ? 0 : waited / (waited + ran);
  }

  /**
   * Time in collections of a process's JVM as a share of the time between its first and its last
   * figures; 0 if unknown.
   */
  double gcShare(String process) {
    return growth(process, ProcessFigure.GC_PAUSE_MILLIS) * NANOS_PER_MILLI / nanos(process);
  }

  /** The figures of each process and machine. */
  public Resources result() {
    Map<String, ProcessUse> processes = new LinkedHashMap<>();
    for (String process : processNames()) {
      processes.put(process, ofProcess(process));
    }
    return new Resources(
        processes,
        known() ? host().use(null, foreignCores(), nanos()) : null,
        samples.nodes().isEmpty() ? null : hosts(),
        sources.isEmpty() ? null : sources);
  }

  private ProcessUse ofProcess(String process) {
    Map<ProcessFigure, Long> sums = new EnumMap<>(ProcessFigure.class);
    for (ProcessFigure figure : ProcessFigure.values()) {
      Long sum =
          figure.kind() == Kind.LEVEL ? samples.max(process, figure) : since(process, figure);
      if (sum != null) {
        sums.put(figure, sum);
      }
    }
    double nanos = nanos(process);
    // Figures that are older than the sample cover a shorter time, and fewer messages.
    return ProcessUse.of(end(process).role(), sums, nanos, Math.round(messages * nanos / nanos()));
  }

  private Map<String, HostUse> hosts() {
    Map<String, HostUse> hosts = new TreeMap<>();
    if (known()) {
      List<String> processes = processNames();
      samples
          .nodes()
          .forEach(
              (name, node) ->
                  node.host()
                      .filter(host -> isMost(host.nanos()))
                      .ifPresent(
                          host ->
                              hosts.put(
                                  name,
                                  host.use(
                                      host.last().processors(),
                                      processes.contains(name)
                                          ? Math.max(0, host.busyCores() - cpuCores(name))
                                          : null,
                                      host.nanos()))));
    }
    return hosts;
  }
}
