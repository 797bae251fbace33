package io.brokerbench.sample;

import java.util.Map;

/**
 * The figures of all processes and the host at one moment.
 *
 * @param nanos on the run's clock
 * @param processes by name, in a fixed order: generator first
 * @param generatorWaitNanos total time that the generator's threads waited for a processor since
 *     its start; -1 if unknown
 */
public record Sample(
    long nanos, Map<String, ProcessFigures> processes, HostFigures host, long generatorWaitNanos) {}
