package io.brokerbench.cluster.mqtt;

import io.brokerbench.cluster.mqtt.MqttSettings.Persistence;
import io.brokerbench.units.Text;
import io.brokerbench.workload.Settings;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Checks combinations of settings and brokers, and reports invalid ones as problems. */
final class SettingCombinations {

  private static final List<String> OF_HIVEMQ =
      List.of("cluster.heap", "cluster.jvm-flags", "cluster.java");

  /** Keys of mosquitto.conf that differ between brokers or have a separate setting, with a hint. */
  private static final Map<String, String> RESERVED =
      Map.ofEntries(
          Map.entry("listener", "use cluster.port"),
          Map.entry("port", "use cluster.port"),
          Map.entry("bind_address", "brokers started by brokerbench listen on loopback"),
          Map.entry("max_inflight_messages", "use cluster.max-inflight"),
          Map.entry("max_queued_messages", "use cluster.max-queued"),
          Map.entry("max_packet_size", "use cluster.max-packet"),
          Map.entry(
              "max_qos", "a broker with a lower maximum QoS than 2 would lower the measured QoS"),
          Map.entry("persistence", "use cluster.persistence"),
          Map.entry("persistence_location", "use cluster.data-directory"),
          Map.entry("allow_anonymous", "use mqtt.user and mqtt.password"),
          Map.entry("password_file", "use mqtt.user and mqtt.password"),
          Map.entry("certfile", "use cluster.tls"),
          Map.entry("keyfile", "use cluster.tls"),
          Map.entry("cafile", "use cluster.tls"),
          Map.entry("connection", "use cluster.bridge"),
          Map.entry("address", "use cluster.bridge"),
          Map.entry("topic", "use cluster.bridge"),
          Map.entry("log_dest", "brokerbench reads the console output of brokers"),
          Map.entry("log_type", "brokerbench reads the console output of brokers"),
          Map.entry("connection_messages", "brokerbench reads the console output of brokers"),
          Map.entry("user", "the broker's files belong to the user that runs brokerbench"),
          Map.entry("include_dir", "brokers started by brokerbench have one configuration file"));

  private SettingCombinations() {}

  static void check(MqttSettings wanted, Settings settings) {
    Broker broker = wanted.broker();
    if (wanted.bridge() && broker != Broker.MOSQUITTO) {
      settings.problem(
          "cluster.bridge",
          Text.of("is for cluster.broker mosquitto: %s has no bridge of its own", broker.title()));
    }
    if (broker != Broker.HIVEMQ) {
      OF_HIVEMQ.stream()
          .filter(settings::isGiven)
          .forEach(
              key -> {
                settings.text(key);
                settings.problem(key, "is for cluster.broker hivemq, which runs in a JVM");
              });
    }
    if (broker == Broker.EMQX && wanted.persistence() == Persistence.FILE) {
      settings.problem(
          "cluster.persistence", "must be in-memory for cluster.broker emqx, got \"file\"");
    }
    checkAccount(wanted, settings);
    Set<String> properties = wanted.properties().keySet();
    if (broker == Broker.HIVEMQ) {
      properties.forEach(
          name ->
              settings.problem(
                  "cluster.properties." + name,
                  "cannot be set for cluster.broker hivemq, whose configuration is no list of keys; use cluster.max-inflight, cluster.max-queued, cluster.max-packet, cluster.persistence"));
    } else if (broker == Broker.MOSQUITTO) {
      properties.stream()
          .filter(RESERVED::containsKey)
          .forEach(
              name ->
                  settings.problem(
                      "cluster.properties." + name, "cannot be set: " + RESERVED.get(name)));
    }
  }

  private static void checkAccount(MqttSettings wanted, Settings settings) {
    if (wanted.account().isEmpty()) {
      return;
    }
    if (wanted.broker() != Broker.MOSQUITTO) {
      settings.problem(
          MqttSettings.USER,
          Text.of(
              "must be empty for %s started by brokerbench, which accepts any client; use cluster.broker mosquitto",
              wanted.broker().title()));
    } else if (wanted.account().get().user().contains(":")) {
      settings.problem(
          MqttSettings.USER, "must not contain a colon for mosquitto started by brokerbench");
    }
  }
}
