package io.brokerbench.cluster.rocketmq;

import io.brokerbench.address.HostPort;
import io.brokerbench.cluster.Placement;
import io.brokerbench.cluster.node.RunningNode;
import io.brokerbench.units.Text;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The facts about a cluster started by brokerbench that are known without a query. */
final class RocketMqClusterFacts {

  /** The addresses of the proxies, {@code host:port;host:port}; only if there are any. */
  static final String PROXIES = "proxies";

  /** The address of a name server's controller, {@code host:port}; only if it has one. */
  static final String CONTROLLER = "controller";

  private RocketMqClusterFacts() {}

  static Map<String, Object> of(
      RocketMqSettings settings,
      Placement<RocketMqPortLayout> site,
      List<RocketMqNodeSpec> specs,
      List<RunningNode> running) {
    Map<String, Object> facts = new LinkedHashMap<>();
    facts.put("release", settings.release().name());
    facts.put("topology", settings.topology().notation());
    facts.put("flush", Text.notation(settings.flush()));
    facts.put("replication", Text.notation(settings.replication()));
    facts.put("firstPort", site.ports().first());
    facts.put("lastPort", site.ports().range().last());
    facts.put("tls", settings.tls());
    if (settings.proxy()) {
      facts.put(PROXIES, HostPort.LOOPBACK + ":" + site.ports().proxy());
    }
    Map<String, Object> nodes = new LinkedHashMap<>();
    for (int i = 0; i < specs.size(); i++) {
      nodes.put(specs.get(i).name(), node(settings, site, specs.get(i), running.get(i)));
    }
    // All nodes have the same version.
    facts.put("javaVersion", running.get(0).runtime());
    facts.put("nodes", Collections.unmodifiableMap(nodes));
    return facts;
  }

  private static Map<String, Object> node(
      RocketMqSettings settings,
      Placement<RocketMqPortLayout> site,
      RocketMqNodeSpec spec,
      RunningNode running) {
    Map<String, Object> node = new LinkedHashMap<>(running.identity());
    node.put("port", spec.port());
    if (settings.topology().hasController() && spec.program() == NodeProgram.NAME_SERVER) {
      int number = spec.port() - site.ports().nameServer(0);
      node.put(CONTROLLER, HostPort.LOOPBACK + ":" + site.ports().controller(number));
    }
    node.put("jvmFlags", spec.jvmFlags());
    node.put("properties", Collections.unmodifiableMap(spec.properties()));
    spec.localProxy()
        .ifPresent(proxy -> node.put("proxyProperties", Collections.unmodifiableMap(proxy)));
    return Collections.unmodifiableMap(node);
  }
}
