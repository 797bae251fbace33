package io.brokerbench.cluster;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/** Which processes a cluster has, in the order in which they take their places. */
final class Nodes {

  private static final String NAME_SERVER_MAIN = "org.apache.rocketmq.namesrv.NamesrvStartup";
  private static final String BROKER_MAIN = "org.apache.rocketmq.broker.BrokerStartup";

  /** Of its own DLedger group, in which it is alone. */
  private static final String CONTROLLER_ID = "n0";

  private Nodes() {}

  static List<NodeSpec> of(RocketMqSettings settings, Site site) {
    List<NodeSpec> nodes = new ArrayList<>();
    nodes.add(nameServer(settings, site));
    for (int broker = 0; broker < settings.topology().brokers(); broker++) {
      nodes.add(broker(settings, site, name(settings.topology(), broker), broker));
    }
    return nodes;
  }

  /** Its role, as far as that will not change. */
  private static String name(Topology topology, int broker) {
    if (topology.rolesAreFixed()) {
      return broker == BrokerProperties.MASTER_ID ? NodeSpec.MASTER : NodeSpec.SLAVE;
    }
    return NodeSpec.BROKER + broker;
  }

  private static NodeSpec nameServer(RocketMqSettings settings, Site site) {
    Path home = site.home(NodeSpec.NAME_SERVER);
    SortedMap<String, String> properties = new TreeMap<>();
    properties.put("listenPort", Integer.toString(site.ports().nameServer()));
    properties.put("bindAddress", site.bindAddress());
    properties.put("kvConfigPath", home.resolve("kv.json").toString());
    if (settings.topology() == Topology.CONTROLLER) {
      properties.put("enableControllerInNamesrv", "true");
      properties.put("controllerDLegerGroup", "controller");
      properties.put("controllerDLegerSelfId", CONTROLLER_ID);
      properties.put(
          "controllerDLegerPeers",
          "%s-%s:%d".formatted(CONTROLLER_ID, Site.LOOPBACK, site.ports().controller()));
      properties.put("controllerStorePath", home.resolve("store").toString());
    }
    return new NodeSpec(
        NodeSpec.NAME_SERVER,
        NAME_SERVER_MAIN,
        home,
        JvmFlags.nameServer(settings, home),
        site.ports().nameServer(),
        properties);
  }

  private static NodeSpec broker(RocketMqSettings settings, Site site, String name, int broker) {
    Path home = site.home(name);
    return new NodeSpec(
        name,
        BROKER_MAIN,
        home,
        JvmFlags.broker(settings, home),
        site.ports().listen(broker),
        BrokerProperties.of(settings, site, home.resolve("store"), broker));
  }
}
