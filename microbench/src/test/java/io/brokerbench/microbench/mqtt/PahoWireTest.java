package io.brokerbench.microbench.mqtt;

import static org.assertj.core.api.Assertions.assertThat;

import io.brokerbench.microbench.Bodies;
import java.io.DataInputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.eclipse.paho.client.mqttv3.MqttAsyncClient;
import org.eclipse.paho.client.mqttv3.persist.MemoryPersistence;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class PahoWireTest {

  private static final byte[] CONNACK = {0x20, 2, 0, 0};

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2})
  void theBenchmarkEncodesWhatTheClientSends(int qos) throws Exception {
    PahoBenchmark benchmark = new PahoBenchmark();
    benchmark.qos = qos;
    benchmark.prepare();
    byte[] encoded = benchmark.encode().toByteArray();
    assertThat(published(qos, encoded.length)).isEqualTo(encoded);
  }

  /** What follows the client's CONNECT. */
  private static byte[] published(int qos, int bytes) throws Exception {
    ExecutorService broker = Executors.newSingleThreadExecutor();
    try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      Callable<byte[]> conversation = () -> afterConnect(server, bytes);
      Future<byte[]> published = broker.submit(conversation);
      MqttAsyncClient client =
          new MqttAsyncClient(
              "tcp://127.0.0.1:" + server.getLocalPort(), "microbench", new MemoryPersistence());
      try {
        client.connect().waitForCompletion(10_000);
        client.publish(PahoBenchmark.TOPIC, Bodies.text(1024), qos, false);
        return published.get(2, TimeUnit.MINUTES);
      } finally {
        client.disconnectForcibly(0, 0, false);
        client.close(true);
      }
    } finally {
      broker.shutdownNow();
    }
  }

  private static byte[] afterConnect(ServerSocket server, int bytes) throws IOException {
    try (Socket socket = server.accept()) {
      DataInputStream in = new DataInputStream(socket.getInputStream());
      assertThat(in.readByte()).isEqualTo((byte) 0x10);
      in.skipNBytes(in.readByte());
      socket.getOutputStream().write(CONNACK);
      byte[] published = in.readNBytes(bytes);
      assertThat(in.available()).isZero();
      return published;
    }
  }
}
