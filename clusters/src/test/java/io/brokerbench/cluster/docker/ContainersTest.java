package io.brokerbench.cluster.docker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.github.dockerjava.api.DockerClient;
import com.github.dockerjava.api.command.CreateContainerCmd;
import com.github.dockerjava.api.model.HostConfig;
import com.github.dockerjava.api.model.Info;
import com.github.dockerjava.core.DefaultDockerClientConfig;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.brokerbench.driver.BrokerException;
import io.brokerbench.units.Text;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Containers of an engine that answers each request with the same text. */
@Timeout(300)
final class ContainersTest {

  private static final String CONTAINER = "0123456789abcdef".repeat(4);

  /** An address that has no guard: this test starts no JVM. */
  private static final URI WITHOUT_GUARD = URI.create("npipe:////./pipe/docker_engine");

  private final List<String> removed = new CopyOnWriteArrayList<>();
  private final HttpServer server;
  private final DockerClient client;
  private final DockerEngine engine;
  private volatile String answer = "";

  ContainersTest() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext("/", this::answer);
    server.start();
    client =
        DockerEngine.client(
            DefaultDockerClientConfig.createDefaultConfigBuilder()
                .withDockerHost("tcp://127.0.0.1:" + server.getAddress().getPort())
                .build());
    engine = new DockerEngine(client, new Info(), WITHOUT_GUARD, Duration.ofMinutes(2));
  }

  private void answer(HttpExchange exchange) throws IOException {
    exchange.getRequestBody().readAllBytes();
    if (exchange.getRequestMethod().equals("DELETE")) {
      String path = exchange.getRequestURI().getPath();
      removed.add(path.substring(path.lastIndexOf('/') + 1));
      exchange.sendResponseHeaders(204, -1);
    } else {
      byte[] content = answer.getBytes(StandardCharsets.UTF_8);
      exchange.sendResponseHeaders(200, content.length);
      exchange.getResponseBody().write(content);
    }
    exchange.close();
  }

  @AfterEach
  void end() throws IOException {
    client.close();
    server.stop(0);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Your kernel does not support memory limit capabilities or the cgroup is not mounted. Limitation discarded.",
        "Your kernel does not support IOPS Block I/O write limit or the cgroup is not mounted. Block I/O IOPS write limit discarded.",
      })
  void aLimitThatTheEngineIgnoresIsRefused(String warning) throws Exception {
    answer = Text.of("{\"Id\":\"%s\",\"Warnings\":[\"%s\"]}", CONTAINER, warning);
    Containers containers = new Containers(engine);
    CreateContainerCmd command = command(containers);
    assertThatThrownBy(() -> containers.create(command))
        .isInstanceOf(BrokerException.class)
        .hasMessageStartingWith(
            Text.of(
                "container %s-master would run without a limit of cluster.container: %s Set that limit to 0",
                containers.clusterName(), warning));
    assertThat(removed).containsExactly(CONTAINER);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "null",
        "[]",
        "[\"Your kernel does not support swap limit capabilities or the cgroup is not mounted. Memory limited without swap.\"]",
      })
  void anyOtherContainerIsCreated(String warnings) throws Exception {
    answer = Text.of("{\"Id\":\"%s\",\"Warnings\":%s}", CONTAINER, warnings);
    Containers containers = new Containers(engine);
    assertThat(containers.create(command(containers))).isEqualTo(CONTAINER);
    assertThat(removed).isEmpty();
  }

  /** The machine may be so busy that each of the commands takes almost as long as it may. */
  @Test
  void aContainerThatAnotherProcessMayBeStartingStays() {
    long now = Instant.now().getEpochSecond();
    answer =
        Text.of(
            "[{\"Id\":\"new\",\"Created\":%d},{\"Id\":\"%s\",\"Created\":%d}]",
            now - 300, CONTAINER, now - 3_600);
    engine.removeForgotten();
    assertThat(removed).containsExactly(CONTAINER);
  }

  private static CreateContainerCmd command(Containers containers) {
    return containers.command("master", "image", HostConfig.newHostConfig());
  }
}
