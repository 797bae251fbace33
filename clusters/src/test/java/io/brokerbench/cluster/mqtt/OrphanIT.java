package io.brokerbench.cluster.mqtt;

import io.brokerbench.cluster.KilledStart;
import io.brokerbench.testkit.TestJvm;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("ci")
final class OrphanIT {

  @Test
  @RequiresMosquitto
  void killingUsLeavesNoMosquittoAndNoDirectory(@TempDir Path parent) throws Exception {
    KilledStart.leavesNothing(
        MqttClusterFactory.class, parent, 2, "cluster.broker=mosquitto", "cluster.bridge=true");
  }

  @Test
  void killingUsLeavesNoHiveMqAndNoDirectory(@TempDir Path parent) throws Exception {
    KilledStart.leavesNothing(
        MqttClusterFactory.class,
        parent,
        1,
        "cluster.broker=hivemq",
        "cluster.heap=256m",
        TestJvm.CLUSTER_FLAGS);
  }
}
