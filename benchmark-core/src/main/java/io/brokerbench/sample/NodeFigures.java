package io.brokerbench.sample;

import java.util.Optional;

/**
 * Figures of a node that others report: exporters on its machine, or a server that collects them.
 *
 * @param nanos when they were read, on the run's clock; the same as before if nothing new is known
 * @param process its broker
 * @param host its machine
 */
public record NodeFigures(
    long nanos, Optional<ProcessFigures> process, Optional<HostFigures> host) {}
