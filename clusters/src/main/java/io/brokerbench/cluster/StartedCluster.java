package io.brokerbench.cluster;

import io.brokerbench.cluster.node.NodeHost;
import io.brokerbench.cluster.node.RunningNode;
import io.brokerbench.cluster.node.Secret;
import io.brokerbench.cluster.process.Directories;
import io.brokerbench.driver.BrokerException;
import io.brokerbench.driver.Cluster;
import io.brokerbench.driver.Node;
import io.brokerbench.units.Text;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * A cluster started by brokerbench: its nodes and their host.
 *
 * @param running the nodes
 * @param all the nodes, followed by processes that they need, which end after them
 * @param authority of the nodes' certificates, in PEM
 * @param closed set by {@link #close}
 */
record StartedCluster(
    NodeHost host,
    List<RunningNode> running,
    List<RunningNode> all,
    String address,
    Map<String, Object> facts,
    Map<String, Secret> secrets,
    Optional<String> authority,
    AtomicBoolean closed)
    implements Cluster {

  private static final long END_MILLIS = 5_000;

  @Override
  public List<Node> nodes() {
    return List.copyOf(running);
  }

  @Override
  public Optional<String> secret(String name) {
    return Optional.ofNullable(secrets.get(name)).map(Secret::hex);
  }

  @Override
  public Optional<Path> disk() {
    return host.disk();
  }

  @Override
  public void check() throws BrokerException {
    List<String> ended = new ArrayList<>();
    try {
      for (RunningNode node : all) {
        node.unplannedEnd().ifPresent(how -> ended.add(describe(node, how)));
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    if (!ended.isEmpty()) {
      throw new BrokerException(String.join("; ", ended));
    }
  }

  /** For an ended process: "master ended with exit code 1: java.net.BindException: ...". */
  static String describeEnd(RunningNode node) throws InterruptedException {
    return describe(node, node.howItEnded());
  }

  private static String describe(RunningNode node, String how) {
    String end = Text.of("%s ended with %s", node.name(), how);
    return node.cause().map(cause -> end + ": " + cause).orElse(end);
  }

  @Override
  public void saveLogs(Path to) {
    Directories.makePrivate(to);
    all.forEach(node -> node.saveLogs(to.resolve(node.name())));
  }

  @Override
  public synchronized void close() {
    if (closed.getAndSet(true)) {
      return;
    }
    all.forEach(RunningNode::end);
    all.forEach(node -> node.awaitEnd(END_MILLIS));
    host.close();
  }
}
