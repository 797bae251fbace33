package io.brokerbench.cluster.rocketmq;

import io.brokerbench.address.HostPort;
import io.brokerbench.cluster.PortLayout;
import io.brokerbench.cluster.node.PortRange;
import java.util.ArrayList;
import java.util.List;

/**
 * The consecutive ports of a cluster: those of the name servers, of their controllers, of the
 * brokers, and of a proxy.
 *
 * @param first the port of the first name server
 * @param nameServers their number
 * @param hasProxy whether the ports of a proxy follow those of the brokers
 */
record RocketMqPortLayout(int first, int nameServers, RocketMqTopology topology, boolean hasProxy)
    implements PortLayout {

  // A broker uses listen - 2 and listen, and listen - 1 in a DLedger group; release 4 uses
  // listen + 1 for its slaves, whatever its file says. With fewer ports, brokers collide.
  private static final int PORTS_PER_BROKER = 4;

  private static final int PORTS_OF_PROXY = 2;

  @Override
  public PortRange range() {
    return PortRange.of(first, endOfBrokers() - first + (hasProxy ? PORTS_OF_PROXY : 0));
  }

  /** The port of a name server, which have numbers from 0. */
  int nameServer(int number) {
    return first + number;
  }

  /** The addresses that clients connect to: {@code host:port;host:port}. */
  String nameServerAddresses() {
    return HostPort.onLoopback(nameServers, this::nameServer);
  }

  /** The port of a broker for clients. */
  int listen(int broker) {
    return firstOfBrokers() + PORTS_PER_BROKER * broker + 2;
  }

  /** The port of a master for its slaves. */
  int ha(int broker) {
    return listen(broker) + 1;
  }

  /** The port of a broker for the members of its DLedger group. */
  int peer(int broker) {
    return listen(broker) - 1;
  }

  /** The port of the controller in a name server, for brokers and the other controllers. */
  int controller(int nameServer) {
    return first + nameServers + nameServer;
  }

  /** The addresses of the controllers: {@code host:port;host:port}. */
  String controllerAddresses() {
    return HostPort.onLoopback(nameServers, this::controller);
  }

  /**
   * Two ports per broker, the lower one for the VIP channel, those of the controllers, and that of
   * the proxy.
   */
  @Override
  public List<Integer> ofClients() {
    List<Integer> ports = new ArrayList<>();
    for (int nameServer = 0; nameServer < nameServers; nameServer++) {
      ports.add(nameServer(nameServer));
      if (topology.hasController()) {
        ports.add(controller(nameServer));
      }
    }
    for (int broker = 0; broker < topology.brokers(); broker++) {
      ports.add(listen(broker) - 2);
      ports.add(listen(broker));
    }
    if (hasProxy) {
      ports.add(proxy());
    }
    return ports;
  }

  /** The port of the proxy for gRPC. */
  int proxy() {
    return endOfBrokers();
  }

  /** The port of the proxy for the remoting protocol, which no client uses. */
  int proxyRemoting() {
    return endOfBrokers() + 1;
  }

  private int firstOfBrokers() {
    return first + nameServers * (topology.hasController() ? 2 : 1);
  }

  private int endOfBrokers() {
    return firstOfBrokers() + PORTS_PER_BROKER * topology.brokers();
  }
}
