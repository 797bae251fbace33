package io.brokerbench.cluster.rocketmq;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.SortedMap;
import java.util.TreeMap;

/** Which processes a cluster has, in the order in which they take their places. */
final class Nodes {

  /** Of its own DLedger group, in which it is alone. */
  private static final String CONTROLLER_ID = "n0";

  /** Brokers and proxies refuse larger bodies, each by itself. */
  private static final String MAX_MESSAGE_SIZE = "maxMessageSize";

  private Nodes() {}

  /** All but the proxy, which cannot start beside them. */
  static List<NodeSpec> of(RocketMqSettings settings, Site site) {
    List<NodeSpec> nodes = new ArrayList<>();
    nodes.add(nameServer(settings, site));
    for (int broker = 0; broker < settings.topology().brokers(); broker++) {
      nodes.add(broker(settings, site, name(settings.topology(), broker), broker));
    }
    return nodes;
  }

  /** What stands between clients and brokers; it needs brokers that are registered. */
  static NodeSpec proxy(RocketMqSettings settings, Site site) {
    Path home = site.home(NodeSpec.PROXY);
    SortedMap<String, String> properties = new TreeMap<>();
    properties.put("proxyMode", "CLUSTER");
    properties.put("proxyName", NodeSpec.PROXY);
    properties.put("namesrvAddr", site.nameServer());
    // Where it makes a topic of its own.
    properties.put("rocketMQClusterName", site.clusterName());
    properties.put("localServeAddr", Site.LOOPBACK);
    properties.put("grpcServerPort", Integer.toString(site.ports().proxy()));
    properties.put("remotingListenPort", Integer.toString(site.ports().proxyRemoting()));
    if (settings.properties().containsKey(MAX_MESSAGE_SIZE)) {
      properties.put(MAX_MESSAGE_SIZE, settings.properties().get(MAX_MESSAGE_SIZE));
    }
    return new NodeSpec(
        NodeSpec.PROXY,
        Program.PROXY,
        home,
        JvmFlags.proxy(settings, site, home),
        site.ports().proxy(),
        properties);
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
          String.format(
              Locale.ROOT, "%s-%s:%d", CONTROLLER_ID, Site.LOOPBACK, site.ports().controller()));
      properties.put("controllerStorePath", home.resolve("store").toString());
    }
    return new NodeSpec(
        NodeSpec.NAME_SERVER,
        Program.NAME_SERVER,
        home,
        JvmFlags.nameServer(settings, site, home),
        site.ports().nameServer(),
        properties);
  }

  private static NodeSpec broker(RocketMqSettings settings, Site site, String name, int broker) {
    Path home = site.home(name);
    return new NodeSpec(
        name,
        Program.BROKER,
        home,
        JvmFlags.broker(settings, site, home),
        site.ports().listen(broker),
        BrokerProperties.of(settings, site, home.resolve("store"), broker));
  }
}
