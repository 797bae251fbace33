package io.brokerbench.result;

import io.brokerbench.sample.HostFigures;
import io.brokerbench.sample.ProcessFigures;
import io.brokerbench.sample.ResourceSampler;
import io.brokerbench.sample.Sample;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.IntStream;

/**
 * What the measured time cost: differences between a sample at its beginning and one at its end.
 * Immutable.
 *
 * <p>Figures that the system does not tell are left out.
 */
public final class ResourceUse {

  private static final double NANOS_PER_MICRO = 1e3;
  private static final double NANOS_PER_MILLI = 1e6;

  private final List<Sample> samples;
  private final long messages;
  private final double loadSeconds;

  /**
   * Works out the use.
   *
   * @param samples of the measured time in order of time
   * @param messages that were given to the client in that time
   * @param loadSeconds the time in which they were; samples take some milliseconds more
   */
  public ResourceUse(List<Sample> samples, long messages, double loadSeconds) {
    this.samples = List.copyOf(samples);
    this.messages = messages;
    this.loadSeconds = loadSeconds;
  }

  /** Whether there are two samples to take a difference of. */
  public boolean known() {
    return samples.size() > 1;
  }

  private Sample first() {
    return samples.get(0);
  }

  private Sample last() {
    return samples.get(samples.size() - 1);
  }

  /** Time between the first and the last sample: about the measured time. */
  public double seconds() {
    return nanos() / 1e9;
  }

  /**
   * Messages given to the client per second of the measured time, or received by consumers alone.
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

  /** Processor time of a process per second of the measured time. */
  public double cpuCores(String process) {
    return (end(process).cpuNanos() - begin(process).cpuNanos()) / nanos();
  }

  private ProcessFigures end(String process) {
    return java.util.Objects.requireNonNull(last().processes().get(process));
  }

  private ProcessFigures begin(String process) {
    return first().processes().getOrDefault(process, end(process));
  }

  /** Processor time outside the run's processes, in processors. */
  public double foreignCores() {
    double own = processNames().stream().mapToDouble(this::cpuCores).sum();
    return Math.max(0, last().host().busyCoresSince(first().host()) - own);
  }

  /** Stolen processor time as a share of all. */
  public double stealShare() {
    return share(last().host().stealNanos() - first().host().stealNanos());
  }

  private double share(long processorNanos) {
    long total = last().host().totalNanos() - first().host().totalNanos();
    return total == 0 ? 0 : (double) processorNanos / total;
  }

  /** Waiting for a processor as a share of the generator's waiting and running; 0 if unknown. */
  public double generatorStarvedShare() {
    double waited = last().generatorWaitNanos() - first().generatorWaitNanos();
    double ran = cpuCores(ResourceSampler.GENERATOR) * nanos();
    return waited <= 0 ? 0 : waited / (waited + ran);
  }

  /** Time in collections of the generator's JVM as a share of the measured time. */
  public double generatorGcShare() {
    ProcessFigures end = end(ResourceSampler.GENERATOR);
    ProcessFigures begin = begin(ResourceSampler.GENERATOR);
    return (end.gcPauseMillis() - begin.gcPauseMillis()) * NANOS_PER_MILLI / nanos();
  }

  /** The figures of each process and of the host, as {@code run.json} names them. */
  public Map<String, Map<String, Number>> figures() {
    Map<String, Map<String, Number>> all = new LinkedHashMap<>();
    for (String process : processNames()) {
      all.put(process, ofProcess(process));
    }
    if (known()) {
      all.put("host", ofHost());
    }
    return all;
  }

  private Map<String, Number> ofProcess(String process) {
    ProcessFigures begin = begin(process);
    ProcessFigures end = end(process);
    Map<String, Number> figures = new LinkedHashMap<>();
    figures.put("cpuCoresMean", cpuCores(process));
    perMessage(
        figures, "cpuMicrosPerMessage", (end.cpuNanos() - begin.cpuNanos()) / NANOS_PER_MICRO);
    figures.put("rssBytesMax", max(process, ProcessFigures::rssBytes));
    if (end.heapUsedBytes() >= 0) {
      figures.put("heapUsedBytesMax", max(process, ProcessFigures::heapUsedBytes));
      figures.put("gcCount", end.gcCount() - begin.gcCount());
      figures.put("gcPauseMillisTotal", end.gcPauseMillis() - begin.gcPauseMillis());
    }
    if (begin.writtenBytes() >= 0 && end.writtenBytes() >= 0) {
      figures.put("bytesRead", end.readBytes() - begin.readBytes());
      figures.put("bytesWritten", end.writtenBytes() - begin.writtenBytes());
      perMessage(
          figures, "bytesWrittenPerMessage", (double) (end.writtenBytes() - begin.writtenBytes()));
    }
    return figures;
  }

  private long max(String process, java.util.function.ToLongFunction<ProcessFigures> figure) {
    return samples.stream()
        .map(sample -> sample.processes().getOrDefault(process, end(process)))
        .mapToLong(figure)
        .max()
        .orElse(-1);
  }

  private Map<String, Number> ofHost() {
    HostFigures begin = first().host();
    HostFigures end = last().host();
    Map<String, Number> figures = new LinkedHashMap<>();
    figures.put("cpuCoresMean", end.busyCoresSince(begin));
    figures.put("foreignCpuCoresMean", foreignCores());
    figures.put("ioWaitShare", share(end.ioWaitNanos() - begin.ioWaitNanos()));
    figures.put("stealShare", stealShare());
    figures.put(
        "loadAverageMax",
        samples.stream().mapToDouble(sample -> sample.host().loadAverage()).max().orElse(-1));
    figures.put("networkBytes", end.networkBytes() - begin.networkBytes());
    figures.put("diskBytesWritten", end.diskWrittenBytes() - begin.diskWrittenBytes());
    if (end.diskFlushes() >= 0) {
      figures.put("diskFlushes", end.diskFlushes() - begin.diskFlushes());
    }
    figures.put(
        "memoryUsedShareMax",
        samples.stream().mapToDouble(sample -> sample.host().memoryUsedShare()).max().orElse(-1));
    busiest(figures, "diskBusyShareMax", HostFigures::diskBusyNanos);
    busiest(figures, "networkBusyShareMax", HostFigures::networkBusyNanos);
    return figures;
  }

  /** Of all disks, or cards, the share of time that the busiest was busy. */
  private void busiest(
      Map<String, Number> figures, String name, Function<HostFigures, List<Long>> times) {
    List<Long> begin = times.apply(first().host());
    List<Long> end = times.apply(last().host());
    // One that came or went meanwhile leaves nothing to compare.
    if (begin.size() == end.size() && !end.isEmpty()) {
      figures.put(
          name,
          IntStream.range(0, end.size()).mapToLong(i -> end.get(i) - begin.get(i)).max().orElse(0)
              / nanos());
    }
  }

  private void perMessage(Map<String, Number> figures, String name, double total) {
    if (messages > 0) {
      figures.put(name, total / messages);
    }
  }
}
