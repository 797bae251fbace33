package io.brokerbench.cluster;

import io.brokerbench.driver.Node.Usage;
import java.util.Optional;

/** What a container has used. Thread-safe. */
interface ContainerUsage extends AutoCloseable {

  /** The figures as they are now; empty if nobody tells them. */
  Optional<Usage> read();

  /** Ends the reading. */
  @Override
  default void close() {}

  /** Out of the kernel's own files where they can be read, else as the engine tells it. */
  static ContainerUsage of(DockerEngine engine, String container, long pid) {
    return CgroupUsage.of(pid)
        .map(ContainerUsage.class::cast)
        .orElseGet(() -> new StatsUsage(engine.client(), container));
  }
}
