package io.brokerbench.mqtt.connect;

import static org.assertj.core.api.Assertions.assertThat;

import com.hivemq.client.mqtt.MqttClientSslConfig;
import com.hivemq.client.mqtt.MqttClientTransportConfig;
import io.brokerbench.address.HostPort;
import io.brokerbench.mqtt.TestOptions;
import io.brokerbench.mqtt.connect.ClientConnections.Losses;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class HiveMqClientsTest {

  /** The library's own limits are 10 s for TCP, 10 s for TLS, and 60 s for CONNACK. */
  @Test
  void eachStepOfAConnectionMayTakeAsLongAsTheWhole() throws Exception {
    MqttOptions options = TestOptions.of("cluster.tls=true", "client.connect-timeout=25s");
    try (HiveMqClients clients = new HiveMqClients(options, new Losses(), Optional.empty())) {
      MqttClientTransportConfig transport = clients.transport(new HostPort("127.0.0.1", 8883));
      assertThat(transport.getSocketConnectTimeoutMs()).isEqualTo(25_000);
      assertThat(transport.getSslConfig().map(MqttClientSslConfig::getHandshakeTimeoutMs))
          .contains(25_000L);
      assertThat(transport.getMqttConnectTimeoutMs()).isEqualTo(25_000);
    }
  }
}
