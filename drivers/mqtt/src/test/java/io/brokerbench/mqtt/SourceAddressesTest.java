package io.brokerbench.mqtt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.brokerbench.address.HostPort;
import io.brokerbench.mqtt.connect.ClientConnection;
import io.brokerbench.mqtt.connect.ClientConnections;
import io.brokerbench.mqtt.connect.ClientConnections.Losses;
import io.brokerbench.mqtt.connect.ClientIdentity;
import io.brokerbench.mqtt.connect.MqttOptions;
import io.brokerbench.workload.SettingsException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A machine has many loopback addresses. */
final class SourceAddressesTest {

  private static final int SERVER_UNAVAILABLE = 3;

  @ParameterizedTest
  @ValueSource(strings = {"hivemq", "paho"})
  void connectionsComeFromThemInTurn(String library) throws Exception {
    MqttOptions options =
        TestOptions.of(
            "mqtt.client=" + library, "mqtt.source-addresses=127.0.0.2, 127.0.0.3,127.0.0.2");
    List<String> seen = new CopyOnWriteArrayList<>();
    try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        ClientConnections clients = MqttDriver.clients(options, new Losses(), Optional.empty())) {
      for (int i = 0; i < 3; i++) {
        ClientConnection client =
            clients.client(
                new ClientIdentity(
                    options.clientId("x" + i),
                    new HostPort("127.0.0.1", server.getLocalPort()),
                    false),
                true,
                (topic, body, qos, again) -> {});
        RefusedConnectionTest.answerNext(
            server,
            socket -> {
              seen.add(socket.getInetAddress().getHostAddress());
              RefusedConnectionTest.refuse(socket, SERVER_UNAVAILABLE);
            });
        assertThatThrownBy(() -> client.connect().get(2, TimeUnit.MINUTES))
            .hasMessageContaining("server unavailable");
      }
    }
    assertThat(seen).containsExactly("127.0.0.2", "127.0.0.3", "127.0.0.2");
  }

  @Test
  void anAddressOfAnotherMachineIsRefused() {
    assertThatThrownBy(() -> TestOptions.of("mqtt.source-addresses=127.0.0.2,203.0.113.1"))
        .isInstanceOf(SettingsException.class)
        .hasMessageContaining("mqtt.source-addresses must be addresses of this machine")
        .hasMessageContaining("203.0.113.1");
  }
}
