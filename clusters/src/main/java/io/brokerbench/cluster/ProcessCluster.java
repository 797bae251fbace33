package io.brokerbench.cluster;

import io.brokerbench.driver.BrokerException;
import io.brokerbench.driver.Cluster;
import io.brokerbench.driver.Node;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Name server and brokers as processes in a private directory. */
final class ProcessCluster implements Cluster {

  private static final long END_MILLIS = 5_000;

  private final String address;
  private final Path directory;
  private final List<ChildProcess> nodes;
  private final Map<String, Object> facts;
  private boolean closed;

  ProcessCluster(
      String address, Path directory, List<ChildProcess> nodes, Map<String, Object> facts) {
    this.address = address;
    this.directory = directory;
    this.nodes = List.copyOf(nodes);
    this.facts = facts;
  }

  @Override
  public String address() {
    return address;
  }

  @Override
  public List<Node> nodes() {
    return List.copyOf(nodes);
  }

  @Override
  public Map<String, Object> facts() {
    return facts;
  }

  @Override
  public void check() throws BrokerException {
    List<String> ended = new ArrayList<>();
    try {
      for (ChildProcess node : nodes) {
        if (!node.alive()) {
          ended.add(describeEnd(node, directory));
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    if (!ended.isEmpty()) {
      throw new BrokerException(String.join("; ", ended));
    }
  }

  /** "master ended with exit code 1: java.net.BindException: ..."; of a process that did end. */
  static String describeEnd(ChildProcess node, Path directory) throws InterruptedException {
    String how = "%s ended with %s".formatted(node.name(), node.howItEnded());
    return LogCause.find(directory.resolve(node.name()))
        .map(cause -> how + ": " + cause)
        .orElse(how);
  }

  @Override
  public void saveLogs(Path to) {
    for (ChildProcess node : nodes) {
      saveLogs(directory.resolve(node.name()), to.resolve(node.name()));
    }
  }

  static void saveLogs(Path home, Path to) {
    Directories.copy(home.resolve("logs"), to);
    Directories.copy(home.resolve("conf"), to);
    Directories.copy(home.resolve(ChildProcess.CONSOLE), to.resolve(ChildProcess.CONSOLE));
  }

  @Override
  public synchronized void close() {
    if (closed) {
      return;
    }
    closed = true;
    nodes.forEach(ChildProcess::kill);
    nodes.forEach(node -> node.awaitEnd(END_MILLIS));
    Directories.delete(directory);
  }
}
