package io.brokerbench.cluster.rocketmq.settings;

import io.brokerbench.address.HostPort;
import io.brokerbench.cluster.PortLayout;
import io.brokerbench.cluster.node.PortRange;
import java.util.ArrayList;
import java.util.List;

/**
 * The consecutive ports of a cluster, that of the name server first.
 *
 * @param first the port of the name server
 * @param hasProxy whether the ports of a proxy follow those of the brokers
 */
public record RocketMqPortLayout(int first, RocketMqTopology topology, boolean hasProxy)
    implements PortLayout {

  // A broker uses listen - 2 and listen, and listen - 1 in a DLedger group; release 4 uses
  // listen + 1 for its slaves, whatever its file says. With fewer ports, brokers collide.
  private static final int PORTS_PER_BROKER = 4;

  private static final int PORTS_OF_PROXY = 2;

  @Override
  public PortRange range() {
    return PortRange.of(
        first, 1 + PORTS_PER_BROKER * topology.brokers() + (hasProxy ? PORTS_OF_PROXY : 0));
  }

  public int nameServer() {
    return first;
  }

  /** The address that clients connect to. */
  public String nameServerAddress() {
    return HostPort.LOOPBACK + ":" + nameServer();
  }

  /** The port of a broker for clients. */
  public int listen(int broker) {
    return first + PORTS_PER_BROKER * broker + 3;
  }

  /** The port of a master for its slaves. */
  public int ha(int broker) {
    return listen(broker) + 1;
  }

  /** The port of a broker for the members of its DLedger group. */
  public int peer(int broker) {
    return listen(broker) - 1;
  }

  /** The port of the controller for brokers, which form no DLedger group then. */
  public int controller() {
    return peer(0);
  }

  /** The address of the controller. */
  public String controllerAddress() {
    return HostPort.LOOPBACK + ":" + controller();
  }

  /** Two ports per broker, the lower one for the VIP channel, and that of a controller. */
  @Override
  public List<Integer> ofClients() {
    List<Integer> ports = new ArrayList<>(List.of(nameServer()));
    for (int broker = 0; broker < topology.brokers(); broker++) {
      ports.add(listen(broker) - 2);
      ports.add(listen(broker));
    }
    if (topology.hasController()) {
      ports.add(controller());
    }
    return ports;
  }

  /** The port of the proxy for gRPC. */
  public int proxy() {
    return lastOfBrokers() + 1;
  }

  /** The port of the proxy for the remoting protocol, which no client uses. */
  public int proxyRemoting() {
    return lastOfBrokers() + 2;
  }

  private int lastOfBrokers() {
    return first + PORTS_PER_BROKER * topology.brokers();
  }
}
