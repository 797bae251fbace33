package io.brokerbench.stored;

import io.brokerbench.results.Extent;
import io.brokerbench.results.Latency;
import io.brokerbench.results.Latency.Statistic;
import io.brokerbench.results.LoadOutcome;
import io.brokerbench.results.Metric;
import io.brokerbench.results.ProcessFigure.ProcessUse;
import io.brokerbench.results.RunResult;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The figures of a load that was offered at a rate and consumed at the same time.
 *
 * @param flow how brokers and consumers coped with the load
 * @param limit limit of the sends in flight, such as {@code 3 each}, if the setting is a share
 * @param sentPerSecond messages sent per second
 * @param receivedPerSecond deliveries per second
 * @param endToEndNanos statistics of the end-to-end latency, as far as known
 * @param max maxima of the figures that the brokers report: {@link #QUEUED}, {@link #MEMORY}, as
 *     far as known
 * @param cost resources used; null if those of the brokers are unknown
 */
public record ConsumedLoad(
    LoadOutcome flow,
    Optional<String> limit,
    double sentPerSecond,
    double receivedPerSecond,
    Map<Statistic, Double> endToEndNanos,
    Map<String, Double> max,
    @Nullable Cost cost) {

  /** Key of the number of messages waiting in queues. */
  public static final String QUEUED = "readyMessages";

  /** Key of the memory of all brokers together, bytes. */
  public static final String MEMORY = "memoryBytes";

  /**
   * The resources of the machine that a load used.
   *
   * @param busyShare share of the host's processors used by all processes, 0 to 1
   * @param brokerCores processors used by all brokers together
   * @param brokerMemoryBytes sum of the maxima of the brokers' memory
   */
  public record Cost(double busyShare, double brokerCores, double brokerMemoryBytes) {}

  /**
   * The consumed load of a run; empty if the run had none.
   *
   * @param inFlight the setting {@code load.in-flight}
   */
  static Optional<ConsumedLoad> of(RunResult run, String inFlight) {
    LoadOutcome flow = run.throughput().flow();
    if (flow == null) {
      return Optional.empty();
    }
    Double received = run.throughput().receivedPerSecond();
    return Optional.of(
        new ConsumedLoad(
            flow,
            inFlight.endsWith("%")
                ? Optional.ofNullable(run.throughput().inFlight())
                : Optional.empty(),
            run.throughput().sentPerSecond(),
            received == null ? 0 : received,
            latencies(run.latency().get(Metric.END_TO_END)),
            maxima(run.brokerFigures()),
            cost(run)));
  }

  private static Map<Statistic, Double> latencies(@Nullable Latency latency) {
    Map<Statistic, Double> known = new EnumMap<>(Statistic.class);
    for (Statistic statistic : Statistic.values()) {
      Long nanos = latency == null ? null : latency.nanos(statistic);
      if (nanos != null) {
        known.put(statistic, (double) nanos);
      }
    }
    return known;
  }

  private static Map<String, Double> maxima(@Nullable Map<String, Extent> figures) {
    Map<String, Double> maxima = new TreeMap<>();
    for (String name : List.of(QUEUED, MEMORY)) {
      Extent extent = figures == null ? null : figures.get(name);
      // A zero from an unknown number of readings may be a single one, from before the load.
      if (extent != null && (extent.max() > 0 || extent.readings() != null)) {
        maxima.put(name, (double) extent.max());
      }
    }
    return maxima;
  }

  private static @Nullable Cost cost(RunResult run) {
    OptionalDouble cores = run.resources().ofBrokers(ProcessUse::cpuCoresMean);
    OptionalDouble bytes = run.resources().ofBrokers(ConsumedLoad::memoryBytes);
    Double busyShare = run.busyShare();
    return cores.isEmpty() || bytes.isEmpty() || busyShare == null
        ? null
        : new Cost(busyShare, cores.getAsDouble(), bytes.getAsDouble());
  }

  private static @Nullable Double memoryBytes(ProcessUse use) {
    Long bytes = use.rssBytesMax();
    return bytes == null ? null : bytes.doubleValue();
  }
}
