package io.brokerbench.cluster;

import io.brokerbench.clock.Clock;
import io.brokerbench.cluster.node.NodeHost;
import io.brokerbench.cluster.node.ProcessSpec;
import io.brokerbench.cluster.node.RunningNode;
import io.brokerbench.cluster.node.Secret;
import io.brokerbench.driver.BrokerException;
import io.brokerbench.driver.Cluster;
import io.brokerbench.units.Text;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;

/**
 * The nodes of one cluster during the start. The caller decides the order; this class handles
 * failures and the common timeout. Not thread-safe.
 */
public final class NodeStartup {

  private static final long POLL_MILLIS = 100;

  private final NodeHost host;
  private final ClusterSettings<?> settings;
  private final Optional<Certificate> certificate;
  private final long deadlineNanos;
  private final List<RunningNode> nodes = new ArrayList<>();
  private final List<RunningNode> helpers = new ArrayList<>();

  /**
   * Starts the time limit of the settings, which applies to all nodes together.
   *
   * @param certificate the certificate that nodes present to clients, if any
   */
  NodeStartup(NodeHost host, ClusterSettings<?> settings, Optional<Certificate> certificate) {
    this.host = host;
    this.settings = settings;
    this.certificate = certificate;
    deadlineNanos = Clock.system().nanoTime() + settings.startTimeout().toNanos();
  }

  public NodeHost host() {
    return host;
  }

  public RunningNode start(ProcessSpec spec) throws BrokerException, InterruptedException {
    RunningNode node = host.start(spec);
    nodes.add(node);
    return node;
  }

  /** Starts a process that the nodes need but that is not a node of the cluster. */
  public RunningNode startHelper(ProcessSpec spec) throws BrokerException, InterruptedException {
    RunningNode helper = host.start(spec);
    helpers.add(helper);
    return helper;
  }

  /** Waits until a node reports that it is ready, and accepts connections on a loopback port. */
  public void await(RunningNode node, int port) throws BrokerException, InterruptedException {
    await(node);
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
      socket.getInputStream();
    } catch (IOException e) {
      throw failed(
          Text.of("%s accepts no connection on port %d: %s", node.name(), port, e.getMessage()));
    }
  }

  /** Waits until a node reports that it is ready. */
  public void await(RunningNode node) throws BrokerException, InterruptedException {
    List<CompletableFuture<?>> events = new ArrayList<>();
    events.add(node.booted());
    all().forEach(each -> events.add(each.ended()));
    try {
      CompletableFuture.anyOf(events.toArray(CompletableFuture<?>[]::new))
          .get(deadlineNanos - Clock.system().nanoTime(), TimeUnit.NANOSECONDS);
    } catch (TimeoutException e) {
      String late = late(Text.of("%s did not come up", node.name()));
      throw failed(node.cause().map(cause -> late + ": " + cause).orElse(late));
    } catch (ExecutionException e) {
      throw new IllegalStateException(e);
    }
    checkAlive();
  }

  /**
   * Waits until a condition holds, which is checked several times per second.
   *
   * @param otherwise the start of the message for a timeout: "no master registered"
   */
  public void until(BooleanSupplier condition, String otherwise)
      throws BrokerException, InterruptedException {
    while (!condition.getAsBoolean()) {
      checkAlive();
      if (Clock.system().nanoTime() > deadlineNanos) {
        throw failed(late(otherwise));
      }
      Thread.sleep(POLL_MILLIS);
    }
  }

  /** The nodes started so far, in the order of their start. */
  public List<RunningNode> nodes() {
    return List.copyOf(nodes);
  }

  /** The cluster of the nodes started so far. */
  public Cluster cluster(String address, Map<String, Object> facts) {
    return cluster(address, facts, Map.of());
  }

  /**
   * The cluster of the nodes started so far, with secrets.
   *
   * @param secrets the secrets by the names that drivers use
   */
  public Cluster cluster(String address, Map<String, Object> facts, Map<String, Secret> secrets) {
    return new StartedCluster(
        host, nodes, helpers, address, facts, secrets, certificate.map(Certificate::authorityPem));
  }

  /** Ends all processes started so far. */
  public void abandon() {
    cluster("", Map.of()).close();
  }

  private String late(String what) {
    return Text.of(
        "%s within cluster.start-timeout (%d s)", what, settings.startTimeout().toSeconds());
  }

  private void checkAlive() throws BrokerException, InterruptedException {
    for (RunningNode each : all()) {
      if (!each.alive()) {
        throw failed(StartedCluster.describeEnd(each));
      }
    }
  }

  private List<RunningNode> all() {
    return Stream.concat(nodes.stream(), helpers.stream()).toList();
  }

  /** The failure of the start, with the place of the kept logs. */
  public BrokerException failed(String what) {
    Path logs = host.failureLogs();
    cluster("", Map.of()).saveLogs(logs);
    String advice =
        StartupAdvice.of(
            what, host.disk().isPresent(), settings.memoryKey(), settings.hasStoreSize());
    return new BrokerException(Text.of("%s (logs are kept in %s)%s", what, logs, advice));
  }
}
