package io.brokerbench.cluster;

import io.brokerbench.clock.Clock;
import io.brokerbench.driver.BrokerException;
import io.brokerbench.driver.Cluster;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.BooleanSupplier;

/**
 * The nodes of one cluster on their way up. Whoever starts them says in which order; what goes
 * wrong in between, and how long all may take, is seen to here. Not thread-safe.
 */
public final class Boot {

  private static final long POLL_MILLIS = 100;

  private final NodeHost host;
  private final Duration timeout;
  private final long deadlineNanos;
  private final List<RunningNode> nodes = new ArrayList<>();
  private final List<RunningNode> helpers = new ArrayList<>();

  /** From now on the nodes have {@code timeout}, all together. */
  public Boot(NodeHost host, Duration timeout) {
    this.host = host;
    this.timeout = timeout;
    deadlineNanos = Clock.system().nanoTime() + timeout.toNanos();
  }

  /** Starts a node of the cluster. */
  public RunningNode start(Launch launch) throws BrokerException, InterruptedException {
    RunningNode node = host.start(launch);
    nodes.add(node);
    return node;
  }

  /** Starts what nodes need beside them, which is none of the cluster's nodes. */
  public RunningNode startHelper(Launch launch) throws BrokerException, InterruptedException {
    RunningNode helper = host.start(launch);
    helpers.add(helper);
    return helper;
  }

  /** Returns when a node said that it is ready, and takes connections on a port of this machine. */
  public void await(RunningNode node, int port) throws BrokerException, InterruptedException {
    await(node);
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
      socket.getInputStream();
    } catch (IOException e) {
      throw failed(
          String.format(
              Locale.ROOT,
              "%s takes no connection on port %d: %s",
              node.name(),
              port,
              e.getMessage()));
    }
  }

  /** Returns when a node said that it is ready. */
  public void await(RunningNode node) throws BrokerException, InterruptedException {
    List<CompletableFuture<?>> events = new ArrayList<>();
    events.add(node.booted());
    all().forEach(each -> events.add(each.ended()));
    try {
      CompletableFuture.anyOf(events.toArray(CompletableFuture<?>[]::new))
          .get(deadlineNanos - Clock.system().nanoTime(), TimeUnit.NANOSECONDS);
    } catch (TimeoutException e) {
      String late = late(String.format(Locale.ROOT, "%s did not come up", node.name()));
      throw failed(node.cause().map(cause -> late + ": " + cause).orElse(late));
    } catch (ExecutionException e) {
      throw new IllegalStateException(e);
    }
    checkAlive();
  }

  /**
   * Returns when a condition holds, looked at several times a second.
   *
   * @param otherwise begins the sentence for one that does not: "no master registered"
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

  /** The nodes so far, in the order of their start. */
  public List<RunningNode> nodes() {
    return List.copyOf(nodes);
  }

  /** The cluster that they are now. */
  public Cluster cluster(String address, Map<String, Object> facts) {
    return cluster(address, facts, Map.of());
  }

  /**
   * The same with secrets.
   *
   * @param secrets by the names under which a driver asks for them
   */
  public Cluster cluster(String address, Map<String, Object> facts, Map<String, Secret> secrets) {
    return new StartedCluster(host, nodes, helpers, address, facts, secrets);
  }

  /** Ends what was started. */
  public void abandon() {
    cluster("", Map.of()).close();
  }

  private String late(String what) {
    return String.format(
        Locale.ROOT, "%s within cluster.start-timeout (%d s)", what, timeout.toSeconds());
  }

  private void checkAlive() throws BrokerException, InterruptedException {
    for (RunningNode each : all()) {
      if (!each.alive()) {
        throw failed(StartedCluster.describeEnd(each));
      }
    }
  }

  private List<RunningNode> all() {
    List<RunningNode> all = new ArrayList<>(nodes);
    all.addAll(helpers);
    return all;
  }

  private BrokerException failed(String what) {
    Path logs = host.failureLogs();
    cluster("", Map.of()).saveLogs(logs);
    return new BrokerException(String.format(Locale.ROOT, "%s (logs are kept in %s)", what, logs));
  }
}
