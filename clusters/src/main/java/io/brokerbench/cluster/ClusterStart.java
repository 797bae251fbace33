package io.brokerbench.cluster;

import io.brokerbench.clock.Clock;
import io.brokerbench.driver.BrokerException;
import io.brokerbench.driver.Cluster;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;

/**
 * Brings the nodes of one cluster up. All JVMs start at once; then each takes its place after the
 * one before it, for a broker that registers too early tries again only after ten seconds, and so
 * does a slave whose master is not registered. A proxy that comes too early ends: it is started
 * when a master is registered.
 */
final class ClusterStart {

  private static final long POLL_MILLIS = 100;

  private final RocketMqSettings settings;
  private final NodeHost host;
  private final long deadlineNanos;
  private final List<RunningNode> running = new ArrayList<>();

  ClusterStart(RocketMqSettings settings, NodeHost host) {
    this.settings = settings;
    this.host = host;
    deadlineNanos = Clock.system().nanoTime() + settings.startTimeout().toNanos();
  }

  /** What a person is told at the begin. */
  static String announce(RocketMqSettings settings, PortLayout ports) {
    return "starting RocketMQ %s, %s, on ports %d to %d"
        .formatted(
            settings.release().name(), settings.topology().notation(), ports.first(), ports.last());
  }

  /** Returns when every node takes connections. */
  Cluster run(Consumer<String> progress) throws BrokerException, InterruptedException {
    List<NodeSpec> nodes = new ArrayList<>(Nodes.of(settings, host.site()));
    boolean up = false;
    try {
      for (NodeSpec node : nodes) {
        running.add(host.start(node));
      }
      for (int i = 0; i < nodes.size(); i++) {
        takePlace(nodes.get(i), running.get(i), progress);
      }
      if (settings.proxy()) {
        awaitMaster();
        NodeSpec proxy = Nodes.proxy(settings, host.site());
        nodes.add(proxy);
        running.add(host.start(proxy));
        takePlace(proxy, running.get(running.size() - 1), progress);
      }
      up = true;
      return cluster(ClusterFacts.of(settings, host, nodes, running));
    } finally {
      if (!up) {
        cluster(Map.of()).close();
      }
    }
  }

  private StartedCluster cluster(Map<String, Object> facts) {
    return new StartedCluster(host, running, facts);
  }

  private void takePlace(NodeSpec node, RunningNode process, Consumer<String> progress)
      throws BrokerException, InterruptedException {
    process.go();
    awaitBoot(process);
    connect(node);
    progress.accept("%s is up".formatted(node.name()));
  }

  private void awaitMaster() throws BrokerException, InterruptedException {
    Registry registry = new Registry(host.site().ports().nameServer());
    while (!registry.hasMaster()) {
      checkAlive();
      if (Clock.system().nanoTime() > deadlineNanos) {
        throw failed(
            "no master registered within cluster.start-timeout (%d s)"
                .formatted(settings.startTimeout().toSeconds()));
      }
      Thread.sleep(POLL_MILLIS);
    }
  }

  private void awaitBoot(RunningNode node) throws BrokerException, InterruptedException {
    CompletableFuture<?>[] events = new CompletableFuture<?>[running.size() + 1];
    events[0] = node.booted();
    for (int i = 0; i < running.size(); i++) {
      events[i + 1] = running.get(i).ended();
    }
    try {
      CompletableFuture.anyOf(events)
          .get(deadlineNanos - Clock.system().nanoTime(), TimeUnit.NANOSECONDS);
    } catch (TimeoutException e) {
      String late =
          "%s did not come up within cluster.start-timeout (%d s)"
              .formatted(node.name(), settings.startTimeout().toSeconds());
      throw failed(node.cause().map(cause -> late + ": " + cause).orElse(late));
    } catch (ExecutionException e) {
      throw new IllegalStateException(e);
    }
    checkAlive();
  }

  private void checkAlive() throws BrokerException, InterruptedException {
    for (RunningNode each : running) {
      if (!each.alive()) {
        throw failed(StartedCluster.describeEnd(each));
      }
    }
  }

  private void connect(NodeSpec node) throws BrokerException {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), node.port())) {
      socket.getInputStream();
    } catch (IOException e) {
      throw failed(
          "%s takes no connection on port %d: %s"
              .formatted(node.name(), node.port(), e.getMessage()));
    }
  }

  private BrokerException failed(String what) {
    Path logs = host.failureLogs();
    cluster(Map.of()).saveLogs(logs);
    return new BrokerException("%s (logs are kept in %s)".formatted(what, logs));
  }
}
