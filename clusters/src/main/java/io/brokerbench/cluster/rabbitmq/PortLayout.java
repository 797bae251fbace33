package io.brokerbench.cluster.rabbitmq;

import io.brokerbench.cluster.PortRange;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The ports of a cluster: consecutive ones, the port mapper's first.
 *
 * @param first the port mapper's
 * @param nodes number of nodes
 */
record PortLayout(int first, int nodes) {

  private static final int PORTS_PER_NODE = 3;

  static int count(int nodes) {
    return 1 + PORTS_PER_NODE * nodes;
  }

  PortRange range() {
    return PortRange.of(first, count(nodes));
  }

  /** Where nodes learn each other's ports. */
  int mapper() {
    return first;
  }

  /** Where a node takes clients. */
  int amqp(int node) {
    return first + 1 + node;
  }

  /** Where a node tells its figures. */
  int metrics(int node) {
    return first + 1 + nodes + node;
  }

  /** Where a node takes other nodes. */
  int distribution(int node) {
    return first + 1 + 2 * nodes + node;
  }

  /** Those that are asked from outside the cluster. */
  List<Integer> ofClients() {
    return IntStream.range(0, nodes)
        .boxed()
        .flatMap(node -> List.of(amqp(node), metrics(node)).stream())
        .toList();
  }
}
