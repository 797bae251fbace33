package io.brokerbench.sample;

import java.util.Map;
import java.util.Optional;

/**
 * Figures of a node that others report: exporters on its machine, or a server that collects them.
 *
 * @param nanos when they were read, on the run's clock; the same as before if nothing new is known
 * @param process its broker
 * @param host its machine
 * @param broker what its broker reports of itself, under the names of {@link
 *     io.brokerbench.driver.Session#figures}
 */
public record NodeFigures(
    long nanos,
    Optional<ProcessFigures> process,
    Optional<HostFigures> host,
    Map<String, Long> broker) {

  public NodeFigures {
    broker = Map.copyOf(broker);
  }

  /** Figures of a node without those of a broker. */
  public NodeFigures(long nanos, Optional<ProcessFigures> process, Optional<HostFigures> host) {
    this(nanos, process, host, Map.of());
  }
}
