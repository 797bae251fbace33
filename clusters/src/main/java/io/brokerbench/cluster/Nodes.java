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
    SortedMap<String, String> properties = new TreeMap<>();
    properties.put("listenPort", Integer.toString(ports.nameServer()));
    properties.put("bindAddress", "127.0.0.1");
    properties.put(
        "kvConfigPath", directory.resolve(NodeSpec.NAME_SERVER).resolve("kv.json").toString());
    return new NodeSpec(
        NodeSpec.NAME_SERVER,
        NAME_SERVER_MAIN,
        // Nobody measures it: the sooner it is up the better.
        heap(settings.nameServerHeapBytes(), "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"),
        ports.nameServer(),
        properties);
  }

  private static NodeSpec broker(
      ProcessSettings settings, PortLayout ports, Path directory, String name, int id) {
    List<String> flags =
        heap(
            settings.heapBytes(),
            "-XX:MaxDirectMemorySize=" + kibibytes(settings.heapBytes()),
            // As RocketMQ's own scripts have it; on a small machine the JVM would choose another.
            "-XX:+UseG1GC",
            "-XX:-OmitStackTraceInFastThrow");
    return new NodeSpec(
        name,
        BROKER_MAIN,
        flags,
        ports.listen(id),
        BrokerProperties.of(
            settings,
            ports,
            directory.getFileName().toString(),
            directory.resolve(name).resolve("store"),
            id));
  }

  private static List<String> heap(long bytes, String... more) {
    List<String> flags = new ArrayList<>();
    flags.add("-Xms" + kibibytes(bytes));
    flags.add("-Xmx" + kibibytes(bytes));
    // A process without memory is to end, not to limp.
    flags.add("-XX:+ExitOnOutOfMemoryError");
    flags.addAll(List.of(more));
    return flags;
  }

  private static String kibibytes(long bytes) {
    return bytes / 1024 + "k";
  }
}
