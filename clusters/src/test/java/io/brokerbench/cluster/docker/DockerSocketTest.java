package io.brokerbench.cluster.docker;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class DockerSocketTest {

  @Test
  void whereThereIsNoSocketNoEngineRuns(@TempDir Path directory) {
    assertThat(DockerSocket.why("unix://" + directory.resolve("docker.sock")))
        .startsWith("there is no such socket; start Docker");
  }

  @Test
  void aSocketThatNobodyServesRefuses(@TempDir Path directory) throws Exception {
    Path socket = directory.resolve("docker.sock");
    try (ServerSocketChannel server = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
      server.bind(UnixDomainSocketAddress.of(socket));
      assertThat(DockerSocket.why("unix://" + socket)).startsWith("it accepts connections, but");
    }
    assertThat(DockerSocket.why("unix://" + socket)).startsWith("Connection refused; start Docker");
  }

  @ParameterizedTest
  @CsvSource({
    "tcp://127.0.0.1:2375, tcp://127.0.0.1:2375",
    "tcp://LOCALHOST:2375, tcp://LOCALHOST:2375",
    "tcp://localhost.:2375, tcp://localhost:2375",
    "tcp://[::1]:2375, tcp://[::1]:2375",
    "unix:///run/docker_1.sock, unix:///run/docker_1.sock",
    "npipe:////./pipe/docker_engine, npipe:////./pipe/docker_engine",
  })
  void anAddressIsOneForTheClient(String address, String expected) throws Exception {
    assertThat(DockerSocket.forClient(address)).isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource({
    "tcp://name_1, 'behind tcp://, it must be host:port, got \"name_1\"; start Docker'",
    "tcp://no_such_host.invalid:1, its host is unknown; start Docker",
  })
  void anAddressThatIsNoneIsTold(String address, String why) {
    assertThat(DockerSocket.why(address)).startsWith(why);
  }

  @ParameterizedTest
  @CsvSource({
    "ssh://bench@192.0.2.1, false",
    "ssh://bench@192.0.2.1, true",
    "tcp://192.0.2.1:2376, true",
  })
  void anEngineOnAnotherMachineIsNotAsked(String address, boolean tls) {
    assertThat(DockerSocket.refusal(address, tls))
        .contains(
            "the Docker engine at "
                + address
                + " is on another machine: start brokers there, and use cluster.host external");
  }

  @Test
  void anEngineHereIsAskedWithoutTlsOnly() {
    assertThat(DockerSocket.refusal("tcp://127.0.0.1:2375", false)).isEmpty();
    assertThat(DockerSocket.refusal("unix:///run/docker.sock", false)).isEmpty();
    assertThat(DockerSocket.refusal("tcp://127.0.0.1:2376", true))
        .contains(
            "the Docker engine at tcp://127.0.0.1:2376 requires TLS: use the address of its socket");
  }

  @Test
  void anAddressOnTheNetworkIsNotLookedInto() {
    assertThat(DockerSocket.why("tcp://127.0.0.1:1"))
        .startsWith("start Docker, or set DOCKER_HOST");
  }
}
