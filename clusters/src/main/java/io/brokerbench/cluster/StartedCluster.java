package io.brokerbench.cluster;

import io.brokerbench.driver.BrokerException;
import io.brokerbench.driver.Cluster;
import io.brokerbench.driver.Node;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Name server and brokers of ours on their host. */
final class StartedCluster implements Cluster {

  private static final long END_MILLIS = 5_000;

  private final NodeHost host;
  private final List<RunningNode> nodes;
  private final Map<String, Object> facts;
  private boolean closed;

  StartedCluster(NodeHost host, List<RunningNode> nodes, Map<String, Object> facts) {
    this.host = host;
    this.nodes = List.copyOf(nodes);
    this.facts = facts;
  }

  @Override
  public String address() {
    return host.site().nameServer();
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
  public Optional<Path> disk() {
    return host.disk();
  }

  @Override
  public void check() throws BrokerException {
    List<String> ended = new ArrayList<>();
    try {
      for (RunningNode node : nodes) {
        if (!node.alive()) {
          ended.add(describeEnd(node));
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
  static String describeEnd(RunningNode node) throws InterruptedException {
    String how = "%s ended with %s".formatted(node.name(), node.howItEnded());
    return node.cause().map(cause -> how + ": " + cause).orElse(how);
  }

  @Override
  public void saveLogs(Path to) {
    nodes.forEach(node -> node.saveLogs(to.resolve(node.name())));
  }

  @Override
  public synchronized void close() {
    if (closed) {
      return;
    }
    closed = true;
    nodes.forEach(RunningNode::kill);
    nodes.forEach(node -> node.awaitEnd(END_MILLIS));
    host.close();
  }
}
