package io.brokerbench.cluster.docker;

import com.github.dockerjava.api.model.ExposedPort;
import com.github.dockerjava.api.model.HostConfig;
import com.github.dockerjava.api.model.PortBinding;
import com.github.dockerjava.api.model.Ports;
import io.brokerbench.address.HostPort;
import io.brokerbench.driver.BrokerException;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The network that a cluster's containers share.
 *
 * @param mode the network mode of a container
 * @param bindAddress the address that nodes listen on
 * @param containers the containers that form the network, removed with it
 * @param firewall separates nodes; empty in the network of this machine
 */
public record ContainerNetwork(
    DockerEngine engine,
    String mode,
    String bindAddress,
    List<String> containers,
    Optional<PodFirewall> firewall)
    implements AutoCloseable {

  private static final String POD = "pod";
  private static final long END_MILLIS = 5_000;

  /** The network of this machine, in which messages pass through no proxy. */
  static ContainerNetwork ofHost(DockerEngine engine) {
    return new ContainerNetwork(engine, "host", HostPort.LOOPBACK, List.of(), Optional.empty());
  }

  /**
   * Starts a pod: a container whose only purpose is a network with ports that are published on this
   * machine's loopback address under the same numbers. Brokers and clients thus reach every node at
   * one address, on Linux and in Docker's virtual machines alike; messages pass through the
   * engine's proxy.
   *
   * @param ports the ports that clients connect to
   */
  static ContainerNetwork ofPod(
      DockerEngine engine, Containers containers, String image, List<Integer> ports)
      throws BrokerException, InterruptedException {
    try {
      String id =
          containers.startIdle(
              POD,
              containers
                  .idle(POD, image, publishing(ports))
                  .withExposedPorts(ports.stream().map(ExposedPort::tcp).toList()));
      String mode = "container:" + id;
      PodFirewall firewall = new PodFirewall(engine, containers, image, mode);
      return new ContainerNetwork(engine, mode, "0.0.0.0", List.of(id), Optional.of(firewall));
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

  /** This network with one more container, to be removed with it. */
  public ContainerNetwork with(String container) {
    List<String> more = Stream.concat(containers.stream(), Stream.of(container)).toList();
    return new ContainerNetwork(engine, mode, bindAddress, more, firewall);
  }

  @Override
  public void close() {
    firewall.ifPresent(PodFirewall::close);
    containers.forEach(engine::kill);
    containers.forEach(container -> engine.awaitRemoval(container, END_MILLIS));
  }
}
