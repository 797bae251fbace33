package io.brokerbench.cluster.rabbitmq;

import io.brokerbench.cluster.Placement;
import io.brokerbench.cluster.node.NodeHost;
import io.brokerbench.cluster.node.RunningNode;
import io.brokerbench.driver.Cluster;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;

/** The facts about a cluster started by brokerbench that are known without a query. */
final class RabbitMqClusterFacts {

  /** The addresses of the nodes' metrics, {@code host:port;host:port}; only if known. */
  static final String METRICS = "metricsAddresses";

  /** The addresses of the nodes' management API, likewise. */
  static final String MANAGEMENT = "managementAddresses";

  private RabbitMqClusterFacts() {}

  static Map<String, Object> of(
      RabbitMqSettings settings,
      RabbitMqRelease release,
      Placement<RabbitMqPortLayout> site,
      NodeHost host,
      List<SortedMap<String, String>> properties,
      List<RunningNode> running) {
    Map<String, Object> facts = new LinkedHashMap<>(host.facts());
    facts.put("release", release.name());
    // All nodes have the same version.
    facts.put("erlangVersion", running.get(0).runtime());
    facts.put("firstPort", site.ports().first());
    facts.put("lastPort", site.ports().range().last());
    facts.put("tls", settings.tls());
    site.authorityFile(host, RabbitMqNode.name(0))
        .ifPresent(file -> facts.put(Cluster.AUTHORITY_FILE, file.toString()));
    facts.put("memoryWatermarkBytes", settings.memoryWatermarkBytes());
    facts.put("diskFreeLimitBytes", settings.diskFreeLimitBytes());
    facts.put("mirrorPolicy", release.hasMirrors());
    facts.put(METRICS, site.ports().metricsAddresses());
    if (site.ports().managed()) {
      facts.put(MANAGEMENT, site.ports().managementAddresses());
    }
    Map<String, Object> nodes = new LinkedHashMap<>();
    for (int i = 0; i < running.size(); i++) {
      nodes.put(running.get(i).name(), node(site.ports(), i, properties.get(i), running.get(i)));
    }
    facts.put("nodes", Collections.unmodifiableMap(nodes));
    return Collections.unmodifiableMap(facts);
  }

  private static Map<String, Object> node(
      RabbitMqPortLayout ports,
      int number,
      SortedMap<String, String> properties,
      RunningNode running) {
    Map<String, Object> node = new LinkedHashMap<>(running.identity());
    node.put("nodeName", RabbitMqNode.erlangName(number));
    node.put("port", ports.amqp(number));
    node.put("metricsPort", ports.metrics(number));
    if (ports.managed()) {
      node.put("managementPort", ports.management(number));
    }
    node.put("distributionPort", ports.distribution(number));
    node.put("properties", Collections.unmodifiableMap(properties));
    return Collections.unmodifiableMap(node);
  }
}
