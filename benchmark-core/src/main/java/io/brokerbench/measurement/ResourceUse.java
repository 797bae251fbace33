package io.brokerbench.measurement;

import io.brokerbench.results.ProcessFigure;
import io.brokerbench.results.ProcessFigure.Kind;
import io.brokerbench.results.Resources;
import io.brokerbench.results.Resources.HostUse;
import io.brokerbench.results.Resources.ProcessUse;
import io.brokerbench.sample.HostFigures;
import io.brokerbench.sample.ProcessFigures;
import io.brokerbench.sample.ResourceSampler;
import io.brokerbench.sample.Sample;
import io.brokerbench.sample.SampleSpan;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Resource use in the measured time: differences between a sample at its start and one at its end.
 *
 * <p>Figures that the system does not report are omitted.
 *
 * @param samples of the measured time
 * @param messages number of messages passed to the client in that time
 * @param loadSeconds length of that time; samples take some milliseconds more
 */
public record ResourceUse(SampleSpan samples, long messages, double loadSeconds) {

  private static final double NANOS_PER_MILLI = 1e6;

  /** Whether there are at least two samples, so that a difference exists. */
  public boolean known() {
    return samples.isSpan();
  }

  private Sample first() {
    return samples.first();
  }

  private Sample last() {
    return samples.last();
  }

  /**
   * Messages per second of the measured time, passed to the client or, without senders, received by
   * consumers.
   */
  public double messagesPerSecond() {
    return messages / loadSeconds;
  }

  private double nanos() {
    return (double) (last().nanos() - first().nanos());
  }

  /** Names of the processes, generator first. */
  public List<String> processNames() {
    return known() ? List.copyOf(last().processes().keySet()) : List.of();
  }

  /** Mean number of processors used by a process in the measured time. */
  public double cpuCores(String process) {
    return growth(process, ProcessFigure.CPU_NANOS) / nanos();
  }

  /** Growth of a counter in the measured time; 0 if it is unknown. */
  private double growth(String process, ProcessFigure counter) {
    Long growth = end(process).since(begin(process), counter);
    return growth == null ? 0 : growth;
  }

  private ProcessFigures end(String process) {
    return java.util.Objects.requireNonNull(last().processes().get(process));
  }

  private ProcessFigures begin(String process) {
    return first().processes().getOrDefault(process, end(process));
  }

  /** Mean number of processors used by processes outside the run. */
  public double foreignCores() {
    double own = processNames().stream().mapToDouble(this::cpuCores).sum();
    return Math.max(0, last().host().busyCoresSince(first().host()) - own);
  }

  /** Stolen processor time as a share of all processor time. */
  public double stealShare() {
    return share(last().host().stealNanos() - first().host().stealNanos());
  }

  private double share(long processorNanos) {
    long total = last().host().totalNanos() - first().host().totalNanos();
    return total == 0 ? 0 : (double) processorNanos / total;
  }

  /** Share of waiting for a processor in the generator's waiting and running time; 0 if unknown. */
  public double generatorStarvedShare() {
    double waited = last().generatorWaitNanos() - first().generatorWaitNanos();
    double ran = cpuCores(ResourceSampler.GENERATOR) * nanos();
    return waited <= 0 ? 0 : waited / (waited + ran);
  }

  /** Time in collections of the generator's JVM as a share of the measured time. */
  public double generatorGcShare() {
    return growth(ResourceSampler.GENERATOR, ProcessFigure.GC_PAUSE_MILLIS)
        * NANOS_PER_MILLI
        / nanos();
  }

  /** The figures of each process and of the host. */
  public Resources result() {
    Map<String, ProcessUse> processes = new LinkedHashMap<>();
    for (String process : processNames()) {
      processes.put(process, ofProcess(process));
    }
    return new Resources(processes, known() ? ofHost() : null);
  }

  private ProcessUse ofProcess(String process) {
    ProcessFigures begin = begin(process);
    ProcessFigures end = end(process);
    Map<ProcessFigure, Long> sums = new EnumMap<>(ProcessFigure.class);
    for (ProcessFigure figure : ProcessFigure.values()) {
      Long sum =
          figure.kind() == Kind.LEVEL ? samples.max(process, figure) : end.since(begin, figure);
      if (sum != null) {
        sums.put(figure, sum);
      }
    }
    return ProcessUse.of(end.role(), sums, nanos(), messages);
  }

  private HostUse ofHost() {
    HostFigures begin = first().host();
    HostFigures end = last().host();
    return new HostUse(
        end.busyCoresSince(begin),
        foreignCores(),
        share(end.ioWaitNanos() - begin.ioWaitNanos()),
        stealShare(),
        samples.loadAverageMax(),
        end.networkBytes() - begin.networkBytes(),
        end.diskWrittenBytes() - begin.diskWrittenBytes(),
        end.diskFlushes() >= 0 ? end.diskFlushes() - begin.diskFlushes() : null,
        samples.memoryUsedShareMax(),
        busiest(HostFigures::diskBusyNanos),
        busiest(HostFigures::networkBusyNanos));
  }

  /** Busy share of the busiest disk or network card; null if unknown. */
  private @Nullable Double busiest(Function<HostFigures, List<Long>> times) {
    List<Long> begin = times.apply(first().host());
    List<Long> end = times.apply(last().host());
    // A device was added or removed: the samples are not comparable.
    if (begin.size() != end.size() || end.isEmpty()) {
      return null;
    }
    return IntStream.range(0, end.size()).mapToLong(i -> end.get(i) - begin.get(i)).max().orElse(0)
        / nanos();
  }
}
