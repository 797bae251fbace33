package io.brokerbench.cluster;

import io.brokerbench.cluster.node.PortRange;
import io.brokerbench.driver.BrokerException;
import io.brokerbench.workload.Settings;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;

/**
 * The settings that all clusters started by brokerbench have, on any kind of host.
 *
 * @param <P> the ports of the cluster
 */
public interface ClusterSettings<P extends PortLayout> {

  /**
   * Reports as problems properties of brokers that cannot be set.
   *
   * @param properties the given ones
   * @param reserved what to do instead, by the names of those that cannot be set
   */
  static void refuseReserved(
      Settings settings, SortedMap<String, String> properties, Map<String, String> reserved) {
    properties.keySet().stream()
        .filter(reserved::containsKey)
        .forEach(
            name ->
                settings.problem(
                    "cluster.properties." + name, "cannot be set: " + reserved.get(name)));
  }

  /** The first port; 0 for free ports. */
  int firstPort();

  P ports(int first);

  /** Whether nodes present a {@link Certificate} to clients. */
  boolean tls();

  /** The limit for the start of all nodes together. */
  Duration startTimeout();

  /** The setting of the nodes' memory; empty if the broker has none. */
  Optional<String> memoryKey();

  /** Whether containers may have a file system of their own, of a set size, for the messages. */
  default boolean hasStoreSize() {
    return true;
  }

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
