package io.brokerbench.workers.run;

import io.brokerbench.driver.Cluster;
import io.brokerbench.driver.Node;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The cluster of a run as a worker knows it from the controller.
 *
 * @param certificate of the brokers' authority; empty if there is none
 */
record JoinedCluster(String address, Map<String, Object> facts, Optional<String> certificate)
    implements Cluster {

  @Override
  public List<Node> nodes() {
    return List.of();
  }

  @Override
  public Optional<String> authority() {
    return certificate;
  }

  @Override
  public void close() {}
}
