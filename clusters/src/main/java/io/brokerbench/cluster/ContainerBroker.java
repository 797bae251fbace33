package io.brokerbench.cluster;

import io.brokerbench.cluster.docker.ContainerHost;
import io.brokerbench.cluster.docker.ContainerImage;
import io.brokerbench.cluster.docker.ContainerOptions;
import io.brokerbench.cluster.docker.DockerEngine;
import io.brokerbench.cluster.node.MemoryNeed;
import io.brokerbench.driver.BrokerException;
import io.brokerbench.driver.Cluster;
import java.nio.file.Path;
import java.util.function.Consumer;

/**
 * The properties of one broker that matter to its containers.
 *
 * @param <P> the ports of the cluster
 */
public interface ContainerBroker<P extends PortLayout> {

  ContainerOptions options();

  /** The memory of all nodes, with that of file systems in memory. */
  MemoryNeed memory();

  /** Whether the nodes need a network of their own. */
  default boolean needsPod() {
    return false;
  }

  /** Whether the data on the way from a master to its slave can be delayed. */
  default boolean delaysReplication() {
    return false;
  }

  /** Whether nodes that are restarted report when they accept connections again. */
  default boolean reportsRestarts() {
    return true;
  }

  /** The directory of a node in its container, on the image's volume if it has one. */
  Path home();

  /** The user that runs the nodes; blank for the image's default. */
  default String user() {
    return "";
  }

  /** The image of all nodes, pulled if it is missing. */
  default ContainerImage image(DockerEngine engine, Consumer<String> progress)
      throws BrokerException, InterruptedException {
    return engine.image(options().image(), progress);
  }

  /** Finds the programs in an image; starts nothing. */
  ClusterStart<P> prepare(DockerEngine engine, ContainerImage image, Consumer<String> progress)
      throws BrokerException, InterruptedException;

  /** Starts the nodes; after a failure, nothing is left on the host. */
  default Cluster run(
      ClusterStart<P> nodes, ContainerHost host, Placement<P> site, Consumer<String> progress)
      throws BrokerException, InterruptedException {
    return nodes.run(host, site, progress);
  }
}
