package io.brokerbench.sample;

import io.brokerbench.results.Resources.HostUse;
import java.util.HashMap;
import java.util.Map;
import java.util.Map.Entry;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What remains of the figures of a machine over a time: the first and the last, whose difference is
 * the growth of counters, and the maximum of each level. Immutable.
 */
public record HostSpan(
    HostFigures first, HostFigures last, double loadAverageMax, double memoryUsedShareMax) {

  static HostSpan of(HostFigures figures) {
    return new HostSpan(figures, figures, figures.loadAverage(), figures.memoryUsedShare());
  }

  HostSpan plus(HostFigures figures) {
    return new HostSpan(
        first,
        figures,
        Math.max(loadAverageMax, figures.loadAverage()),
        Math.max(memoryUsedShareMax, figures.memoryUsedShare()));
  }

  /** Length of the time in nanoseconds, by the clock of the machine. */
  public double nanos() {
    return last.processors() == 0
        ? 0
        : (double) (last.totalNanos() - first.totalNanos()) / last.processors();
  }

  /** Mean number of busy processors. */
  public double busyCores() {
    return last.busyCoresSince(first);
  }

  /** Stolen processor time as a share of all processor time; null if it is unknown. */
  public @Nullable Double stealShare() {
    return share(growth(first.stealNanos(), last.stealNanos()));
  }

  private @Nullable Double share(@Nullable Long processorNanos) {
    long total = last.totalNanos() - first.totalNanos();
    return processorNanos == null ? null : total == 0 ? 0 : (double) processorNanos / total;
  }

  /** Growth of a counter that is negative where it is unknown. */
  private static @Nullable Long growth(long from, long to) {
    return from < 0 || to < 0 ? null : to - from;
  }

  /**
   * The use of the machine.
   *
   * @param processors number to be shown; null if it is shown elsewhere
   * @param foreignCores busy with processes outside the run; null if unknown
   * @param nanos length of the time, for shares of devices
   */
  public HostUse use(@Nullable Integer processors, @Nullable Double foreignCores, double nanos) {
    Optional<Entry<String, Double>> disk =
        busiest(first.diskBusyNanos(), last.diskBusyNanos(), nanos);
    Optional<Entry<String, Double>> network =
        busiest(first.networkBusyNanos(), last.networkBusyNanos(), nanos);
    Optional<Entry<String, Double>> fullest =
        last.fileSystemUsedShares().entrySet().stream().max(Entry.comparingByValue());
    return new HostUse(
        processors,
        busyCores(),
        foreignCores,
        share(growth(first.ioWaitNanos(), last.ioWaitNanos())),
        stealShare(),
        loadAverageMax,
        first.networkBytes().isEmpty() || last.networkBytes().isEmpty()
            ? null
            : last.networkBytesSince(first),
        growth(first.diskWrittenBytes(), last.diskWrittenBytes()),
        growth(first.diskFlushes(), last.diskFlushes()),
        memoryUsedShareMax < 0 ? null : memoryUsedShareMax,
        disk.map(Entry::getValue).orElse(null),
        disk.map(Entry::getKey).orElse(null),
        network.map(Entry::getValue).orElse(null),
        network.map(Entry::getKey).orElse(null),
        fullest.map(Entry::getValue).orElse(null),
        fullest.map(Entry::getKey).orElse(null),
        last.pressureNanos().isEmpty()
            ? null
            : shares(first.pressureNanos(), last.pressureNanos(), nanos));
  }

  /** Busy share of the busiest device that was there all the time. */
  private static Optional<Entry<String, Double>> busiest(
      Map<String, Long> from, Map<String, Long> to, double nanos) {
    return shares(from, to, nanos).entrySet().stream().max(Entry.comparingByValue());
  }

  private static Map<String, Double> shares(
      Map<String, Long> from, Map<String, Long> to, double nanos) {
    Map<String, Double> shares = new HashMap<>();
    to.forEach(
        (name, end) -> {
          Long begin = from.get(name);
          if (begin != null && nanos > 0) {
            shares.put(name, (end - begin) / nanos);
          }
        });
    return shares;
  }
}
