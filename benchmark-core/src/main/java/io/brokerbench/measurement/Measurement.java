package io.brokerbench.measurement;

import io.brokerbench.record.Ledger.Counts;
import io.brokerbench.results.Connections;
import io.brokerbench.results.Extent;
import io.brokerbench.results.Latency;
import io.brokerbench.results.LimitStep;
import io.brokerbench.results.Metric;
import io.brokerbench.results.SteadyState;
import io.brokerbench.results.Throughput.WarmupEnd;
import io.brokerbench.results.workers.WorkerUse;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.SortedMap;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/**
 * Figures of a run.
 *
 * @param warmupSeconds length of the warm-up
 * @param warmupEndedBy reason for the end of the warm-up
 * @param seconds length of the measured time
 * @param steadyState whether rate or median latency kept its level in the measured time
 * @param offeredPerSecond messages due per second; empty in a closed loop
 * @param counts of the measured time
 * @param allCounts of the whole run; messages without an outcome at its end count as unknown
 * @param connections alongside the load; null if there are none
 * @param latencies of the measured time; metrics without any are omitted
 * @param steps parts of the measured time with different limits of sends in flight; empty if there
 *     is one limit
 * @param outOfRange latencies that were negative or above an hour
 * @param windowFullShare share of the measured time that an average sender waited for a full window
 * @param hiccups pauses of the generator in the measured time, nanoseconds
 * @param availableProcessors processors that the generator may use
 * @param resources of the measured time
 * @param firstReceiptsPerSecond different messages that consumers received in the measured time,
 *     the sum of all groups; of messages without a header, all deliveries
 * @param figures additional figures of brokers and connections in the measured time, by name
 * @param workers parts of the run by worker; none if this process generated the load
 * @param incidents actions of brokers that affected the load, one line each
 * @param faults failures of the cluster during the run, one line each
 * @param aborted why the load was ended, or the run is incomplete: a limit of {@code abort}, or a
 *     worker that was lost; empty for neither
 */
public record Measurement(
    double warmupSeconds,
    WarmupEnd warmupEndedBy,
    double seconds,
    SteadyState steadyState,
    OptionalDouble offeredPerSecond,
    Counts counts,
    Counts allCounts,
    @Nullable Connections connections,
    Map<Metric, Latency> latencies,
    List<LimitStep> steps,
    long outOfRange,
    double windowFullShare,
    Histogram hiccups,
    int availableProcessors,
    ResourceUse resources,
    double firstReceiptsPerSecond,
    SortedMap<String, Extent> figures,
    List<WorkerUse> workers,
    List<String> incidents,
    List<String> faults,
    String aborted) {

  /** Messages per second that were due in the measured time and passed to the client within it. */
  public double achievedPerSecond() {
    return seconds > 0 ? counts.onTime() / seconds : 0;
  }

  /** Messages per second passed to the client in the measured time, whenever they were due. */
  public double sentPerSecond() {
    return resources.known() ? resources.messagesPerSecond() : achievedPerSecond();
  }

  /** Messages per second that were acknowledged before the measured time ended. */
  public double ackedPerSecond() {
    return seconds > 0 ? counts.ackedOnTime() / seconds : 0;
  }
}
