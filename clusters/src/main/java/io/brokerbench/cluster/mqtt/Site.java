package io.brokerbench.cluster.mqtt;

import io.brokerbench.cluster.Addresses;
import io.brokerbench.cluster.Certificate;
import io.brokerbench.cluster.Secret;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Where the brokers of a cluster are. Clients, and brokers among themselves, find them on the
 * loopback address, wherever they run.
 *
 * @param bindAddress what they listen on
 * @param homes the private directory of a broker, by its name, as the broker sees it
 * @param jmxPassword what HiveMQ's MBeans ask for
 * @param certificate what brokers show to clients; only with TLS
 */
record Site(
    PortLayout ports,
    String bindAddress,
    Function<String, Path> homes,
    Secret jmxPassword,
    Optional<Certificate> certificate) {

  /** What clients connect to. */
  String addresses() {
    return IntStream.range(0, ports.nodes())
        .mapToObj(node -> Addresses.LOOPBACK + ":" + ports.mqtt(node))
        .collect(Collectors.joining(";"));
  }

  Path home(String node) {
    return homes.apply(node);
  }
}
