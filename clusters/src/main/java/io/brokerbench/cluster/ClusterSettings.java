package io.brokerbench.cluster;

import io.brokerbench.cluster.node.PortRange;
import io.brokerbench.driver.BrokerException;
import java.time.Duration;
import java.util.Optional;

/**
 * The settings that all clusters started by brokerbench have, on any kind of host.
 *
 * @param <P> the ports of the cluster
 */
public interface ClusterSettings<P extends PortLayout> {

  /** The first port; 0 for free ports. */
  int firstPort();

  /** The ports from {@code first} on. */
  P ports(int first);

  /** Whether nodes present a {@link Certificate} to clients. */
  boolean tls();

  /** The limit for the start of all nodes together. */
  Duration startTimeout();

  /** The ports named by the settings; empty for free ports. */
  default Optional<PortRange> namedPorts() {
    return firstPort() > 0 ? Optional.of(ports(firstPort()).range()) : Optional.empty();
  }

  /** The ports named by the settings, or free ports. */
  default P choosePorts() throws BrokerException {
    return ports(PortRange.wanted(firstPort(), ports(0).range().count()).first());
  }

  /** A new certificate if nodes have one. */
  default Optional<Certificate> makeCertificate() throws BrokerException, InterruptedException {
    return tls() ? Optional.of(Certificate.make()) : Optional.empty();
  }
}
