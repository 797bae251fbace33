package io.brokerbench.mqtt;

import static io.brokerbench.mqtt.PacketServer.CONNECT;
import static io.brokerbench.mqtt.PacketServer.PUBLISH;
import static io.brokerbench.mqtt.PacketServer.PUBREL;
import static io.brokerbench.mqtt.PacketServer.SUBSCRIBE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.brokerbench.address.HostPort;
import io.brokerbench.mqtt.connect.BulkConnector;
import io.brokerbench.mqtt.connect.ClientConnection;
import io.brokerbench.mqtt.connect.ClientConnections;
import io.brokerbench.mqtt.connect.ClientConnections.Losses;
import io.brokerbench.mqtt.connect.ClientIdentity;
import io.brokerbench.mqtt.connect.MessageListener;
import io.brokerbench.mqtt.connect.MqttOptions;
import io.brokerbench.mqtt.connect.PahoClients;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Clients and a broker that loses connections at the worst moment. */
final class LostConnectionTest {

  private static final byte[] BODY = new byte[10];
  private static final long PATIENCE_MINUTES = 2;

  private final AtomicInteger connects = new AtomicInteger();
  private final AtomicInteger ends = new AtomicInteger();
  private final Losses losses = new Losses();
  private volatile ServerSocket server;

  /** Reconnections are accepted from then on. */
  private volatile CountDownLatch accepting = new CountDownLatch(0);

  /** Number of the connection that is not answered at all. */
  private volatile int unanswered = -1;

  LostConnectionTest() throws IOException {
    server = listening(0);
  }

  private static ServerSocket listening(int port) throws IOException {
    return new ServerSocket(port, 10, InetAddress.getLoopbackAddress());
  }

  @AfterEach
  void end() throws IOException {
    server.close();
  }

  /** The broker's answers. */
  private interface Answers {

    /**
     * Answers a packet.
     *
     * @param connection number of the connection, from 0
     * @return whether the connection stays open
     */
    boolean answer(int connection, int type, byte[] packet, OutputStream out) throws IOException;
  }

  /** Starts the broker, which has one connection at a time. */
  private void serve(Answers answers) {
    ServerSocket own = server;
    Thread broker =
        new Thread(
            () -> {
              for (int connection = 0; !own.isClosed(); connection++) {
                serve(own, connection, answers);
              }
            });
    broker.setDaemon(true);
    broker.start();
  }

  private void serve(ServerSocket own, int connection, Answers answers) {
    try {
      PacketServer.serve(
          own.accept(),
          (type, packet, out) -> {
            if (type != CONNECT) {
              return answers.answer(connection, type, packet, out);
            }
            connects.incrementAndGet();
            if (connection > 0) {
              hold(accepting);
            }
            if (connection != unanswered) {
              PacketServer.accept(out);
            }
            return true;
          });
    } catch (IOException e) {
      // The client has gone, or the test.
    } finally {
      ends.incrementAndGet();
    }
  }

  private ClientConnection connected(ClientConnections clients) throws Exception {
    return connected(clients, (topic, body, qos, again) -> {});
  }

  private ClientConnection connected(ClientConnections clients, MessageListener inbox)
      throws Exception {
    ClientConnection client =
        clients.client(
            new ClientIdentity("x", new HostPort("127.0.0.1", server.getLocalPort()), false),
            true,
            inbox);
    client.connect().get(PATIENCE_MINUTES, TimeUnit.MINUTES);
    return client;
  }

  /** The library reports outcomes in one thread, and drops those that wait for it. */
  @Test
  void everyMessageOfQos0HasAnOutcome() throws Exception {
    AtomicInteger published = new AtomicInteger();
    serve((connection, type, packet, out) -> type != PUBLISH || published.incrementAndGet() < 3);
    MqttOptions options = TestOptions.of("mqtt.client=paho", "mqtt.qos=0");
    CountDownLatch reporting = new CountDownLatch(1);
    CountDownLatch lost = new CountDownLatch(1);
    List<String> kinds = new CopyOnWriteArrayList<>();
    try (PahoClients clients = new PahoClients(options, losses, Optional.empty())) {
      ClientConnection client = connected(clients);
      client.publish(
          "t",
          BODY,
          (outcome, kind) -> {
            reporting.countDown();
            hold(lost);
          });
      assertThat(reporting.await(PATIENCE_MINUTES, TimeUnit.MINUTES)).isTrue();
      client.publish("t", BODY, (outcome, kind) -> kinds.add(kind));
      client.publish("t", BODY, (outcome, kind) -> kinds.add(kind));
      await().until(() -> losses.lost().sum() == 1);
      lost.countDown();
      await().until(() -> kinds.size() == 2);
      BulkConnector.close(List.of(client));
    } finally {
      lost.countDown();
    }
    assertThat(kinds).hasSize(2).contains("client-connection-lost");
  }

