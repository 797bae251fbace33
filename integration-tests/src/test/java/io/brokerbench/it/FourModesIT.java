package io.brokerbench.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.brokerbench.driver.Cluster;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Each of RocketMQ's tools in each flush and replication mode, with brokers as processes. */
@Tag("default")
final class FourModesIT {

  @TempDir private Path home;

  @ParameterizedTest
  @CsvSource({"async, async", "sync, async", "async, sync", "sync, sync"})
  void everyToolAccountsForEachMessage(String flush, String replication) throws Exception {
    Path data = Files.createDirectory(home.resolve("data"));
    try (Cluster cluster =
            OwnCluster.start(
                data,
                "cluster.flush=" + flush,
                "cluster.replication=" + replication,
                OwnCluster.NO_CHECK_BACK,
                OwnCluster.NO_BUSY_IDLING);
        ThreeTools tools = new ThreeTools(cluster, home)) {
      tools.measureIn(flush, replication);
    }
    assertThat(data).isEmptyDirectory();
  }
}
