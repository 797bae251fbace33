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
import java.util.stream.Stream;

/** A cluster started by brokerbench: its nodes and their host. */
final class StartedCluster implements Cluster {

  private static final long END_MILLIS = 5_000;

  private final NodeHost host;
  private final List<RunningNode> nodes;
  private final List<RunningNode> helpers;
  private final String address;
  private final Map<String, Object> facts;
  private final Map<String, Secret> secrets;
  private final Optional<String> authority;
  private boolean closed;

  /**
   * @param helpers processes that the nodes need; they end after the nodes
   * @param authority of the nodes' certificates, in PEM
   */
  StartedCluster(
      NodeHost host,
      List<RunningNode> nodes,
      List<RunningNode> helpers,
      String address,
      Map<String, Object> facts,
      Map<String, Secret> secrets,
      Optional<String> authority) {
    this.host = host;
    this.nodes = List.copyOf(nodes);
    this.helpers = List.copyOf(helpers);
    this.address = address;
    this.facts = facts;
    this.secrets = Map.copyOf(secrets);
    this.authority = authority;
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
  public Optional<String> secret(String name) {
    return Optional.ofNullable(secrets.get(name)).map(Secret::hex);
  }

  @Override
  public Optional<String> authority() {
    return authority;
  }

  @Override
  public Optional<Path> disk() {
    return host.disk();
  }

  @Override
  public void check() throws BrokerException {
    List<String> ended = new ArrayList<>();
    try {
      for (RunningNode node : all()) {
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
    all().forEach(node -> node.saveLogs(to.resolve(node.name())));
  }

  @Override
  public synchronized void close() {
    if (closed) {
      return;
    }
    closed = true;
    all().forEach(RunningNode::end);
    all().forEach(node -> node.awaitEnd(END_MILLIS));
    host.close();
  }

  private List<RunningNode> all() {
    return Stream.concat(nodes.stream(), helpers.stream()).toList();
  }
}
