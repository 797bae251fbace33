package io.brokerbench.result;

import io.brokerbench.compare.SteadyState;
import io.brokerbench.record.Ledger.Counts;
import io.brokerbench.record.Metric;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.SortedMap;
import org.HdrHistogram.Histogram;

/**
 * What was measured.
 *
 * @param warmupSeconds length of the warm-up
 * @param warmupEndedBy {@code time} if its length was given, {@code steady}, or {@code limit}
 * @param seconds length of the measured time
 * @param steadyState whether rate or median latency kept its level in it
 * @param offeredPerSecond messages that were due per second; empty in a closed loop
 * @param counts of the measured time
 * @param allCounts of the whole run; what had no outcome at its end is unknown
 * @param latencies of the measured time; metrics without any are left out
 * @param outOfRange latencies that were negative or above an hour
 * @param windowFullShare share of the measured time that an average sender waited for a full window
 * @param hiccups pauses of the generator in the measured time, nanoseconds
 * @param availableProcessors that the generator may use
 * @param resources of the measured time
 * @param figures what brokers and connections told beside in the measured time, by name
 * @param incidents what brokers did to the load, one line each
 * @param faults what went wrong meanwhile, one line each
 * @param cutShort where a signal ended it before everything it waits for had ended; empty if none
 *     did
 */
public record Measurement(
    double warmupSeconds,
    String warmupEndedBy,
    double seconds,
    SteadyState steadyState,
    OptionalDouble offeredPerSecond,
    Counts counts,
    Counts allCounts,
    Map<Metric, LatencySummary> latencies,
    long outOfRange,
    double windowFullShare,
    Histogram hiccups,
    int availableProcessors,
    ResourceUse resources,
    SortedMap<String, Span> figures,
    List<String> incidents,
    List<String> faults,
    String cutShort) {

  /** The same, cut short by this. */
  public Measurement withCutShort(String reason) {
    return new Measurement(
        warmupSeconds,
        warmupEndedBy,
        seconds,
        steadyState,
        offeredPerSecond,
        counts,
        allCounts,
        latencies,
        outOfRange,
        windowFullShare,
        hiccups,
        availableProcessors,
        resources,
        figures,
        incidents,
        faults,
        reason);
  }

  /** Messages per second that were due in the measured time and given to the client in it. */
  public double achievedPerSecond() {
    return seconds > 0 ? counts.onTime() / seconds : 0;
  }

  /** Messages per second given to the client in the measured time, whenever they were due. */
  public double sentPerSecond() {
    return resources.known() ? resources.messagesPerSecond() : achievedPerSecond();
  }

  /** Messages per second that were acknowledged before the measured time ended. */
  public double ackedPerSecond() {
    return seconds > 0 ? counts.ackedOnTime() / seconds : 0;
  }
}
