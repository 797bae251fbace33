package io.brokerbench.cluster.mqtt;

import static org.assertj.core.api.Assertions.assertThat;

import io.brokerbench.cluster.HostKeys;
import io.brokerbench.cluster.Placement;
import io.brokerbench.cluster.node.Secret;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class MosquittoNodeTest {

  /** Mosquitto holds the identifiers of bridges to its clientid_prefixes, too. */
  @Test
  void aBridgeHasThePrefixOfTheClients() throws Exception {
    MqttSettings settings =
        MqttSettings.read(
            TestSettings.of(
                "cluster.broker=mosquitto", "cluster.bridge=true", "mqtt.client-id-prefix=fleet-"),
            HostKeys.PROCESS);
    Placement<MqttPortLayout> site =
        new Placement<>(
            "c",
            settings.ports(20_000),
            "127.0.0.1",
            "127.0.0.1",
            Path::of,
            Secret.make(),
            Optional.empty());
    assertThat(MosquittoNode.of(settings, site, 0, "mosquitto").configuration())
        .contains("\nremote_clientid fleet-bridge-a\n");
  }
}
