package io.brokerbench.it;

import io.brokerbench.testkit.TestJvm;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;

/** Paho's client and HiveMQ CE. */
@Tag("nightly")
final class HiveMqContractIT extends MqttContract {

  HiveMqContractIT(@TempDir Path directory) throws Exception {
    super(
        OwnCluster.started(
            "driver=mqtt",
            "cluster.broker=hivemq",
            "cluster.heap=256m",
            TestJvm.CLUSTER_FLAGS,
            "cluster.data-directory=" + directory,
            SmallCluster.port()),
        "hivemq",
        "paho");
  }

  /**
   * The first poll of a session's in-flight messages may run only after a message was put in
   * flight, and sets the DUP flag of the message object that the in-memory queue and the pending
   * first transmission share.
   */
  @Override
  boolean marksFirstDeliveries() {
    return true;
  }
}
