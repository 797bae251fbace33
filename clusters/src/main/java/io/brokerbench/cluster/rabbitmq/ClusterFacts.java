package io.brokerbench.cluster.rabbitmq;

import io.brokerbench.cluster.NodeHost;
import io.brokerbench.cluster.RunningNode;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;

/** What is known of a cluster of ours without asking it. */
final class ClusterFacts {

  /** Where nodes tell their figures, {@code host:port;host:port}; only if anybody named them. */
  static final String METRICS = "metricsAddresses";

  private ClusterFacts() {}

  static Map<String, Object> of(
      RabbitMqSettings settings,
      Site site,
      NodeHost host,
      List<SortedMap<String, String>> properties,
      List<RunningNode> running) {
    Map<String, Object> facts = new LinkedHashMap<>(host.facts());
    facts.put("release", site.release().name());
    // One for all nodes.
    facts.put("erlangVersion", running.get(0).runtime());
    facts.put("firstPort", site.ports().first());
    facts.put("lastPort", site.ports().range().last());
    facts.put("tls", settings.tls());
    if (settings.tls() && host.disk().isPresent()) {
      facts.put(
          "tlsCertificate",
          site.home(NodeLaunch.name(0)).resolve(NodeLaunch.CERTIFICATE).toString());
    }
    facts.put("memoryWatermarkBytes", settings.memoryWatermarkBytes());
    facts.put("diskFreeLimitBytes", settings.diskFreeLimitBytes());
    facts.put("mirrorPolicy", site.release().hasMirrors());
    facts.put(METRICS, site.metricsAddresses());
    Map<String, Object> nodes = new LinkedHashMap<>();
    for (int i = 0; i < running.size(); i++) {
      nodes.put(running.get(i).name(), node(site.ports(), i, properties.get(i), running.get(i)));
    }
    facts.put("nodes", Collections.unmodifiableMap(nodes));
    return Collections.unmodifiableMap(facts);
  }

  private static Map<String, Object> node(
      PortLayout ports, int number, SortedMap<String, String> properties, RunningNode running) {
    Map<String, Object> node = new LinkedHashMap<>(running.identity());
    node.put("nodeName", NodeLaunch.erlangName(number));
    node.put("port", ports.amqp(number));
    node.put("metricsPort", ports.metrics(number));
    node.put("distributionPort", ports.distribution(number));
    node.put("properties", Collections.unmodifiableMap(properties));
    return Collections.unmodifiableMap(node);
  }
}