  /** Brokers may wait for PUBREL before they deliver, and forget the message with its session. */
  @ParameterizedTest
  @ValueSource(strings = {"hivemq", "paho"})
  void aMessageOfQos2WithoutPubcompHasNoKnownOutcome(String library) throws Exception {
    serve(
        (connection, type, packet, out) -> {
          if (type == PUBLISH) {
            // After a topic of one letter.
            out.write(new byte[] {0x50, 2, packet[3], packet[4]});
          }
          return type != PUBREL;
        });
    MqttOptions options = TestOptions.of("mqtt.client=" + library, "mqtt.qos=2");
    CompletableFuture<String> outcome = new CompletableFuture<>();
    try (ClientConnections clients = MqttDriver.clients(options, losses, Optional.empty())) {
      ClientConnection client = connected(clients);
      client.publish("t", BODY, (what, kind) -> outcome.complete(what + " " + kind));
      assertThat(outcome.get(PATIENCE_MINUTES, TimeUnit.MINUTES))
          .isEqualTo("UNKNOWN client-connection-lost");
      BulkConnector.close(List.of(client));
    }
  }

  /** A subscriber that lost a clean session gets what the broker retained once more. */
  @ParameterizedTest
  @ValueSource(strings = {"hivemq", "paho"})
  void aRetainedMessageMayHaveComeBefore(String library) throws Exception {
    serve(
        (connection, type, packet, out) -> {
          if (type == SUBSCRIBE) {
            PacketServer.subscribed(packet, 0, out);
            out.write(new byte[] {0x31, 3, 0, 1, 't'});
            out.write(new byte[] {0x30, 3, 0, 1, 't'});
          }
          return true;
        });
    MqttOptions options = TestOptions.of("mqtt.client=" + library, "mqtt.qos=0");
    List<Boolean> marks = new CopyOnWriteArrayList<>();
    try (ClientConnections clients = MqttDriver.clients(options, losses, Optional.empty())) {
      ClientConnection client = connected(clients, (topic, body, qos, again) -> marks.add(again));
      assertThat(client.subscribe(List.of("t"), 0).get(PATIENCE_MINUTES, TimeUnit.MINUTES))
          .containsExactly(0);
      await().until(() -> marks.size() == 2);
      BulkConnector.close(List.of(client));
    }
    assertThat(marks).containsExactly(true, false);
  }

  /** The second connection is lost before its subscription is answered. */
  @Test
  void nothingReconnectsOnceTheSubscriptionIsBack() throws Exception {
    serve(
        (connection, type, packet, out) -> {
          if (type == SUBSCRIBE && connection != 1) {
            PacketServer.subscribed(packet, 0, out);
            return true;
          }
          return type != SUBSCRIBE && type != PUBLISH;
        });
    MqttOptions options = TestOptions.of("mqtt.client=paho", "mqtt.qos=0");
    try (PahoClients clients = new PahoClients(options, losses, Optional.empty())) {
      ClientConnection client = connected(clients);
      assertThat(client.subscribe(List.of("t"), 0).get(PATIENCE_MINUTES, TimeUnit.MINUTES))
          .containsExactly(0);
      client.publish("t", BODY, (outcome, kind) -> {});
      await().until(() -> losses.reconnected().sum() == 2);
      await().until(() -> !isReconnecting());
      BulkConnector.close(List.of(client));
    }
    assertThat(losses.lost().sum()).isEqualTo(2);
  }

