package io.brokerbench.cluster.docker;

import io.brokerbench.results.ProcessFigure;
import java.util.Map;

/** The resource usage of a container. Thread-safe. */
interface ContainerUsage extends AutoCloseable {

  /** The current figures, without those that are unknown; empty if none is available. */
  Map<ProcessFigure, Long> read();

  /** Stops reading. */
  @Override
  default void close() {}

  /** Reads the kernel's files if they are readable, otherwise the figures of the engine. */
  static ContainerUsage of(DockerEngine engine, String container, long pid) {
    return CgroupUsage.of(pid)
        .map(ContainerUsage.class::cast)
        .orElseGet(() -> new StatsUsage(engine.client(), container));
  }
}
