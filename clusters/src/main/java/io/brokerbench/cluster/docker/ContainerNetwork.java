package io.brokerbench.cluster.docker;

import io.brokerbench.address.HostPort;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

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

  private static final long END_MILLIS = 5_000;

  /** The network of this machine, in which messages pass through no proxy. */
  static ContainerNetwork ofHost(DockerEngine engine) {
    return new ContainerNetwork(engine, "host", HostPort.LOOPBACK, List.of(), Optional.empty());
  }

  /** This network with one more container, to be removed with it. */
  public ContainerNetwork with(String container) {
    List<String> more = new ArrayList<>(containers);
    more.add(container);
    return new ContainerNetwork(engine, mode, bindAddress, more, firewall);
  }

  @Override
  public void close() {
    firewall.ifPresent(PodFirewall::close);
    containers.forEach(engine::kill);
    containers.forEach(container -> engine.awaitRemoval(container, END_MILLIS));
  }
}
