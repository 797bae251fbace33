package io.brokerbench.testkit;

import io.brokerbench.driver.Cluster;
import io.brokerbench.driver.Node;
import java.util.List;
import java.util.Map;

/** A cluster of which nothing is known but its address and its facts, like an external one. */
public record StatedCluster(String address, Map<String, Object> facts) implements Cluster {

  /** A cluster without facts. */
  public StatedCluster(String address) {
    this(address, Map.of());
  }

  @Override
  public List<Node> nodes() {
    return List.of();
  }

  @Override
  public void close() {}
}
