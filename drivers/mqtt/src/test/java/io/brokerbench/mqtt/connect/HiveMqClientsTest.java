package io.brokerbench.mqtt.connect;

import static org.assertj.core.api.Assertions.assertThat;

import com.hivemq.client.mqtt.MqttClientSslConfig;
import com.hivemq.client.mqtt.MqttClientTransportConfig;
import io.brokerbench.address.HostPort;
import io.brokerbench.mqtt.PacketServer;
import io.brokerbench.mqtt.TestOptions;
import io.brokerbench.mqtt.connect.ClientConnections.Losses;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.LongAdder;
import org.junit.jupiter.api.Test;

final class HiveMqClientsTest {

  /** With QoS 0, without a body. */
  private static final byte[] MESSAGE = {0x30, 3, 0, 1, 't'};

  private static final long PATIENCE_MINUTES = 2;
  private static final int SUBSCRIBERS = 3;

  /** Enough for a thread more, if the pool had one: it starts one for each message until then. */
  private static final int ROUNDS = 4;

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
    CyclicBarrier together = new CyclicBarrier(SUBSCRIBERS);
    Set<Thread> threads = ConcurrentHashMap.newKeySet();
    Semaphore received = new Semaphore(0);
    try (ServerSocket broker = broker();
        HiveMqClients clients = new HiveMqClients(options, new Losses(), Optional.empty())) {
      List<ClientConnection> connections = new ArrayList<>();
      connections.add(connected(clients, broker, (topic, body, qos, again) -> {}));
      for (int i = 0; i < SUBSCRIBERS; i++) {
        Subscriber subscriber = new Subscriber(topic -> 0, 0, new LongAdder());
        subscriber.begin(
            (body, queue, born, stored, attempt) -> {
              threads.add(Thread.currentThread());
              meet(together);
              received.release();
              return true;
            });
        connections.add(connected(clients, broker, subscriber));
      }
      for (int round = 0; round < ROUNDS; round++) {
        for (ClientConnection each : connections) {
          each.subscribe(List.of("t"), 0).get(PATIENCE_MINUTES, TimeUnit.MINUTES);
        }
        assertThat(received.tryAcquire(SUBSCRIBERS, PATIENCE_MINUTES, TimeUnit.MINUTES))
            .as("all of them at a time")
            .isTrue();
      }
      assertThat(threads).hasSize(SUBSCRIBERS);
      BulkConnector.close(connections);
    }
  }

  private static void meet(CyclicBarrier barrier) {
    try {
      barrier.await(PATIENCE_MINUTES, TimeUnit.MINUTES);
    } catch (InterruptedException | BrokenBarrierException | TimeoutException e) {
      throw new IllegalStateException(e);
    }
  }

  private static ClientConnection connected(
      HiveMqClients clients, ServerSocket broker, MessageListener listener) throws Exception {
    ClientConnection client =
        clients.client(
            new ClientIdentity("x", new HostPort("127.0.0.1", broker.getLocalPort()), false),
            true,
            listener);
    client.connect().get(PATIENCE_MINUTES, TimeUnit.MINUTES);
    return client;
  }

  /** A broker that sends one message after each subscription. */
  private static ServerSocket broker() throws IOException {
    ServerSocket server = new ServerSocket(0, 10, InetAddress.getLoopbackAddress());
    startDaemon(
        () -> {
          while (true) {
            Socket client = server.accept();
            startDaemon(() -> PacketServer.serve(client, HiveMqClientsTest::answer));
          }
        });
    return server;
  }

  /** What a thread of the broker does until its socket is closed. */
  private interface Service {
    void run() throws IOException;
  }

  private static void startDaemon(Service service) {
    Thread thread =
        new Thread(
            () -> {
              try {
                service.run();
              } catch (IOException e) {
                // The client has gone, or the test.
              }
            });
    thread.setDaemon(true);
    thread.start();
  }

  private static boolean answer(int type, byte[] packet, OutputStream out) throws IOException {
    if (type == PacketServer.CONNECT) {
      PacketServer.accept(out);
    } else if (type == PacketServer.SUBSCRIBE) {
      PacketServer.subscribed(packet, 0, out);
      out.write(MESSAGE);
    }
    return true;
  }
}
