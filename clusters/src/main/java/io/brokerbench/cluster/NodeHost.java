package io.brokerbench.cluster;

import io.brokerbench.driver.BrokerException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/** What the nodes of one cluster run on. */
public interface NodeHost extends AutoCloseable {

  /** Starts the process of a node. */
  RunningNode start(Launch node) throws BrokerException, InterruptedException;

  /** What is known of the host. */
  Map<String, Object> facts();

  /** A directory of ours on the disk of the nodes; empty if this process cannot reach it. */
  Optional<Path> disk();

  /** A directory to keep logs in when the cluster does not come up; not made yet. */
  Path failureLogs();

  /** Removes what the host made for the nodes, which have all ended. */
  @Override
  void close();
}
