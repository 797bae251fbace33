package io.brokerbench.cluster.rocketmq;

import io.brokerbench.cluster.Addresses;
import java.nio.file.Path;
import java.util.function.Function;

/**
 * Where the nodes of a cluster are. Clients find them on the loopback address, wherever they run.
 *
 * @param clusterName unique on this machine
 * @param bindAddress what they listen on
 * @param haHost where a slave reaches its master for replication
 * @param homes the private directory of a node, by its name, as the node sees it
 */
record Site(
    String clusterName,
    PortLayout ports,
    String bindAddress,
    String haHost,
    Function<String, Path> homes) {

  static final String LOOPBACK = Addresses.LOOPBACK;

  /** What clients connect to. */
  String nameServer() {
    return LOOPBACK + ":" + ports.nameServer();
  }

  Path home(String node) {
    return homes.apply(node);
  }
}
