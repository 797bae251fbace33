package io.brokerbench.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A Docker engine at another address than the usual one, or at none. */
@Tag("nightly")
@RequiresDocker
final class EngineAddressIT {

  private static final String SOCKET = "/var/run/docker.sock";
  private static final int PART = 8192;

  @TempDir private Path directory;

  @ParameterizedTest
  @ValueSource(strings = {"docker_1", "LOCALHOST", "127.0.0.1"})
  void isReachedByEachNameOfThisMachine(String host) throws Exception {
    Path home = directory.toRealPath();
    Path hosts = Files.writeString(home.resolve("hosts"), "127.0.0.1 docker_1 localhost\n");
    try (ServerSocket front = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
      run(() -> serve(front));
      try (Bench bench =
          Bench.start(
              Files.createDirectory(home.resolve("run")),
              Map.of(
                  "JAVA_TOOL_OPTIONS",
                  "-Djdk.net.hosts.file=" + hosts,
                  "DOCKER_HOST",
                  "tcp://" + host + ":" + front.getLocalPort()),
              "--set",
              "cluster.host=container",
              "--set",
              "cluster.container.image=127.0.0.1:1/none:1")) {
        // The engine's own words.
        assertThat(bench.end().endedWith(3).err())
            .contains("image 127.0.0.1:1/none:1 is not here and cannot be pulled");
      }
    }
  }

  @ParameterizedTest
  @CsvSource({"false, there is no such socket", "true, Connection refused"})
  void thatDoesNotRunIsTold(boolean left, String why) throws Exception {
    Path home = directory.toRealPath();
    Path socket = home.resolve("docker.sock");
    if (left) {
      // Closing the channel leaves the file of the socket.
      ServerSocketChannel.open(StandardProtocolFamily.UNIX)
          .bind(UnixDomainSocketAddress.of(socket))
          .close();
    }
    String address = "unix://" + socket;
    try (Bench bench =
        Bench.start(home, Map.of("DOCKER_HOST", address), "--set", "cluster.host=container")) {
      assertThat(bench.end().endedWith(3).err().lines())
          .singleElement()
          .isEqualTo(
              String.format(
                  Locale.ROOT,
                  "no Docker engine answers at %s: %s; start Docker, or set DOCKER_HOST, or use cluster.host process",
                  address,
                  why));
    }
  }

  private interface Task {
    void run() throws IOException;
  }

  private static void run(Task task) {
    Thread thread =
        new Thread(
            () -> {
              try {
                task.run();
              } catch (IOException e) {
                // One side closed the connection.
              }
            });
    thread.setDaemon(true);
    thread.start();
  }

  private static void serve(ServerSocket front) throws IOException {
    while (true) {
      Socket client = front.accept();
      SocketChannel engine = SocketChannel.open(UnixDomainSocketAddress.of(SOCKET));
      run(() -> pass(client.getInputStream(), engine));
      run(() -> pass(engine, client));
    }
  }

  private static void pass(InputStream from, SocketChannel to) throws IOException {
    byte[] bytes = new byte[PART];
    for (int read = from.read(bytes); read >= 0; read = from.read(bytes)) {
      to.write(ByteBuffer.wrap(bytes, 0, read));
    }
  }

  private static void pass(SocketChannel from, Socket to) throws IOException {
    ByteBuffer bytes = ByteBuffer.allocate(PART);
    try (to) {
      while (from.read(bytes) >= 0) {
        to.getOutputStream().write(bytes.array(), 0, bytes.position());
        bytes.clear();
      }
    }
  }
}
