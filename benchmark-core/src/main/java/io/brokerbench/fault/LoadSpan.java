package io.brokerbench.fault;

/**
 * Boundaries of the load on the monotonic clock of the run. The measured time ends with the load.
 *
 * @param startNanos start of the load
 * @param measuredFromNanos start of the measured time; beyond the end if there was none
 * @param endNanos end of the load
 */
public record LoadSpan(long startNanos, long measuredFromNanos, long endNanos) {}
