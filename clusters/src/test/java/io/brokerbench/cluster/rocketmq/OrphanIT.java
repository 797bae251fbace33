package io.brokerbench.cluster.rocketmq;

import io.brokerbench.cluster.KilledStart;
import io.brokerbench.testkit.TestJvm;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("default")
final class OrphanIT {

  @ParameterizedTest
  @ValueSource(strings = {"4.9.7", "5.5.0"})
  void killingUsLeavesNoProcessAndNoDirectory(String release, @TempDir Path parent)
      throws Exception {
    KilledStart.leavesNothing(
        RocketMqClusterFactory.class,
        parent,
        3,
        "cluster.version=" + release,
        "cluster.heap=256m",
        TestJvm.CLUSTER_FLAGS);
  }
}
