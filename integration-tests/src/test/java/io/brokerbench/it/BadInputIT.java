package io.brokerbench.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Runs alone: timely messages need an idle processor. */
@Tag("ci")
@Tag("alone")
final class BadInputIT {

  /** The documented ten seconds, plus time for a slow machine and the start of a JVM. */
  private static final Duration UNREACHABLE = Duration.ofSeconds(10 + 50);

  @TempDir private Path home;

  @Test
  void everythingThatIsWrongIsToldAtOnceAndNothingStarts() throws Exception {
    try (ServerSocket busy = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      Outcome outcome =
          Bench.run(
              home,
              "-w",
              "0",
              "--frobnicate=1",
              "--flush",
              "maybe",
              "--duration",
              "5",
              "--broker-version",
              "5.5.1",
              "--set",
              "cluster.port=" + busy.getLocalPort(),
              "--set",
              "cluster.heap=900g");
      assertRefused(outcome);
      assertThat(outcome.err().lines())
          .hasSize(7)
          .anyMatch(line -> line.startsWith("--frobnicate: there is no such flag"))
          .anyMatch(line -> line.startsWith("-w: load.threads must be") && line.contains("\"0\""))
          .anyMatch(line -> line.startsWith("--flush: cluster.flush must be one of async, sync"))
          .anyMatch(line -> line.startsWith("--duration: load.duration") && line.contains("\"5\""))
          .anyMatch(line -> line.contains("\"5.5.1\"; the nearest is 5.5.0"))
          .anyMatch(line -> line.contains("cluster.port " + busy.getLocalPort() + " needs ports"))
          .anyMatch(
              line -> line.matches("--set: cluster.heap needs 36\\d\\d\\.\\d GiB of memory .*"));
    }
  }

  @Test
  void resultsCannotGoWhereAFileIs() throws Exception {
    Path file = Files.writeString(home.resolve("file"), "");
    Outcome outcome = Bench.run(home, "--out", file.toString());
    assertRefused(outcome);
    assertThat(outcome.err().lines())
        .singleElement()
        .asString()
        .startsWith("--out: output.directory must be a directory")
        .contains(file.toRealPath().toString());
  }

  @Test
  void aClusterThatIsNotOursCannotBeConfigured() throws Exception {
    Outcome outcome = Bench.run(home, "-n", "127.0.0.1:1", "--flush", "sync");
    assertRefused(outcome);
    assertThat(outcome.err().lines())
        .singleElement()
        .asString()
        .startsWith("--flush: cluster.flush cannot be set");
  }

  @ParameterizedTest
  @ValueSource(strings = {"127.0.0.1:1", "no-such-host.invalid:9876"})
  void anUnreachableNameServerIsToldInTime(String address) throws Exception {
    long begin = System.nanoTime();
    Outcome outcome = Bench.run(home, "-n", address).endedWith(3);
    assertThat(Duration.ofNanos(System.nanoTime() - begin)).isLessThan(UNREACHABLE);
    assertThat(outcome.err().lines()).singleElement().asString().contains(address);
    assertThat(outcome.results()).doesNotExist();
  }

  @ParameterizedTest
  @CsvSource({"false, there is no such socket", "true, Connection refused"})
  void aDockerEngineThatDoesNotRunIsTold(boolean left, String why) throws Exception {
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
      Outcome outcome = bench.end().endedWith(3);
      assertThat(outcome.err().lines())
          .singleElement()
          .isEqualTo(
              String.format(
                  Locale.ROOT,
                  "no Docker engine answers at %s: %s; start Docker, or set DOCKER_HOST, or use cluster.host process",
                  address,
                  why));
    }
  }

  private static void assertRefused(Outcome outcome) {
    outcome.endedWith(2);
    assertThat(outcome.out()).isEmpty();
    assertThat(outcome.results()).doesNotExist();
  }
}
