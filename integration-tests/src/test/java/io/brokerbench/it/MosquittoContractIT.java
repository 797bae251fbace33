package io.brokerbench.it;

import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;

/** HiveMQ's client and mosquitto. */
@Tag("ci")
@RequiresMosquitto
final class MosquittoContractIT extends MqttContract {

  MosquittoContractIT(@TempDir Path directory) throws Exception {
    super(
        OwnCluster.started(
            "driver=mqtt",
            "cluster.broker=mosquitto",
            "cluster.data-directory=" + directory,
            SmallCluster.port()),
        "mosquitto",
        "hivemq");
  }
}
