package io.brokerbench.cluster.mqtt;

import io.brokerbench.address.HttpAddress;
import io.brokerbench.cluster.BrokerClusterFactory;
import io.brokerbench.cluster.ContainerPlan;
import io.brokerbench.cluster.ProcessPlan;
import io.brokerbench.driver.ClusterPlan;
import io.brokerbench.driver.ClusterPlan.Targets;
import io.brokerbench.units.Text;
import io.brokerbench.workload.Settings;
import java.net.URI;
import java.time.Duration;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** Plans clusters of MQTT brokers. Stateless. */
public final class MqttClusterFactory extends BrokerClusterFactory {

  public MqttClusterFactory() {
    super(
        "mqtt",
        "broker",
        MqttSettings.HOST_KEYS,
        List.of(
            "cluster.version",
            "cluster.bridge",
            "cluster.persistence",
            "cluster.max-inflight",
            "cluster.max-queued",
            "cluster.max-packet",
            "cluster.heap",
            "cluster.jvm-flags",
            "cluster.port",
            "cluster.start-timeout"));
  }

  @Override
  protected ClusterPlan process(Settings settings) {
    MqttProcesses read = MqttProcesses.read(settings);
    MqttFeasibility.check(read, settings);
    Targets targets = Targets.of(read.mqtt().nodes());
    return new ProcessPlan<>(
        read.dataDirectory(), targets, Optional.empty(), Duration.ZERO, read::prepare);
  }

  @Override
  protected ClusterPlan container(Settings settings) {
    MqttContainers read = MqttContainers.read(settings);
    read.mqtt().namedPorts().ifPresent(ports -> ports.checkRange(settings));
    return new ContainerPlan<>(
        Targets.of(read.mqtt().nodes()), Optional.empty(), Duration.ZERO, read);
  }

  @Override
  protected Map<String, Object> externalFacts(Settings settings) {
    Map<String, Object> facts = new LinkedHashMap<>();
    Broker broker = settings.choice("cluster.broker", Broker.class);
    if (settings.isGiven("cluster.broker")) {
      facts.put(MqttClusterFacts.BROKER, Text.notation(broker));
    }
    String metrics = settings.parsed("cluster.metrics-addresses", MqttClusterFactory::urls);
    if (!metrics.isEmpty()) {
      facts.put(MqttClusterFacts.METRICS, metrics);
    }
    return facts;
  }

  private static String urls(String text) {
    return text.isBlank()
        ? ""
        : Arrays.stream(text.split(";"))
            .map(String::strip)
            .map(url -> url(url, text))
            .distinct()
            .collect(Collectors.joining(";"));
  }

  private static String url(String url, String text) {
    try {
      URI address = HttpAddress.parse(url);
      if (address.getScheme().equals("http")) {
        return address.toString();
      }
    } catch (IllegalArgumentException e) {
      // The message below covers both cases.
    }
    throw new IllegalArgumentException(
        Text.of(
            "must be http://host:port/path or several with semicolons between, got \"%s\"", text));
  }
}
