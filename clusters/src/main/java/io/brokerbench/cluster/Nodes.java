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

  /** For a cluster with its private directory and ports. */
  static List<NodeSpec> of(ProcessSettings settings, PortLayout ports, Path directory) {
    List<NodeSpec> nodes = new ArrayList<>();
    nodes.add(nameServer(settings, ports, directory));
    nodes.add(broker(settings, ports, directory, NodeSpec.MASTER, BrokerProperties.MASTER_ID));
    if (settings.topology() == Topology.MASTER_AND_SLAVE) {
      nodes.add(broker(settings, ports, directory, NodeSpec.SLAVE, BrokerProperties.SLAVE_ID));
    }
    return nodes;
  }

  private static NodeSpec nameServer(ProcessSettings settings, PortLayout ports, Path directory) {
    Path home = directory.resolve(NodeSpec.NAME_SERVER);
    SortedMap<String, String> properties = new TreeMap<>();
    properties.put("listenPort", Integer.toString(ports.nameServer()));
    properties.put("bindAddress", "127.0.0.1");
    properties.put("kvConfigPath", home.resolve("kv.json").toString());
    return new NodeSpec(
        NodeSpec.NAME_SERVER,
        NAME_SERVER_MAIN,
        JvmFlags.nameServer(settings, home),
        ports.nameServer(),
        properties);
  }

  private static NodeSpec broker(
      ProcessSettings settings, PortLayout ports, Path directory, String name, int id) {
    Path home = directory.resolve(name);
    return new NodeSpec(
        name,
        BROKER_MAIN,
        JvmFlags.broker(settings, home),
        ports.listen(id),
        BrokerProperties.of(
            settings, ports, directory.getFileName().toString(), home.resolve("store"), id));
  }
}
