package io.brokerbench.it;

import io.brokerbench.driver.Cluster;
import io.brokerbench.driver.Session;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Clusters of RabbitMQ that the tests start, and sessions with them. */
final class RabbitMq {

  static final String DRIVER = "driver=rabbitmq";

  private RabbitMq() {}

  /** Three nodes, unless the settings say otherwise, that keep their data below a directory. */
  static Cluster start(Path directory, String... assignments) throws Exception {
    List<String> all = new ArrayList<>(List.of(DRIVER, "cluster.data-directory=" + directory));
    all.add(SmallCluster.port());
    all.addAll(List.of(assignments));
    return OwnCluster.started(all.toArray(String[]::new));
  }

  /** A session as if the cluster were somebody else's. */
  static Session connect(Cluster cluster, String... assignments) throws Exception {
    List<String> all = new ArrayList<>(List.of(DRIVER));
    all.add("cluster.metrics-addresses=" + cluster.facts().get("metricsAddresses"));
    all.addAll(List.of(assignments));
    return Sessions.connect(cluster, all.toArray(String[]::new));
  }
}
