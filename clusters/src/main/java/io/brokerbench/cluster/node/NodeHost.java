package io.brokerbench.cluster.node;

import io.brokerbench.driver.BrokerException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/** The host of the nodes of one cluster. */
public interface NodeHost extends AutoCloseable {

  RunningNode start(ProcessSpec node) throws BrokerException, InterruptedException;

  Map<String, Object> facts();

  /** The cluster's directory on the disk of the nodes; empty if not accessible to this process. */
  default Optional<Path> disk() {
    return Optional.empty();
  }

  /** The directory for the logs of a cluster that fails to start; not created yet. */
  Path failureLogs();

  /** Removes everything that the host created for the nodes, all of which have ended. */
  @Override
  void close();
}
