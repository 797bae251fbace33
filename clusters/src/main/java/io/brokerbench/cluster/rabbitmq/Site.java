package io.brokerbench.cluster.rabbitmq;

import io.brokerbench.cluster.Addresses;
import io.brokerbench.cluster.Certificate;
import io.brokerbench.cluster.Secret;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.IntUnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Where the nodes of a cluster are, and what runs them there. Clients find them on the loopback
 * address, wherever they run.
 *
 * @param clusterName unique on this machine
 * @param release what is installed there
 * @param bindAddress what they listen on for clients
 * @param homes the private directory of a node, by its name, as the node sees it
 * @param cookie by which nodes know each other
 * @param server starts a node
 * @param mapper Erlang's port mapper, epmd
 * @param environment that programs need there
 * @param certificate what nodes show to clients; only with TLS
 */
record Site(
    String clusterName,
    Release release,
    PortLayout ports,
    String bindAddress,
    Function<String, Path> homes,
    Secret cookie,
    String server,
    String mapper,
    Map<String, String> environment,
    Optional<Certificate> certificate) {

  /** What clients connect to. */
  String addresses() {
    return all(ports::amqp);
  }

  /** Where nodes tell their figures. */
  String metricsAddresses() {
    return all(ports::metrics);
  }

  private String all(IntUnaryOperator port) {
    return IntStream.range(0, ports.nodes())
        .mapToObj(node -> Addresses.LOOPBACK + ":" + port.applyAsInt(node))
        .collect(Collectors.joining(";"));
  }

  Path home(String node) {
    return homes.apply(node);
  }
}
