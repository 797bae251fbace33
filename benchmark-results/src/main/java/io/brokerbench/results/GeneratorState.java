package io.brokerbench.results;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonInclude.Include;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The load generator in the measured time.
 *
 * @param availableProcessors processors that its JVM may use
 * @param hiccupP99Nanos 99th percentile of the pauses measured by a sleeping thread of its JVM
 * @param hiccupMaxNanos longest of these pauses
 * @param windowFullShare share of the time that an average sender waited for a full window
 * @param latenciesOutOfRange latencies that were negative or above an hour; in no percentile
 * @param starvedShare share of waiting for a processor in waiting and running time; null if unknown
 * @param gcShare share of the time in garbage collections; null if unknown
 * @param troubles problems of the generator that affect the measurement, one line each; null if
 *     unknown
 * @param floor latencies of this machine without a broker
 */
public record GeneratorState(
    int availableProcessors,
    long hiccupP99Nanos,
    long hiccupMaxNanos,
    double windowFullShare,
    long latenciesOutOfRange,
    @JsonInclude(Include.NON_NULL) @Nullable Double starvedShare,
    @JsonInclude(Include.NON_NULL) @Nullable Double gcShare,
    @JsonInclude(Include.NON_NULL) @Nullable List<String> troubles,
    Map<Metric, Latency> floor) {

  GeneratorState with(@Nullable List<String> newTroubles) {
    return new GeneratorState(
        availableProcessors,
        hiccupP99Nanos,
        hiccupMaxNanos,
        windowFullShare,
        latenciesOutOfRange,
        starvedShare,
        gcShare,
        newTroubles,
        floor);
  }
}
