package io.brokerbench.cluster.rabbitmq;

import io.brokerbench.address.HostPort;
import io.brokerbench.cluster.PortLayout;
import io.brokerbench.cluster.node.PortRange;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The consecutive ports of a cluster, that of the port mapper first.
 *
 * @param first the port of the port mapper
 * @param nodes number of nodes
 * @param managed whether each node has a port for the management API
 */
record RabbitMqPortLayout(int first, int nodes, boolean managed) implements PortLayout {

  private static final int PORTS_PER_NODE = 3;

  @Override
  public PortRange range() {
    return PortRange.of(first, 1 + (managed ? PORTS_PER_NODE + 1 : PORTS_PER_NODE) * nodes);
  }

  /** The port of the port mapper, from which nodes learn each other's ports. */
  int mapper() {
    return first;
  }

  /** The port of a node for clients. */
  int amqp(int node) {
    return first + 1 + node;
  }

  /** The port of a node for its metrics. */
  int metrics(int node) {
    return first + 1 + nodes + node;
  }

  /** The port of a node for other nodes. */
  int distribution(int node) {
    return first + 1 + 2 * nodes + node;
  }

  /** The port of a node for the management API; only if it has one. */
  int management(int node) {
    return first + 1 + PORTS_PER_NODE * nodes + node;
  }

  /** The addresses that clients connect to. */
  String addresses() {
    return HostPort.onLoopback(nodes, this::amqp);
  }

  /** The addresses of the nodes' metrics. */
  String metricsAddresses() {
    return HostPort.onLoopback(nodes, this::metrics);
  }

  /** The addresses of the nodes' management API; only if they have one. */
  String managementAddresses() {
    return HostPort.onLoopback(nodes, this::management);
  }

  @Override
  public List<Integer> ofClients() {
    return IntStream.range(0, nodes)
        .boxed()
        .flatMap(
            node ->
                managed
                    ? Stream.of(amqp(node), metrics(node), management(node))
                    : Stream.of(amqp(node), metrics(node)))
        .toList();
  }
}
