package io.brokerbench.cluster.docker;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

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
      assertThat(DockerSocket.why("unix://" + socket)).startsWith("it takes connections, but");
    }
    assertThat(DockerSocket.why("unix://" + socket)).startsWith("Connection refused; start Docker");
  }

  @Test
  void anAddressOnTheNetworkIsNotLookedInto() {
    assertThat(DockerSocket.why("tcp://127.0.0.1:1"))
        .startsWith("start Docker, or set DOCKER_HOST");
  }
}
