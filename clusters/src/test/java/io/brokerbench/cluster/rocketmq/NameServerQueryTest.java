package io.brokerbench.cluster.rocketmq;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.brokerbench.testkit.FreePort;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class NameServerQueryTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{0:\"127.0.0.1:20003\",1:\"127.0.0.1:20007\"} | true",
        "{\"1\":\"127.0.0.1:20007\",\"0\":\"127.0.0.1:20003\"} | true",
        "{1:\"127.0.0.1:20000\",10:\"h:0\"} | false",
        "{} | false",
      })
  void aBrokerOfIdZeroIsAMaster(String addresses, boolean master) throws Exception {
    assertThat(
            ask(
                String.format(
                    Locale.ROOT,
                    "{\"brokerAddrTable\":{\"broker-a\":{\"brokerAddrs\":%s,\"brokerName\":\"broker-a\"}}}",
                    addresses)))
        .isEqualTo(master);
  }

  @Test
  void nobodyThereIsNoMaster() throws Exception {
    assertThat(new NameServerQuery(FreePort.choose()).hasMaster()).isFalse();
  }

  private static boolean ask(String body) throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      CompletableFuture<Void> served = CompletableFuture.runAsync(() -> answer(socket, body));
      boolean master = new NameServerQuery(socket.getLocalPort()).hasMaster();
      served.join();
      return master;
    }
  }

  private static void answer(ServerSocket socket, String body) {
    byte[] header = "{\"code\":0,\"flag\":1,\"opaque\":1}".getBytes(UTF_8);
    byte[] content = body.getBytes(UTF_8);
    try (Socket client = socket.accept()) {
      DataInputStream in = new DataInputStream(client.getInputStream());
      in.readNBytes(in.readInt());
      DataOutputStream out = new DataOutputStream(client.getOutputStream());
      out.writeInt(Integer.BYTES + header.length + content.length);
      out.writeInt(header.length);
      out.write(header);
      out.write(content);
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }
}
