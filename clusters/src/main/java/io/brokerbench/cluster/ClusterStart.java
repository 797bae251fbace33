package io.brokerbench.cluster;

import io.brokerbench.cluster.node.NodeHost;
import io.brokerbench.driver.BrokerException;
import io.brokerbench.driver.Cluster;
import io.brokerbench.units.Text;
import java.util.function.Consumer;

/**
 * The start of the nodes of one cluster, whose programs are available.
 *
 * @param <P> the ports of the cluster
 */
public interface ClusterStart<P extends PortLayout> {

  ClusterSettings<P> settings();

  /** Broker, release and nodes, for the progress message at the start. */
  String describe();

  /** Starts the nodes, waits until each of them accepts connections, and returns the cluster. */
  Cluster start(NodeStartup boot, Placement<P> site, Consumer<String> progress)
      throws BrokerException, InterruptedException;

  /** Starts the nodes on a host; after a failure, neither nodes nor host are left. */
  default Cluster run(NodeHost host, Placement<P> site, Consumer<String> progress)
      throws BrokerException, InterruptedException {
    NodeStartup boot = new NodeStartup(host, settings(), site.certificate());
    try {
      return start(boot, site, progress);
    } catch (Throwable e) {
      boot.abandon();
      throw e;
    }
  }

  /** The progress message at the start. */
  default String announce(P ports) {
    return Text.of("starting %s, on %s", describe(), ports.range().describe());
  }
}
