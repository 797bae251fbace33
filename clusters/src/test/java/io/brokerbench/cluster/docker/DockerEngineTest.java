package io.brokerbench.cluster.docker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.github.dockerjava.api.DockerClient;
import com.github.dockerjava.api.model.Info;
import com.github.dockerjava.core.DefaultDockerClientConfig;
import com.github.dockerjava.core.DockerClientConfig;
import io.brokerbench.driver.BrokerException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class DockerEngineTest {

  private static final String SILENT = "Docker did not answer within ";

  /** The engine accepts connections only, as one whose process is stopped. */
  @Test
  void noCommandWaitsForEver(@TempDir Path directory) throws Exception {
    Path socket = directory.resolve("docker.sock");
    DockerClientConfig config =
        DefaultDockerClientConfig.createDefaultConfigBuilder()
            .withDockerHost("unix://" + socket)
            .build();
    try (ServerSocketChannel server = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
        DockerClient client = DockerEngine.client(config)) {
      server.bind(UnixDomainSocketAddress.of(socket));
      DockerEngine engine =
          new DockerEngine(client, new Info(), config.getDockerHost(), Duration.ofMillis(1));
      assertThatThrownBy(() -> engine.find("one"))
          .isInstanceOf(BrokerException.class)
          .hasMessageStartingWith("image one is not available: " + SILENT);
      assertThatThrownBy(() -> engine.run("one", "true"))
          .isInstanceOf(BrokerException.class)
          .hasMessageStartingWith("\"true\" in a container: " + SILENT);
      assertThatThrownBy(() -> engine.address("one"))
          .isInstanceOf(BrokerException.class)
          .hasMessageStartingWith("a container cannot be inspected: " + SILENT);
      assertThatThrownBy(() -> Attachment.to(engine, "one", line -> {}, () -> {}))
          .hasMessageStartingWith(SILENT);
      engine.removeForgotten();
      assertThat(engine.left(List.of("one"))).isEmpty();
      engine.kill("one");
      engine.awaitRemoval("one", 0);
      engine.remove("one");
      AtomicInteger asked = new AtomicInteger();
      assertThatThrownBy(() -> engine.answerAtEnd(asked::incrementAndGet))
          .hasMessageStartingWith(SILENT);
      assertThat(asked).as("another wait for an engine that did not answer").hasValue(0);
      assertThat(engine.left(List.of("one", "two")).orElseThrow())
          .startsWith(SILENT)
          .endsWith(": docker rm --force --volumes one two");
      assertThat(engine.left(List.of())).isEmpty();
    }
  }
}
