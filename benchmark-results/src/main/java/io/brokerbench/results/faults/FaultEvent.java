package io.brokerbench.results.faults;

/**
 * An event in the course of a planned fault: what was done, what the cluster reported, a line of
 * output of a hook.
 *
 * @param seconds since the injection
 * @param text one line
 */
public record FaultEvent(double seconds, String text) {}
