package io.brokerbench.mqtt;

import static org.assertj.core.api.Assertions.assertThat;

import io.brokerbench.address.HostPort;
import io.brokerbench.driver.BrokerException;
import io.brokerbench.mqtt.connect.BulkConnector;
import io.brokerbench.mqtt.connect.ClientConnection;
import io.brokerbench.mqtt.connect.ClientConnections;
import io.brokerbench.mqtt.connect.ClientConnections.Losses;
import io.brokerbench.mqtt.connect.ClientIdentity;
import io.brokerbench.mqtt.connect.MqttOptions;
import io.brokerbench.mqtt.connect.MqttRefusal;
import java.io.EOFException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** No broker that can be had here refuses a subscription: this one does nothing else. */
final class RefusedSubscriptionTest {

  private static final int FAILURE = 0x80;

  private final ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());

  RefusedSubscriptionTest() throws IOException {
    Thread broker = new Thread(this::serve);
    broker.setDaemon(true);
    broker.start();
  }

  @AfterEach
  void end() throws IOException {
    server.close();
  }

  private void serve() {
    try {
      PacketServer.serve(
          server.accept(),
          (type, packet, out) -> {
            if (type == PacketServer.CONNECT) {
              PacketServer.accept(out);
            } else if (type == PacketServer.SUBSCRIBE) {
              PacketServer.subscribed(packet, FAILURE, out);
            }
            return true;
          });
    } catch (EOFException e) {
      // The client has gone.
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  @ParameterizedTest
  @CsvSource({"hivemq", "paho"})
  void isToldByBothClientsAlike(String name) throws Exception {
    MqttOptions options = TestOptions.of("mqtt.client=" + name);
    try (ClientConnections clients = MqttDriver.clients(options, new Losses(), Optional.empty())) {
      ClientConnection client =
          clients.client(
              new ClientIdentity("x", new HostPort("127.0.0.1", server.getLocalPort()), false),
              true,
              (topic, body, qos, again) -> {});
      client.connect().get(2, TimeUnit.MINUTES);
      assertThat(client.subscribe(List.of("$share/g/t"), 1).get(2, TimeUnit.MINUTES))
          .containsExactly(FAILURE);
      BulkConnector.close(List.of(client));
    }
  }

  @Test
  void hasItsRemedyInTheLine() throws Exception {
    HostPort broker = new HostPort("h", 1);
    assertThat(
            MqttRefusal.ofGrants(broker, TestOptions.of("mqtt.shared=true"), List.of(1, FAILURE))
                .map(BrokerException::getMessage))
        .contains("the broker at h:1 refuses a shared subscription; set mqtt.shared=false");
    assertThat(
            MqttRefusal.ofGrants(broker, TestOptions.of("mqtt.qos=2"), List.of(2, 1))
                .map(BrokerException::getMessage))
        .contains("the broker at h:1 grants QoS 1 at most; mqtt.subscribe-qos is 2");
    assertThat(MqttRefusal.ofGrants(broker, TestOptions.of("mqtt.qos=1"), List.of(2, 1))).isEmpty();
  }
}
