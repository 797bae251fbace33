package io.brokerbench.cluster.mqtt;

import io.brokerbench.cluster.Addresses;
import io.brokerbench.cluster.ExternalPlan;
import io.brokerbench.cluster.HostKeys;
import io.brokerbench.driver.ClusterFactory;
import io.brokerbench.driver.ClusterPlan;
import io.brokerbench.workload.Settings;
import io.brokerbench.workload.SettingsReader;
import java.net.URI;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/** MQTT brokers that somebody else runs. Stateless. */
public final class MqttExternalFactory implements ClusterFactory {

  private static final List<String> OURS =
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
          "cluster.start-timeout");

  @Override
  public String driver() {
    return "mqtt";
  }

  @Override
  public String host() {
    return "external";
  }

  @Override
  public void addReference(SettingsReader reader) {
    reader.reference(MqttExternalFactory.class, "mqtt.yaml");
  }

  @Override
  public ClusterPlan plan(Settings settings) {
    settings.text("cluster.host");
    settings.flag("cluster.tls");
    HostKeys.refuseOurs(settings, OURS, HostKinds.PROCESS, HostKinds.CONTAINER);
    Addresses addresses = Addresses.required(settings, "the brokers");
    Map<String, Object> told = new LinkedHashMap<>();
    Broker broker = settings.choice("cluster.broker", Broker.class);
    if (settings.isGiven("cluster.broker")) {
      told.put(ClusterFacts.BROKER, Settings.notation(broker));
    }
    String metrics = settings.parsed("cluster.metrics-addresses", MqttExternalFactory::urls);
    if (!metrics.isEmpty()) {
      told.put(ClusterFacts.METRICS, metrics);
    }
    return new ExternalPlan("broker", addresses, told);
  }

  private static String urls(String text) {
    return text.isBlank()
        ? ""
        : Arrays.stream(text.split(";"))
            .map(String::strip)
            .map(url -> url(url, text))
            .collect(Collectors.joining(";"));
  }

  private static String url(String url, String text) {
    try {
      URI uri = URI.create(url);
      if ("http".equals(uri.getScheme()) && uri.getHost() != null) {
        return url;
      }
    } catch (IllegalArgumentException e) {
      // falls through to the one message for both
    }
    throw new IllegalArgumentException(
        String.format(
            Locale.ROOT,
            "must be http://host:port/path or several with semicolons between, got \"%s\"",
            text));
  }
}
