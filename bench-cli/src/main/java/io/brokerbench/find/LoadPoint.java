package io.brokerbench.find;

/**
 * A point of the load-latency curve.
 *
 * @param perSecond messages a second
 * @param latencyNanos of whichever percentile the curve shows
 */
public record LoadPoint(double perSecond, double latencyNanos) {}
