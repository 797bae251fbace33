package io.brokerbench.results;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonInclude.Include;
import org.jspecify.annotations.Nullable;

/**
 * Percentiles of a merged histogram, in nanoseconds; null if fewer than ten samples lie above, or
 * if the value is below the error.
 *
 * @param count number of samples
 * @param meanNanos null without samples
 * @param maxNanos null without samples
 * @param errorNanos maximum error of each sample, of latencies between two clocks; null for one
 *     clock
 */
public record Latency(
    long count,
    @Nullable Long meanNanos,
    @Nullable Long p50Nanos,
    @Nullable Long p75Nanos,
    @Nullable Long p90Nanos,
    @Nullable Long p95Nanos,
    @Nullable Long p99Nanos,
    @Nullable Long p999Nanos,
    @Nullable Long maxNanos,
    @JsonInclude(Include.NON_NULL) @Nullable Long errorNanos) {}