  @Test
  void aReconnectThatTheBrokerDoesNotAnswerIsTriedAgain() throws Exception {
    unanswered = 1;
    serve((connection, type, packet, out) -> type != PUBLISH);
    MqttOptions options =
        TestOptions.of("mqtt.client=paho", "mqtt.qos=0", "client.connect-timeout=1s");
    try (PahoClients clients = new PahoClients(options, losses, Optional.empty())) {
      ClientConnection client = connected(clients);
      client.publish("t", BODY, (outcome, kind) -> {});
      await().until(() -> losses.reconnected().sum() == 1);
      await().until(() -> !isReconnecting());
      BulkConnector.close(List.of(client));
    }
    assertThat(connects.get()).isGreaterThanOrEqualTo(3);
    assertThat(losses.lost().sum()).isEqualTo(1);
  }

  /** Otherwise the client would stay connected and receive nothing. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aSubscriptionThatIsNotGrantedAgainIsTriedAgain(boolean answered) throws Exception {
    serve(
        (connection, type, packet, out) -> {
          if (type == SUBSCRIBE && (connection != 1 || answered)) {
            PacketServer.subscribed(packet, connection == 1 ? 0x80 : 0, out);
          }
          return type != PUBLISH;
        });
    MqttOptions options =
        TestOptions.of("mqtt.client=paho", "mqtt.qos=0", "client.connect-timeout=1s");
    try (PahoClients clients = new PahoClients(options, losses, Optional.empty())) {
      ClientConnection client = connected(clients);
      assertThat(client.subscribe(List.of("t"), 0).get(PATIENCE_MINUTES, TimeUnit.MINUTES))
          .containsExactly(0);
      client.publish("t", BODY, (outcome, kind) -> {});
      await().until(() -> losses.reconnected().sum() > 1);
      await().until(() -> !isReconnecting());
      BulkConnector.close(List.of(client));
    }
    assertThat(losses.lost().sum()).isEqualTo(losses.reconnected().sum());
  }

  /** The broker is back before the client looks for it again; another client does later. */
  @ParameterizedTest
  @ValueSource(strings = {"hivemq", "paho"})
  void aClientThatWasClosedWhileItsBrokerWasDownStaysClosed(String library) throws Exception {
    serve(
        (connection, type, packet, out) -> {
          if (type == PUBLISH) {
            server.close();
          }
          return type != PUBLISH;
        });
    MqttOptions options = TestOptions.of("mqtt.client=" + library, "mqtt.qos=0");
    Losses later = new Losses();
    try (ClientConnections clients = MqttDriver.clients(options, losses, Optional.empty());
        ClientConnections others = MqttDriver.clients(options, later, Optional.empty())) {
      ClientConnection client = connected(clients);
      client.publish("t", BODY, (outcome, kind) -> {});
      await().until(() -> losses.lost().sum() == 1);
      BulkConnector.close(List.of(client));
      server = listening(server.getLocalPort());
      serve((connection, type, packet, out) -> connection > 0 || type != PUBLISH);
      ClientConnection other = connected(others);
      other.publish("t", BODY, (outcome, kind) -> {});
      await().until(() -> later.reconnected().sum() == 1);
      BulkConnector.close(List.of(other));
    }
    assertThat(connects).hasValue(3);
  }

  /** The client has asked for the connection, which the broker has yet to accept. */
  @ParameterizedTest
  @ValueSource(strings = {"hivemq", "paho"})
  void aClientThatIsClosedWhileItReconnectsHasNoConnectionLeft(String library) throws Exception {
    accepting = new CountDownLatch(1);
    serve((connection, type, packet, out) -> type != PUBLISH);
    MqttOptions options = TestOptions.of("mqtt.client=" + library, "mqtt.qos=0");
    try (ClientConnections clients = MqttDriver.clients(options, losses, Optional.empty())) {
      ClientConnection client = connected(clients);
      client.publish("t", BODY, (outcome, kind) -> {});
      await().until(() -> connects.get() == 2);
      CompletableFuture<Void> unused = client.disconnect();
      accepting.countDown();
      await().until(() -> ends.get() == 2);
    } finally {
      accepting.countDown();
    }
  }

  private static boolean isReconnecting() {
    return Thread.getAllStackTraces().values().stream()
        .flatMap(Arrays::stream)
        .anyMatch(
            frame ->
                frame.getClassName().endsWith(".PahoClient")
                    && frame.getMethodName().equals("reconnect"));
  }

  private static void hold(CountDownLatch latch) {
    try {
      boolean unused = latch.await(PATIENCE_MINUTES, TimeUnit.MINUTES);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
