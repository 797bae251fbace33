package io.brokerbench.cluster.mqtt;

import io.brokerbench.cluster.Addresses;
import io.brokerbench.cluster.NodeHost;
import io.brokerbench.cluster.RunningNode;
import io.brokerbench.workload.Secrets;
import io.brokerbench.workload.Settings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What is known of a cluster of ours without asking it. */
final class ClusterFacts {

  /** Which kind of broker; of external ones only if anybody said so. */
  static final String BROKER = "broker";

  /** The secret with which clients read MBeans. */
  static final String JMX_PASSWORD = "jmxPassword";

  /** Where brokers tell their figures to Prometheus, {@code http://host:port/path;...}. */
  static final String METRICS = "metricsAddresses";

  private static final Pattern OPEN_FILES = Pattern.compile("(?m)^Max open files\\s+(\\d+)");

  private ClusterFacts() {}

  static Map<String, Object> of(
      MqttSettings settings,
      Site site,
      NodeHost host,
      String release,
      List<NodeSpec> specs,
      List<RunningNode> running) {
    Map<String, Object> facts = new LinkedHashMap<>(host.facts());
    facts.put(BROKER, Settings.notation(settings.broker()));
    // Mosquitto tells its own.
    facts.put(
        "release", settings.broker() == Broker.MOSQUITTO ? running.get(0).runtime() : release);
    facts.put("bridge", settings.bridge());
    if (settings.bridge()) {
      facts.put("bridgedTopics", MosquittoNode.BRIDGED);
    }
    facts.put("firstPort", site.ports().first());
    facts.put("lastPort", site.ports().range().last());
    facts.put("tls", settings.tls());
    if (settings.tls() && host.disk().isPresent()) {
      facts.put(
          "tlsCertificate",
          site.home(settings.nodes().get(0)).resolve(NodeFiles.CERTIFICATE).toString());
    }
    facts.put("persistence", Settings.notation(settings.persistence()));
    facts.put("maxInflight", settings.maxInflight());
    facts.put("maxQueued", settings.maxQueued());
    facts.put("maxPacketBytes", settings.maxPacketBytes());
    facts.put("maxQos", MqttSettings.MAX_QOS);
    switch (settings.broker()) {
      case HIVEMQ -> {
        facts.put("javaVersion", running.get(0).runtime());
        facts.put("heapBytes", settings.heapBytes());
        facts.put("jvmFlags", String.join(" ", settings.jvmFlags()));
        facts.put("jmxAddress", figures(site));
        if (host.disk().isPresent()) {
          facts.put(
              "jmxPasswordFile",
              site.home(settings.nodes().get(0)).resolve(NodeFiles.JMX_PASSWORD).toString());
        }
      }
      case EMQX -> facts.put(METRICS, emqxFigures(site));
      // Its figures are messages of its own, below $SYS.
      case MOSQUITTO -> {}
    }
    Map<String, Object> nodes = new LinkedHashMap<>();
    for (int i = 0; i < running.size(); i++) {
      nodes.put(running.get(i).name(), node(site.ports().mqtt(i), specs.get(i), running.get(i)));
    }
    facts.put("nodes", Collections.unmodifiableMap(nodes));
    return Collections.unmodifiableMap(facts);
  }

  private static String figures(Site site) {
    return Addresses.LOOPBACK + ":" + site.ports().figures(0);
  }

  /** Where EMQX tells its figures. */
  static String emqxFigures(Site site) {
    return String.format(Locale.ROOT, "http://%s/api/v5/prometheus/stats", figures(site));
  }

  private static Map<String, Object> node(int port, NodeSpec spec, RunningNode running) {
    Map<String, Object> node = new LinkedHashMap<>(running.identity());
    node.put("port", port);
    openFiles(running.pid()).ifPresent(limit -> node.put("maxOpenFiles", limit));
    node.put("configuration", Secrets.lines(spec.configuration()));
    return Collections.unmodifiableMap(node);
  }

  /** How many files and connections a process may have; empty where the system does not tell. */
  private static Optional<Long> openFiles(long pid) {
    try {
      Matcher limit =
          OPEN_FILES.matcher(Files.readString(Path.of("/proc", Long.toString(pid), "limits")));
      return limit.find() ? Optional.of(Long.valueOf(limit.group(1))) : Optional.empty();
    } catch (IOException e) {
      return Optional.empty();
    }
  }
}
