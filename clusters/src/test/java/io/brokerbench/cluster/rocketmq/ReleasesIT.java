package io.brokerbench.cluster.rocketmq;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.brokerbench.cluster.GivenSettings;
import io.brokerbench.driver.Cluster;
import io.brokerbench.driver.Node;
import io.brokerbench.testkit.Listening;
import io.brokerbench.testkit.TestJvm;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The releases of published experiments, besides the one that the other tests run. */
@Tag("nightly")
final class ReleasesIT {

  @ParameterizedTest
  @ValueSource(strings = {"4.5.1", "4.6.0", "4.9.7"})
  void startsWithItsSlaveConnected(String release, @TempDir Path parent) throws Exception {
    try (Cluster cluster =
        GivenSettings.plan(
                new RocketMqClusterFactory(),
                "process",
                "cluster.version=" + release,
                "cluster.heap=256m",
                TestJvm.CLUSTER_FLAGS,
                "cluster.data-directory=" + parent)
            .start(line -> {})) {
      assertThat(cluster.nodes()).allMatch(Node::alive);
      await()
          .atMost(Duration.ofMinutes(2))
          .until(() -> log(cluster, "master").contains("HAService receive new connection"));
      assertThat(log(cluster, "namesrv")).contains("new broker registered");
      assertThat(Listening.of(cluster)).hasSizeGreaterThanOrEqualTo(6);
      assertThat(Listening.beyondLoopback(cluster)).isEmpty();
    }
    assertThat(parent).isEmptyDirectory();
  }

  private static String log(Cluster cluster, String node) throws IOException {
    Path directory = Path.of(String.valueOf(cluster.facts().get("dataDirectory")));
    return Files.readString(
        directory.resolve(node).resolve("logs").resolve("rocketmq.log"),
        StandardCharsets.ISO_8859_1);
  }
}
