package io.brokerbench.cluster.rocketmq;

import io.brokerbench.address.HostPort;
import io.brokerbench.cluster.Placement;
import io.brokerbench.driver.ClusterPlan.Targets;
import io.brokerbench.driver.NodeRole;
import io.brokerbench.units.Text;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** The processes of a cluster, in the order in which their programs start. */
final class Nodes {

  private static final String CONTROLLER_PREFIX = "n";

  /** The limit of bodies, which brokers and proxies check independently. */
  private static final String MAX_MESSAGE_SIZE = "maxMessageSize";

  private Nodes() {}

  /** All processes except a separate proxy, which cannot start at the same time. */
  static List<RocketMqNodeSpec> of(RocketMqSettings settings, Placement<RocketMqPortLayout> site) {
    return inOrder(
        settings,
        nameServer -> nameServer(settings, site, nameServer),
        broker -> broker(settings, site, broker));
  }

  /** The names of all processes, the roles that are not fixed, and the groups of brokers. */
  static Targets targets(RocketMqSettings settings) {
    List<String> names =
        new ArrayList<>(
            inOrder(
                settings,
                nameServer -> nameOfNameServer(settings, nameServer),
                broker -> nameOfBroker(settings.topology(), broker)));
    if (settings.separateProxy()) {
      names.add(RocketMqNodeSpec.PROXY);
    }
    List<NodeRole> roles = new ArrayList<>();
    if (!settings.topology().rolesAreFixed()) {
      roles.addAll(List.of(NodeRole.MASTER, NodeRole.SLAVE));
    }
    if (settings.topology().hasController()) {
      roles.add(NodeRole.CONTROLLER_LEADER);
    }
    return new Targets(
        List.copyOf(names), List.copyOf(roles), settings.topology().groups(), Set.of());
  }

  /** Whether a target of faults is no broker, by its name or by its role. */
  static boolean isHelper(String target) {
    return target.startsWith(RocketMqNodeSpec.NAME_SERVER)
        || target.equals(RocketMqNodeSpec.PROXY)
        || target.equals(NodeRole.CONTROLLER_LEADER.text());
  }

  /** Something of each name server, then of each broker, by their numbers. */
  private static <T> List<T> inOrder(
      RocketMqSettings settings, IntFunction<T> ofNameServer, IntFunction<T> ofBroker) {
    return Stream.concat(
            IntStream.range(0, settings.nameServers()).mapToObj(ofNameServer),
            IntStream.range(0, settings.topology().brokers()).mapToObj(ofBroker))
        .toList();
  }

  /** The process between clients and brokers; it requires registered brokers. */
  static RocketMqNodeSpec proxy(RocketMqSettings settings, Placement<RocketMqPortLayout> site) {
    Path home = site.home(RocketMqNodeSpec.PROXY);
    return new RocketMqNodeSpec(
        RocketMqNodeSpec.PROXY,
        NodeProgram.PROXY,
        home,
        JvmFlags.proxy(settings, site, home),
        site.ports().proxy(),
        proxyProperties(settings, site),
        Optional.empty(),
        site.certificate());
  }

  private static SortedMap<String, String> proxyProperties(
      RocketMqSettings settings, Placement<RocketMqPortLayout> site) {
    SortedMap<String, String> properties = new TreeMap<>();
    properties.put("proxyMode", settings.localProxy() ? "LOCAL" : "CLUSTER");
    properties.put("proxyName", RocketMqNodeSpec.PROXY);
    properties.put("namesrvAddr", site.ports().nameServerAddresses());
    // The cluster in which the proxy creates a topic of its own.
    properties.put("rocketMQClusterName", site.clusterName());
    properties.put("localServeAddr", HostPort.LOOPBACK);
    properties.put("grpcServerPort", Integer.toString(site.ports().proxy()));
    properties.put("remotingListenPort", Integer.toString(site.ports().proxyRemoting()));
    if (settings.properties().containsKey(MAX_MESSAGE_SIZE)) {
      properties.put(MAX_MESSAGE_SIZE, settings.properties().get(MAX_MESSAGE_SIZE));
    }
    return properties;
  }

  /**
   * The role if it is fixed, with the number of one of several slaves and the letter of one of
   * several groups; otherwise a name with the number of the broker.
   */
  private static String nameOfBroker(RocketMqTopology topology, int broker) {
    if (!topology.rolesAreFixed()) {
      return RocketMqNodeSpec.BROKER + broker;
    }
    int member = topology.member(broker);
    String role =
        member == BrokerProperties.MASTER_ID
            ? RocketMqNodeSpec.MASTER
            : RocketMqNodeSpec.SLAVE + (topology.replicas() > 2 ? "-" + member : "");
    return topology.groups() > 1
        ? role + "-" + BrokerProperties.letter(topology.group(broker))
        : role;
  }

  /** With the number of one of several. */
  private static String nameOfNameServer(RocketMqSettings settings, int number) {
    return RocketMqNodeSpec.NAME_SERVER + (settings.nameServers() > 1 ? "-" + number : "");
  }

  private static RocketMqNodeSpec nameServer(
      RocketMqSettings settings, Placement<RocketMqPortLayout> site, int number) {
    String name = nameOfNameServer(settings, number);
    Path home = site.home(name);
    SortedMap<String, String> properties = new TreeMap<>();
    properties.put("listenPort", Integer.toString(site.ports().nameServer(number)));
    properties.put("bindAddress", site.bindAddress());
    properties.put("kvConfigPath", home.resolve("kv.json").toString());
    if (settings.topology().hasController()) {
      properties.put("enableControllerInNamesrv", "true");
      properties.put("controllerDLegerGroup", "controller");
      properties.put("controllerDLegerSelfId", CONTROLLER_PREFIX + number);
      properties.put(
          "controllerDLegerPeers",
          IntStream.range(0, settings.nameServers())
              .mapToObj(
                  each ->
                      Text.of(
                          "%s%d-%s:%d",
                          CONTROLLER_PREFIX,
                          each,
                          HostPort.LOOPBACK,
                          site.ports().controller(each)))
              .collect(Collectors.joining(";")));
      properties.put("controllerStorePath", home.resolve("store").toString());
    }
    return new RocketMqNodeSpec(
        name,
        NodeProgram.NAME_SERVER,
        home,
        JvmFlags.nameServer(settings, site, home),
        site.ports().nameServer(number),
        properties,
        Optional.empty(),
        site.certificate());
  }

  private static RocketMqNodeSpec broker(
      RocketMqSettings settings, Placement<RocketMqPortLayout> site, int broker) {
    String name = nameOfBroker(settings.topology(), broker);
    Path home = site.home(name);
    boolean withProxy =
        settings.localProxy() && settings.topology().member(broker) == BrokerProperties.MASTER_ID;
    return new RocketMqNodeSpec(
        name,
        NodeProgram.BROKER,
        home,
        JvmFlags.broker(settings, site, home),
        site.ports().listen(broker),
        BrokerProperties.of(settings, site, home.resolve("store"), broker),
        withProxy ? Optional.of(proxyProperties(settings, site)) : Optional.empty(),
        site.certificate());
  }
}
