package io.brokerbench.cluster.mqtt;

import io.brokerbench.address.HostPort;
import io.brokerbench.cluster.PortLayout;
import io.brokerbench.cluster.node.PortRange;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The consecutive ports of a cluster: first those for clients, then those for the brokers' metrics.
 *
 * @param first the port of the first broker
 * @param nodes number of brokers
 */
record MqttPortLayout(Broker broker, int first, int nodes) implements PortLayout {

  @Override
  public PortRange range() {
    return PortRange.of(first, broker.hasFiguresPort() ? 2 * nodes : nodes);
  }

  /** The addresses that clients connect to. */
  String addresses() {
    return HostPort.onLoopback(nodes, this::mqtt);
  }

  /** The port of a broker for clients. */
  int mqtt(int node) {
    return first + node;
  }

  /** The port of a broker for its metrics. */
  int figures(int node) {
    return first + nodes + node;
  }

  /** All ports; brokers use no other ports among themselves. */
  @Override
  public List<Integer> ofClients() {
    return IntStream.rangeClosed(range().first(), range().last()).boxed().toList();
  }
}
