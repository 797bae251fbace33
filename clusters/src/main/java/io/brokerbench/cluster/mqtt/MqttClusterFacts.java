package io.brokerbench.cluster.mqtt;

import io.brokerbench.address.HostPort;
import io.brokerbench.cluster.Placement;
import io.brokerbench.cluster.node.NodeHost;
import io.brokerbench.cluster.node.RunningNode;
import io.brokerbench.driver.Cluster;
import io.brokerbench.units.Text;
import io.brokerbench.workload.Secrets;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The facts about a cluster started by brokerbench that are known without a query. */
final class MqttClusterFacts {

  /** The kind of broker; for external brokers only if configured. */
  static final String BROKER = "broker";

  /** The name of the secret with which clients read MBeans. */
  static final String JMX_PASSWORD = "jmxPassword";

  /** The Prometheus endpoints of the brokers, {@code http://host:port/path;...}. */
  static final String METRICS = "metricsAddresses";

  private static final Pattern OPEN_FILES = Pattern.compile("(?m)^Max open files\\s+(\\d+)");

  private MqttClusterFacts() {}

  static Map<String, Object> of(
      MqttSettings settings,
      Placement<MqttPortLayout> site,
      NodeHost host,
      String release,
      List<MqttNodeSpec> specs,
      List<RunningNode> running) {
    Map<String, Object> facts = new LinkedHashMap<>(host.facts());
    facts.put(BROKER, Text.notation(settings.broker()));
    // Mosquitto reports its own release.
    facts.put(
        "release", settings.broker() == Broker.MOSQUITTO ? running.get(0).runtime() : release);
    facts.put("bridge", settings.bridge());
    if (settings.bridge()) {
      facts.put("bridgedTopics", MosquittoNode.BRIDGED);
    }
    facts.put("firstPort", site.ports().first());
    facts.put("lastPort", site.ports().range().last());
    facts.put("tls", settings.tls());
    site.authorityFile(host, settings.nodes().get(0))
        .ifPresent(file -> facts.put(Cluster.AUTHORITY_FILE, file.toString()));
    facts.put("persistence", Text.notation(settings.persistence()));
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
              site.home(settings.nodes().get(0)).resolve(HiveMqNode.JMX_PASSWORD).toString());
        }
      }
      case EMQX -> facts.put(METRICS, emqxFigures(site));
      // Mosquitto publishes its metrics as messages below $SYS.
      case MOSQUITTO -> {}
    }
    Map<String, Object> nodes = new LinkedHashMap<>();
    for (int i = 0; i < running.size(); i++) {
      nodes.put(running.get(i).name(), node(site.ports().mqtt(i), specs.get(i), running.get(i)));
    }
    facts.put("nodes", Collections.unmodifiableMap(nodes));
    return Collections.unmodifiableMap(facts);
  }

  private static String figures(Placement<MqttPortLayout> site) {
    return HostPort.LOOPBACK + ":" + site.ports().figures(0);
  }

  /** The URL of EMQX's metrics. */
  static String emqxFigures(Placement<MqttPortLayout> site) {
    return Text.of("http://%s/api/v5/prometheus/stats", figures(site));
  }

  private static Map<String, Object> node(int port, MqttNodeSpec spec, RunningNode running) {
    Map<String, Object> node = new LinkedHashMap<>(running.identity());
    node.put("port", port);
    openFiles(running.pid()).ifPresent(limit -> node.put("maxOpenFiles", limit));
    node.put("configuration", Secrets.lines(spec.configuration()));
    return Collections.unmodifiableMap(node);
  }

  /** The limit of open files and connections of a process; empty if unknown. */
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
