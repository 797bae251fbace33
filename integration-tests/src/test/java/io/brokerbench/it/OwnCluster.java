package io.brokerbench.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.brokerbench.driver.Cluster;
import io.brokerbench.run.Experiment;
import io.brokerbench.testkit.Listening;
import io.brokerbench.workload.SettingsReader;
import io.brokerbench.workload.Workload;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** A cluster that the test started, and that is somebody else's to the benchmark. */
final class OwnCluster {

  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private OwnCluster() {}

  /** Of processes that keep their data below a directory. */
  static Cluster start(Path directory, String... assignments) throws Exception {
    List<String> all = new ArrayList<>();
    all.add("cluster.data-directory=" + directory);
    all.addAll(SmallCluster.settings(assignments));
    all.addAll(List.of(assignments));
    return start(all.toArray(String[]::new));
  }

  /** As the settings have it. */
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

  /** As soon as its processes run. */
  static Cluster started(String... assignments) throws Exception {
    SettingsReader reader = Workload.reference();
    Stream.of(assignments).forEach(reader::assign);
    Cluster cluster = Experiment.check(reader, "test").cluster().start(step -> {});
    if (!"pod".equals(cluster.facts().get("network"))) {
      assertThat(Listening.beyondLoopback(cluster)).isEmpty();
    }
    return cluster;
  }

  /** Somebody else's cluster is up when the benchmark comes; it gives it little time to be. */
  private static void awaitRegistered(Cluster cluster) throws Exception {
    if (cluster.nodes().isEmpty()) {
      return;
    }
    long brokers =
        cluster.nodes().stream()
            .filter(node -> !List.of("namesrv", "proxy").contains(node.name()))
            .count();
    try (Topics topics = new Topics(cluster.address())) {
      await()
          .atMost(PATIENCE)
          .ignoreExceptions()
          .untilAsserted(() -> assertThat(topics.brokers()).isEqualTo(brokers));
    }
  }
}
