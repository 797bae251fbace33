package io.brokerbench.microbench.rabbitmq;

import static org.assertj.core.api.Assertions.assertThat;

import com.rabbitmq.client.Channel;
import com.rabbitmq.client.Connection;
import com.rabbitmq.client.ConnectionFactory;
import com.rabbitmq.client.LongString;
import com.rabbitmq.client.impl.AMQImpl;
import com.rabbitmq.client.impl.Frame;
import com.rabbitmq.client.impl.LongStringHelper;
import com.rabbitmq.client.impl.Method;
import io.brokerbench.microbench.Bodies;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class AmqpWireTest {

  private static final int PROTOCOL_HEADER_BYTES = 8;
  private static final int FRAME_MAX = 131_072;

  @ParameterizedTest
  @ValueSource(ints = {128, 1024, 262_144})
  void theBenchmarkEncodesWhatTheClientSends(int size) throws Exception {
    AmqpBenchmark benchmark = new AmqpBenchmark();
    benchmark.size = size;
    benchmark.prepare();
    byte[] encoded = benchmark.publish().toByteArray();
    assertThat(published(size, encoded.length)).isEqualTo(encoded);
  }

  private static byte[] published(int size, int bytes) throws Exception {
    ExecutorService broker = Executors.newSingleThreadExecutor();
    try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      Callable<byte[]> conversation = () -> afterOpen(server, bytes);
      Future<byte[]> published = broker.submit(conversation);
      ConnectionFactory factory = new ConnectionFactory();
      factory.setHost("127.0.0.1");
      factory.setPort(server.getLocalPort());
      factory.setAutomaticRecoveryEnabled(false);
      Connection connection = factory.newConnection();
      try {
        Channel channel = connection.createChannel();
        channel.basicPublish(
            AmqpBenchmark.EXCHANGE,
            AmqpBenchmark.ROUTING_KEY,
            AmqpBenchmark.PROPERTIES,
            Bodies.text(size));
        return published.get(2, TimeUnit.MINUTES);
      } finally {
        connection.abort(1000);
      }
    } finally {
      broker.shutdownNow();
    }
  }

  /** A broker that opens one connection and one channel, and then listens. */
  private static byte[] afterOpen(ServerSocket server, int bytes) throws IOException {
    try (Socket socket = server.accept()) {
      DataInputStream in = new DataInputStream(socket.getInputStream());
      DataOutputStream out =
          new DataOutputStream(new BufferedOutputStream(socket.getOutputStream()));
      in.skipNBytes(PROTOCOL_HEADER_BYTES);
      LongString mechanisms = LongStringHelper.asLongString("PLAIN");
      LongString locales = LongStringHelper.asLongString("en_US");
      say(out, 0, new AMQImpl.Connection.Start(0, 9, Map.of(), mechanisms, locales));
      hear(in); // StartOk
      say(out, 0, new AMQImpl.Connection.Tune(2047, FRAME_MAX, 0));
      hear(in); // TuneOk
      hear(in); // Open
      say(out, 0, new AMQImpl.Connection.OpenOk(""));
      hear(in); // of the channel
      say(out, 1, new AMQImpl.Channel.OpenOk(LongStringHelper.asLongString("")));
      byte[] published = in.readNBytes(bytes);
      assertThat(in.available()).isZero();
      return published;
    }
  }

  private static void say(DataOutputStream out, int channel, Method method) throws IOException {
    method.toFrame(channel).writeTo(out);
    out.flush();
  }

  private static void hear(DataInputStream in) throws IOException {
    Frame.readFrom(in, () -> FRAME_MAX);
  }
}
