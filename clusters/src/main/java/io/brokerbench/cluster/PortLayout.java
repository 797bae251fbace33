package io.brokerbench.cluster;

import io.brokerbench.driver.BrokerException;
import java.io.IOException;
import java.net.ServerSocket;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

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

  // Below the range from which systems take the ports of outgoing connections.
  private static final int LOWEST_FREE = 20_000;
  private static final int HIGHEST_FREE = 32_000;
  private static final int ATTEMPTS = 200;

  /** Consecutive ports that nobody listens on; empty if chance does not find any. */
  static Optional<PortLayout> free(int brokers, boolean hasProxy) {
    return ThreadLocalRandom.current()
        .ints(ATTEMPTS, LOWEST_FREE, HIGHEST_FREE)
        .mapToObj(first -> new PortLayout(first, brokers, hasProxy))
        .filter(layout -> layout.busy().isEmpty())
        .findFirst();
  }

  /** As the settings have it, or free ports. */
  static PortLayout of(RocketMqSettings settings) throws BrokerException {
    int brokers = settings.topology().brokers();
    if (settings.firstPort() > 0) {
      return new PortLayout(settings.firstPort(), brokers, settings.proxy());
    }
    return free(brokers, settings.proxy())
        .orElseThrow(
            () -> new BrokerException("no free ports were found; name the first by cluster.port"));
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
    return hasProxy ? lastOfBrokers() + PORTS_OF_PROXY : lastOfBrokers();
  }

  /** What is in the way; continues a sentence that begins with the setting. */
  Optional<String> conflict() {
    String busy = busy().stream().map(String::valueOf).collect(Collectors.joining(", "));
    return busy.isEmpty()
        ? Optional.empty()
        : Optional.of(
            "%d needs ports %d to %d, of which another process has %s"
                .formatted(first, first, last(), busy));
  }

  /** Those of the layout that somebody listens on. */
  List<Integer> busy() {
    List<Integer> busy = new ArrayList<>();
    IntStream.rangeClosed(first, last()).filter(port -> !isFree(port)).forEach(busy::add);
    return busy;
  }

  private static boolean isFree(int port) {
    // The wildcard address: whoever listens on any address of this machine is in the way.
    try (ServerSocket socket = new ServerSocket(port, 1)) {
      return socket.isBound();
    } catch (IOException e) {
      return false;
    }
  }
}
