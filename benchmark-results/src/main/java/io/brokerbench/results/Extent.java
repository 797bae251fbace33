package io.brokerbench.results;

/**
 * A figure that was sampled once per second.
 *
 * @param first first value
 * @param max maximum
 * @param last last value
 */
public record Extent(long first, long max, long last) {}
