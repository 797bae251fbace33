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

  private Nodes() {}

  static List<NodeSpec> of(RocketMqSettings settings, Site site) {
    List<NodeSpec> nodes = new ArrayList<>();
    nodes.add(nameServer(settings, site));
    nodes.add(broker(settings, site, NodeSpec.MASTER, BrokerProperties.MASTER_ID));
    if (settings.topology() == Topology.MASTER_AND_SLAVE) {
      nodes.add(broker(settings, site, NodeSpec.SLAVE, BrokerProperties.SLAVE_ID));
    }
    return nodes;
  }

  private static NodeSpec nameServer(RocketMqSettings settings, Site site) {
    Path home = site.home(NodeSpec.NAME_SERVER);
    SortedMap<String, String> properties = new TreeMap<>();
    properties.put("listenPort", Integer.toString(site.ports().nameServer()));
    properties.put("bindAddress", site.bindAddress());
    properties.put("kvConfigPath", home.resolve("kv.json").toString());
    return new NodeSpec(
        NodeSpec.NAME_SERVER,
        NAME_SERVER_MAIN,
        home,
        JvmFlags.nameServer(settings, home),
        site.ports().nameServer(),
        properties);
  }

  private static NodeSpec broker(RocketMqSettings settings, Site site, String name, int id) {
    Path home = site.home(name);
    return new NodeSpec(
        name,
        BROKER_MAIN,
        home,
        JvmFlags.broker(settings, home),
        site.ports().listen(id),
        BrokerProperties.of(settings, site, home.resolve("store"), id));
  }
}
