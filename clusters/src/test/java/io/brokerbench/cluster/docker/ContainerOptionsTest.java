package io.brokerbench.cluster.docker;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.github.dockerjava.api.DockerClient;
import com.github.dockerjava.api.model.Info;
import com.github.dockerjava.core.DefaultDockerClientConfig;
import com.github.dockerjava.core.DockerClientConfig;
import io.brokerbench.cluster.docker.ContainerOptions.Network;
import io.brokerbench.driver.BrokerException;
import java.time.Duration;
import org.junit.jupiter.api.Test;

final class ContainerOptionsTest {

  @Test
  void theNetworkOfThisMachineNeedsAnEngineThatSharesIt() throws Exception {
    DockerClientConfig config =
        DefaultDockerClientConfig.createDefaultConfigBuilder()
            .withDockerHost("unix:///run/user/1000/docker.sock")
            .build();
    ContainerOptions options = new ContainerOptions("image", Network.HOST, 0, 0, 0, 0);
    try (DockerClient client = DockerEngine.client(config)) {
      DockerEngine engine =
          new DockerEngine(client, new Info(), config.getDockerHost(), Duration.ofMinutes(2));
      assertThatThrownBy(() -> options.isOfHost(engine, false))
          .isInstanceOf(BrokerException.class)
          .hasMessage(
              "cluster.container.network host is not available: Docker is rootless, or runs in a machine of its own; use pod");
    }
  }
}
