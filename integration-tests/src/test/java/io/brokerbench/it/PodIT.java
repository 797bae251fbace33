package io.brokerbench.it;

import io.brokerbench.driver.Cluster;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Each of RocketMQ's tools on a master and a slave in containers, which Testcontainers starts. */
@Tag("default")
@RequiresDocker
final class PodIT {

  @TempDir private Path home;

  @Test
  void everyToolAccountsForEachMessageInTheSafestMode() throws Exception {
    Cluster cluster =
        OwnCluster.start(
            Docker.settings(
                "5.5.0",
                "cluster.container.network=pod",
                "cluster.flush=sync",
                "cluster.replication=sync",
                OwnCluster.NO_CHECK_BACK,
                OwnCluster.NO_BUSY_IDLING));
    try (ThreeTools tools = new ThreeTools(cluster, home)) {
      tools.measureIn("sync", "sync");
    } finally {
      Docker.closeLeavesNothing(cluster);
    }
  }
}
