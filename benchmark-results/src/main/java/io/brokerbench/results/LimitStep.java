package io.brokerbench.results;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonInclude.Include;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The part of the measured time with one limit of sends in flight. Rates and latencies are those of
 * what happened in its seconds.
 *
 * @param inFlight limit of sends in flight: {@code 64}, {@code 10 each}
 * @param seconds its length
 * @param sentPerSecond messages passed to the client
 * @param ackedPerSecond messages acknowledged
 * @param receivedPerSecond deliveries, of all consumer groups; null without consumers
 * @param backlogAtEnd messages that the slowest group has yet to receive at its end; null if
 *     unknown
 * @param flow reaction of brokers and consumers to the load; null if unknown
 * @param latency by metric; metrics without a sample are omitted
 */
public record LimitStep(
    String inFlight,
    double seconds,
    double sentPerSecond,
    double ackedPerSecond,
    @JsonInclude(Include.NON_NULL) @Nullable Double receivedPerSecond,
    @JsonInclude(Include.NON_NULL) @Nullable Long backlogAtEnd,
    @JsonInclude(Include.NON_NULL) @Nullable LoadOutcome flow,
    Map<Metric, Latency> latency) {}
