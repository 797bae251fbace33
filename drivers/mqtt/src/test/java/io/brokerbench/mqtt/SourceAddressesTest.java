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
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A machine has many loopback addresses. */
final class SourceAddressesTest {

  private static final byte[] REFUSAL = {0x20, 2, 0, 3};

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
        refuse(server, seen);
        assertThatThrownBy(() -> client.connect().get(2, TimeUnit.MINUTES))
            .hasMessageContaining("server unavailable");
      }
    }
    assertThat(seen).containsExactly("127.0.0.2", "127.0.0.3", "127.0.0.2");
  }

  /** Refuses the next client. */
  private static void refuse(ServerSocket server, List<String> seen) {
    Thread broker =
        new Thread(
            () -> {
              try (Socket client = server.accept()) {
                seen.add(client.getInetAddress().getHostAddress());
                int unused = client.getInputStream().read();
                client.getOutputStream().write(REFUSAL);
                client.getInputStream().transferTo(OutputStream.nullOutputStream());
              } catch (IOException e) {
                // The client has gone.
              }
            });
    broker.setDaemon(true);
    broker.start();
  }

  @Test
  void anAddressOfAnotherMachineIsRefused() {
    assertThatThrownBy(() -> TestOptions.of("mqtt.source-addresses=127.0.0.2,192.0.2.1"))
        .isInstanceOf(SettingsException.class)
        .hasMessageContaining("mqtt.source-addresses must be addresses of this machine")
        .hasMessageContaining("192.0.2.1");
  }
}
