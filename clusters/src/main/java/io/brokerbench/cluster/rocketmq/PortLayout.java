package io.brokerbench.cluster.rocketmq;

import io.brokerbench.cluster.PortRange;
import io.brokerbench.driver.BrokerException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The ports of a cluster: consecutive ones, the name server's first.
 *
 * @param first the name server's
 * @param brokers number of brokers
 * @param hasProxy whether there is a proxy behind them
 */
record PortLayout(int first, int brokers, boolean hasProxy) {

  // A broker takes listen - 2 and listen, and listen - 1 in a DLedger group; release 4 takes listen
  // + 1 for its slaves, whatever its
  // file says. Brokers closer than this collide.
  private static final int PORTS_PER_BROKER = 4;

  private static final int PORTS_OF_PROXY = 2;

  /** Consecutive ports that nobody listens on; empty if chance does not find any. */
  static Optional<PortLayout> free(int brokers, boolean hasProxy) {
    return PortRange.free(count(brokers, hasProxy))
        .map(range -> new PortLayout(range.first(), brokers, hasProxy));
  }

  /** As the settings have it, or free ports. */
  static PortLayout of(RocketMqSettings settings) throws BrokerException {
    int brokers = settings.topology().brokers();
    PortRange range = PortRange.wanted(settings.firstPort(), count(brokers, settings.proxy()));
    return new PortLayout(range.first(), brokers, settings.proxy());
  }

  private static int count(int brokers, boolean hasProxy) {
    return 1 + PORTS_PER_BROKER * brokers + (hasProxy ? PORTS_OF_PROXY : 0);
  }

  /** All of them. */
  PortRange range() {
    return PortRange.of(first, count(brokers, hasProxy));
  }

  int nameServer() {
    return first;
  }

  /** Where the broker takes clients. */
  int listen(int broker) {
    return first + PORTS_PER_BROKER * broker + 3;
  }

  /** Where a master takes its slaves. */
  int ha(int broker) {
    return listen(broker) + 1;
  }

  /** Where a broker takes the members of its DLedger group. */
  int peer(int broker) {
    return listen(broker) - 1;
  }

  /** Where the controller takes brokers; there are no DLedger groups beside it. */
  int controller() {
    return peer(0);
  }

  /** Those that clients connect to: of a broker two, the lower one for those in a hurry. */
  List<Integer> ofClients() {
    List<Integer> ports = new ArrayList<>(List.of(nameServer()));
    for (int broker = 0; broker < brokers; broker++) {
      ports.add(listen(broker) - 2);
      ports.add(listen(broker));
    }
    return ports;
  }

  /** Where the proxy takes gRPC. */
  int proxy() {
    return lastOfBrokers() + 1;
  }

  /** Where the proxy takes what brokers take too; nobody asks it there. */
  int proxyRemoting() {
    return lastOfBrokers() + 2;
  }

  private int lastOfBrokers() {
    return first + PORTS_PER_BROKER * brokers;
  }

  int last() {
    return range().last();
  }
}
