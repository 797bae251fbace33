package io.brokerbench.mqtt.connect;

import static org.assertj.core.api.Assertions.assertThat;

import com.hivemq.client.mqtt.MqttClientSslConfig;
import com.hivemq.client.mqtt.MqttClientTransportConfig;
import io.brokerbench.address.HostPort;
import io.brokerbench.mqtt.TestOptions;
import io.brokerbench.mqtt.connect.ClientConnections.Losses;
import java.util.Optional;
import java.util.concurrent.atomic.LongAdder;
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

  /** Workers have a part of the subscribers each, and the settings of all. */
  @Test
  void eachSubscriberOfThisProcessHasAThreadForItsWork() throws Exception {
    MqttOptions options =
        TestOptions.of("consume.clients=4", "consume.threads=2", "consume.work=1ms");
    assertThat(options.subscribers()).isEqualTo(8);
    try (HiveMqClients clients = new HiveMqClients(options, new Losses(), Optional.empty())) {
      open(clients, (topic, body, qos, again) -> {});
      assertThat(clients.workThreads()).isEqualTo(1);
      for (int i = 0; i < 3; i++) {
        open(clients, new Subscriber(topic -> 0, 0, new LongAdder()));
      }
      assertThat(clients.workThreads()).isEqualTo(3);
    }
  }

  /** A connection that is not open yet. */
  private static void open(HiveMqClients clients, MessageListener listener) {
    ClientConnection unused =
        clients.client(
            new ClientIdentity("x", new HostPort("127.0.0.1", 1883), false), true, listener);
  }
}
