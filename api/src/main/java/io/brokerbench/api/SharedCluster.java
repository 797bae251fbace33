package io.brokerbench.api;

import io.brokerbench.driver.BrokerException;
import io.brokerbench.driver.Cluster;
import io.brokerbench.driver.Node;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A cluster that outlives the runs that use it: closing it does nothing. */
record SharedCluster(Cluster running) implements Cluster {

  @Override
  public String address() {
    return running.address();
  }

  @Override
  public List<Node> nodes() {
    return running.nodes();
  }

  @Override
  public Map<String, Object> facts() {
    return running.facts();
  }

  @Override
  public Optional<String> secret(String name) {
    return running.secret(name);
  }

  @Override
  public Optional<String> authority() {
    return running.authority();
  }

  @Override
  public Optional<Path> disk() {
    return running.disk();
  }

  @Override
  public void check() throws BrokerException {
    running.check();
  }

  @Override
  public void saveLogs(Path directory) {
    running.saveLogs(directory);
  }

  @Override
  public void close() {
    // The owner closes it.
  }
}
