package io.brokerbench.cluster.docker;

import com.github.dockerjava.api.model.ExposedPort;
import com.github.dockerjava.api.model.HostConfig;
import com.github.dockerjava.api.model.PortBinding;
import com.github.dockerjava.api.model.Ports;
import io.brokerbench.address.HostPort;
import io.brokerbench.driver.BrokerException;
import java.util.List;
import java.util.Optional;

/**
 * A container whose only purpose is a network with ports that are published on this machine's
 * loopback address under the same numbers. Brokers and clients thus reach every node at one
 * address, on Linux and in Docker's virtual machines alike; messages pass through the engine's
 * proxy.
 */
final class Pod {

  private static final String ROLE = "pod";

  private Pod() {}

  /**
   * Starts a pod.
   *
   * @param ports the ports that clients connect to
   */
  static ContainerNetwork start(
      DockerEngine engine, Containers containers, String image, List<Integer> ports)
      throws BrokerException, InterruptedException {
    try {
      String id =
          containers.startIdle(
              ROLE,
              containers
                  .idle(ROLE, image, publishing(ports))
                  .withExposedPorts(ports.stream().map(ExposedPort::tcp).toList()));
      String mode = "container:" + id;
      return new ContainerNetwork(
          engine,
          mode,
          "0.0.0.0",
          List.of(id),
          Optional.of(new PodFirewall(engine, containers, image, mode)));
    } catch (RuntimeException e) {
      throw new BrokerException("no network for the containers: " + DockerEngine.say(e), e);
    }
  }

  private static HostConfig publishing(List<Integer> ports) {
    return HostConfig.newHostConfig()
        .withNetworkMode(DockerEngine.BRIDGE)
        .withPortBindings(
            ports.stream()
                .map(
                    port ->
                        new PortBinding(
                            Ports.Binding.bindIpAndPort(HostPort.LOOPBACK, port),
                            ExposedPort.tcp(port)))
                .toList());
  }
}
