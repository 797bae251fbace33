package io.brokerbench.cluster;

import io.brokerbench.cluster.node.NodeHost;
import io.brokerbench.cluster.node.Secret;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Function;

/**
 * The addresses and directories of the nodes of a cluster. Clients reach the nodes at the loopback
 * address, on any kind of host.
 *
 * @param <P> the ports of the cluster
 * @param clusterName unique on this machine
 * @param bindAddress the address that nodes listen on for clients
 * @param replicationHost the address at which a node reaches another one for replication
 * @param homes the private directory of a node, by its name, as seen by the node
 * @param secret a password or key that nodes and drivers of this cluster share
 * @param certificate the certificate that nodes present to clients, if any
 */
public record Placement<P extends PortLayout>(
    String clusterName,
    P ports,
    String bindAddress,
    String replicationHost,
    Function<String, Path> homes,
    Secret secret,
    Optional<Certificate> certificate) {

  /** The private directory of a node, as seen by the node. */
  public Path home(String node) {
    return homes.apply(node);
  }

  /**
   * The file of the authority of the nodes' certificates on this machine, for clients of other
   * processes; empty without TLS, or if it is on another host.
   */
  public Optional<Path> authorityFile(NodeHost host, String node) {
    return host.disk().isPresent() && certificate.isPresent()
        ? Optional.of(home(node).resolve(Certificate.AUTHORITY_FILE))
        : Optional.empty();
  }

  /** The same placement with replication through another address. */
  public Placement<P> withReplicationHost(String host) {
    return new Placement<>(clusterName, ports, bindAddress, host, homes, secret, certificate);
  }
}
