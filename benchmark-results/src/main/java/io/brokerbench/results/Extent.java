package io.brokerbench.results;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonInclude.Include;
import org.jspecify.annotations.Nullable;

/**
 * A figure that was sampled once per second.
 *
 * @param first first value
 * @param max maximum
 * @param last last value
 * @param aboveZeroShare share of the samples in which it was above zero; null in files of older
 *     releases
 * @param readings number of times that its source answered; null in files of older releases
 */
public record Extent(
    long first,
    long max,
    long last,
    @JsonInclude(Include.NON_NULL) @Nullable Double aboveZeroShare,
    @JsonInclude(Include.NON_NULL) @Nullable Long readings) {}
