package io.brokerbench.results.workers;

/**
 * The shortest times that the machine of a worker can measure and wait, 99th percentiles, measured
 * by the worker when it started.
 *
 * @param timerP99Nanos time between two readings of its clock
 * @param parkP99Nanos overshoot of the shortest wait of a thread
 */
public record ClockCeilings(long timerP99Nanos, long parkP99Nanos) {}
