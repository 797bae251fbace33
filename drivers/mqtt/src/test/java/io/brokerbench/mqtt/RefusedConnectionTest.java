package io.brokerbench.mqtt;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.brokerbench.address.HostPort;
import io.brokerbench.mqtt.connect.ClientConnection;
import io.brokerbench.mqtt.connect.ClientConnections;
import io.brokerbench.mqtt.connect.ClientConnections.Losses;
import io.brokerbench.mqtt.connect.ClientIdentity;
import io.brokerbench.mqtt.connect.MqttOptions;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.assertj.core.api.AbstractThrowableAssert;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Releases of mosquitto differ in the return codes that they use: this broker has all of them. */
final class RefusedConnectionTest {

  private final ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());

  RefusedConnectionTest() throws IOException {}

  @AfterEach
  void end() throws IOException {
    server.close();
  }

  /** What a broker does with a client. */
  interface Answer {
    void to(Socket client) throws IOException;
  }

  /** Answers the next client, and closes its connection. */
  static void answerNext(ServerSocket server, Answer answer) {
    Thread broker =
        new Thread(
            () -> {
              try (Socket client = server.accept()) {
                answer.to(client);
              } catch (IOException e) {
                // The client has gone.
              }
            });
    broker.setDaemon(true);
    broker.start();
  }

  static void refuse(Socket client, int code) throws IOException {
    int unused = client.getInputStream().read();
    client.getOutputStream().write(new byte[] {0x20, 2, 0, (byte) code});
    client.getInputStream().transferTo(OutputStream.nullOutputStream());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "hivemq | 2 | (identifier rejected); check mqtt.client-id-prefix, of fleet-x, or client.keep-alive, 90 s, which mosquitto",
        "paho   | 2 | (identifier rejected); check mqtt.client-id-prefix, of fleet-x, or client.keep-alive, 90 s, which mosquitto",
        "hivemq | 3 | (server unavailable)",
        "paho   | 4 | (bad username or password); check mqtt.user and mqtt.password",
        "hivemq | 5 | (not authorized); check mqtt.user and mqtt.password, or mqtt.client-id-prefix, of fleet-x",
        "paho   | 1 | (unacceptable protocol version)"
      })
  void isToldWithTheBrokersCodeAndItsUsualCause(String library, int code, String text)
      throws Exception {
    answerNext(server, client -> refuse(client, code));
    assertThatConnecting(library)
        .hasMessageContaining("refuses the connection: CONNACK return code " + code + " " + text);
  }

  /** Brokers with too many connections do so, and those that wait for another protocol. */
  @ParameterizedTest
  @ValueSource(strings = {"hivemq", "paho"})
  void withoutAnAnswerComesWithWhatToCheck(String library) throws Exception {
    answerNext(server, RefusedConnectionTest::read);
    assertThatConnecting(library)
        .hasMessageContaining("closes the connection without an answer; check its log")
        .hasMessageContaining("mqtt.connect-rate");
  }

  /** Reads the client's request. */
  private static void read(Socket client) throws IOException {
    DataInputStream in = new DataInputStream(client.getInputStream());
    int unused = in.readUnsignedByte();
    byte[] unusedRest = in.readNBytes(in.readUnsignedByte());
  }

  private AbstractThrowableAssert<?, ? extends Throwable> assertThatConnecting(String library)
      throws Exception {
    MqttOptions options =
        TestOptions.of(
            "mqtt.client=" + library, "client.keep-alive=90s", "mqtt.client-id-prefix=fleet-");
    try (ClientConnections clients = MqttDriver.clients(options, new Losses(), Optional.empty())) {
      ClientConnection client =
          clients.client(
              new ClientIdentity(
                  options.clientId("x"), new HostPort("127.0.0.1", server.getLocalPort()), false),
              true,
              (topic, body, qos, again) -> {});
      return assertThatThrownBy(() -> client.connect().get(2, TimeUnit.MINUTES));
    }
  }
}
