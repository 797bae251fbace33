package io.brokerbench.generator;

import io.brokerbench.results.Metric;
import java.util.Map;
import org.HdrHistogram.Histogram;

/**
 * What the clients of a run recorded in a time, usually a second. The caller owns the histograms
 * until the next.
 *
 * @param standing the counts at its end
 * @param warmup latencies of messages of the warm-up; metrics without any ever are omitted
 * @param measured latencies of messages of the measured time, likewise
 * @param errorNanos maximum error of the latencies of a metric, if it compares two clocks
 * @param hiccups pauses of the generator, nanoseconds
 */
public record Flip(
    Standing standing,
    Map<Metric, Histogram> warmup,
    Map<Metric, Histogram> measured,
    Map<Metric, Long> errorNanos,
    Histogram hiccups) {}
