package io.brokerbench.cluster.mqtt;

import io.brokerbench.cluster.PortRange;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The ports of a cluster: consecutive ones, first those where clients are taken, then those where
 * brokers tell their figures.
 *
 * @param first the first broker's
 * @param nodes number of brokers
 */
record PortLayout(Broker broker, int first, int nodes) {

  static int count(Broker broker, int nodes) {
    return broker.hasFiguresPort() ? 2 * nodes : nodes;
  }

  PortRange range() {
    return PortRange.of(first, count(broker, nodes));
  }

  /** Where a broker takes clients. */
  int mqtt(int node) {
    return first + node;
  }

  /** Where a broker tells its figures. */
  int figures(int node) {
    return first + nodes + node;
  }

  /** All of them: there are none between brokers. */
  List<Integer> all() {
    return IntStream.rangeClosed(range().first(), range().last()).boxed().toList();
  }
}
