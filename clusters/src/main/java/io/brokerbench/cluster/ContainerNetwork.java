package io.brokerbench.cluster;

import java.util.List;

/**
 * The network that a cluster's containers share.
 *
 * @param mode as a container's network mode has it
 * @param bindAddress what nodes listen on
 * @param haHost where a slave reaches its master for replication
 * @param containers what makes it up, removed with it
 */
record ContainerNetwork(
    DockerEngine engine, String mode, String bindAddress, String haHost, List<String> containers)
    implements AutoCloseable {

  private static final long END_MILLIS = 5_000;

  /** This machine's own: messages pass nobody between. */
  static ContainerNetwork ofHost(DockerEngine engine) {
    return new ContainerNetwork(engine, "host", Site.LOOPBACK, Site.LOOPBACK, List.of());
  }

  @Override
  public void close() {
    containers.forEach(engine::kill);
    containers.forEach(container -> engine.awaitRemoval(container, END_MILLIS));
  }
}
