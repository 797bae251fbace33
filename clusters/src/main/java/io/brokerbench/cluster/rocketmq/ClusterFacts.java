package io.brokerbench.cluster.rocketmq;

import io.brokerbench.cluster.RunningNode;
import io.brokerbench.workload.Settings;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What is known of a cluster of ours without asking it. */
final class ClusterFacts {

  /** Where clients find proxies, {@code host:port;host:port}; only if there are any. */
  static final String PROXIES = "proxies";

  private ClusterFacts() {}

  static Map<String, Object> of(
      RocketMqSettings settings, Site site, List<NodeSpec> specs, List<RunningNode> running) {
    Map<String, Object> facts = new LinkedHashMap<>();
    facts.put("release", settings.release().name());
    facts.put("topology", settings.topology().notation());
    facts.put("flush", Settings.notation(settings.flush()));
    facts.put("replication", Settings.notation(settings.replication()));
    facts.put("firstPort", site.ports().first());
    facts.put("lastPort", site.ports().last());
    if (settings.proxy()) {
      facts.put(PROXIES, Site.LOOPBACK + ":" + site.ports().proxy());
    }
    Map<String, Object> nodes = new LinkedHashMap<>();
    for (int i = 0; i < specs.size(); i++) {
      nodes.put(specs.get(i).name(), node(specs.get(i), running.get(i)));
    }
    // One for all nodes.
    facts.put("javaVersion", running.get(0).runtime());
    facts.put("nodes", Collections.unmodifiableMap(nodes));
    return facts;
  }

  private static Map<String, Object> node(NodeSpec spec, RunningNode running) {
    Map<String, Object> node = new LinkedHashMap<>(running.identity());
    node.put("port", spec.port());
    node.put("jvmFlags", spec.jvmFlags());
    node.put("properties", Collections.unmodifiableMap(spec.properties()));
    return Collections.unmodifiableMap(node);
  }
}
