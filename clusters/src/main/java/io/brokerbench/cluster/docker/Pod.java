package io.brokerbench.cluster.docker;

import com.github.dockerjava.api.model.ExposedPort;
import com.github.dockerjava.api.model.HostConfig;
import com.github.dockerjava.api.model.PortBinding;
import com.github.dockerjava.api.model.Ports;
import io.brokerbench.cluster.node.Addresses;
import io.brokerbench.driver.BrokerException;
import java.util.List;

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
    String id =
        containers.create(
            containers
                .shell(ROLE, image, publishing(ports), "cat >/dev/null")
                .withExposedPorts(ports.stream().map(ExposedPort::tcp).toList()));
    boolean up = false;
    try {
      Attachment.to(engine.client(), id, line -> {}, () -> {});
      containers.start(id, ROLE);
      up = true;
      return new ContainerNetwork(engine, "container:" + id, "0.0.0.0", List.of(id));
    } catch (RuntimeException e) {
      throw new BrokerException("no network for the containers: " + DockerEngine.say(e), e);
    } finally {
      if (!up) {
        engine.remove(id);
      }
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
                            Ports.Binding.bindIpAndPort(Addresses.LOOPBACK, port),
                            ExposedPort.tcp(port)))
                .toList());
  }
}
