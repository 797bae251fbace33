package io.brokerbench.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.brokerbench.driver.Cluster;
import io.brokerbench.driver.Node;
import io.brokerbench.run.Experiment;
import io.brokerbench.testkit.Listening;
import io.brokerbench.workload.SettingsReader;
import io.brokerbench.workload.Workload;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** A cluster started by the test, which is an external cluster for the benchmark. */
final class OwnCluster {

  private static final Duration PATIENCE = Duration.ofMinutes(2);

  /**
   * A setting for tests without check-backs: by default, a broker checks back on a transaction that
   * is six seconds old.
   */
  static final String NO_CHECK_BACK = "cluster.properties.transactionTimeOut=300000";

  /**
   * A setting to add to {@link #NO_CHECK_BACK}, with which a broker need not record that a
   * transaction has ended: RocketMQ 5.5.0 uses a processor from three seconds after the last record
   * on (docs/findings/idle-transactions.md).
   */
  static final String NO_BUSY_IDLING = "cluster.properties.transactionOpBatchInterval=300000";

  private OwnCluster() {}

  /** Starts processes with their data below a directory. */
  static Cluster start(Path directory, String... assignments) throws Exception {
    List<String> all = new ArrayList<>();
    all.add("cluster.data-directory=" + directory);
    all.addAll(SmallCluster.settings(assignments));
    all.add("cluster.start-timeout=150s");
    // On a busy machine a message may wait for longer than brokers tolerate by default.
    all.add("cluster.properties.brokerFastFailureEnable=false");
    all.add("cluster.properties.osPageCacheBusyTimeOutMills=60000");
    all.addAll(List.of(assignments));
    return start(all.toArray(String[]::new));
  }

  /** Starts a cluster with these settings and waits until it is registered. */
  static Cluster start(String... assignments) throws Exception {
    Cluster cluster = started(assignments);
    try {
      awaitRegistered(cluster);
      return cluster;
    } catch (Exception | AssertionError e) {
      cluster.close();
      throw e;
    }
  }

  /** Starts a cluster without waiting for its registration. */
  static Cluster started(String... assignments) throws Exception {
    SettingsReader reader = Workload.defaults();
    Stream.of(assignments).forEach(reader::assign);
    Cluster cluster = Experiment.check(reader, "test").cluster().start(step -> {});
    if (!"pod".equals(cluster.facts().get("network"))) {
      assertThat(Listening.beyondLoopback(cluster)).isEmpty();
    }
    return cluster;
  }

  static Node node(Cluster cluster, String name) {
    return cluster.nodes().stream()
        .filter(node -> node.name().equals(name))
        .findFirst()
        .orElseThrow();
  }

  /** The node that listens at an address. */
  static Node nodeAt(Cluster cluster, String address) {
    Map<?, ?> facts = (Map<?, ?>) cluster.facts().get("nodes");
    return cluster.nodes().stream()
        .filter(
            node ->
                facts.get(node.name()) instanceof Map<?, ?> fact
                    && address.endsWith(":" + fact.get("port")))
        .findFirst()
        .orElseThrow();
  }

  /**
   * Registers all brokers, because the benchmark expects an external cluster to be up and waits
   * only briefly.
   */
  private static void awaitRegistered(Cluster cluster) throws Exception {
    if (cluster.nodes().isEmpty()) {
      return;
    }
    try (Topics topics = new Topics(cluster.address())) {
      await().atMost(PATIENCE).ignoreExceptions().until(topics.brokers(cluster)::areRegistered);
    }
  }
}
