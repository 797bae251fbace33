package io.brokerbench.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.Channels;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A Docker engine behind an address of the network instead of its socket. */
@Tag("nightly")
@RequiresDocker
final class EngineAddressIT {

  private static final String SOCKET = "/var/run/docker.sock";

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
              "cluster.image=127.0.0.1:1/none:1")) {
        // The engine's own words.
        assertThat(bench.end().endedWith(3).err())
            .contains("image 127.0.0.1:1/none:1 is not here and cannot be pulled");
      }
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
      run(() -> client.getInputStream().transferTo(Channels.newOutputStream(engine)));
      run(
          () -> {
            try (client) {
              Channels.newInputStream(engine).transferTo(client.getOutputStream());
            }
          });
    }
  }
}
