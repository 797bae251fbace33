package io.brokerbench.cluster;

import io.brokerbench.driver.Cluster;
import io.brokerbench.driver.Node;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** Somebody else's: an address, and nothing that we could check or end. */
record ExternalCluster(Addresses addresses) implements Cluster {

  @Override
  public String address() {
    return addresses.toString();
  }

  @Override
  public List<Node> nodes() {
    return List.of();
  }

  @Override
  public Map<String, Object> facts() {
    return Map.of("host", "external", "addresses", address());
  }

  @Override
  public void check() {}

  @Override
  public void saveLogs(Path directory) {}

  @Override
  public void close() {}
}
