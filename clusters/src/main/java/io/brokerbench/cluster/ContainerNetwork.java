package io.brokerbench.cluster;

import java.util.ArrayList;
import java.util.List;

/**
 * The network that a cluster's containers share.
 *
 * @param mode as a container's network mode has it
 * @param bindAddress what nodes listen on
 * @param containers what makes it up, removed with it
 */
public record ContainerNetwork(
    DockerEngine engine, String mode, String bindAddress, List<String> containers)
    implements AutoCloseable {

  private static final long END_MILLIS = 5_000;

  /** This machine's own: messages pass nobody between. */
  static ContainerNetwork ofHost(DockerEngine engine) {
    return new ContainerNetwork(engine, "host", Addresses.LOOPBACK, List.of());
  }

  /** The same with one more container, to be removed with it. */
  public ContainerNetwork with(String container) {
    List<String> more = new ArrayList<>(containers);
    more.add(container);
    return new ContainerNetwork(engine, mode, bindAddress, more);
  }

  @Override
  public void close() {
    containers.forEach(engine::kill);
    containers.forEach(container -> engine.awaitRemoval(container, END_MILLIS));
  }
}
