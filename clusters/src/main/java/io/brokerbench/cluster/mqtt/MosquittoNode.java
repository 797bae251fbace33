package io.brokerbench.cluster.mqtt;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.brokerbench.cluster.Addresses;
import io.brokerbench.cluster.Launch;
import io.brokerbench.cluster.mqtt.MqttSettings.Account;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/** How a mosquitto is started, with nothing of the system's own but its program. */
final class MosquittoNode {

  /** Begin of the topics that a bridge forwards. */
  static final String BRIDGED = "bridge/";

  private static final String CONFIGURATION = "conf/mosquitto.conf";
  private static final String PASSWORDS = "user/passwords";

  /** As many clients as the machine allows. */
  private static final String SCRIPT =
      """
      ulimit -Sn "$(ulimit -Hn)"
      exec "$0" "$@"
      """;

  private MosquittoNode() {}

  /**
   * A broker.
   *
   * @param node its number, from 0
   * @param program mosquitto, where it runs
   */
  static NodeSpec of(MqttSettings settings, Site site, int node, String program) {
    String name = settings.nodes().get(node);
    Path home = site.home(name);
    String configuration = configuration(settings, site, node);
    Map<String, byte[]> files = new LinkedHashMap<>();
    files.put(CONFIGURATION, configuration.getBytes(UTF_8));
    site.certificate().ifPresent(certificate -> files.putAll(NodeFiles.of(certificate)));
    settings
        .account()
        .ifPresent(account -> files.put(PASSWORDS, PasswordFile.of(account).getBytes(UTF_8)));
    return new NodeSpec(
        new Launch(
            name,
            home,
            List.of("logs", "data"),
            files,
            List.of("/bin/sh", "-c", SCRIPT, program, "-c", home.resolve(CONFIGURATION).toString()),
            Map.of(),
            true,
            new MosquittoDialect()),
        configuration,
        true);
  }

  private static String configuration(MqttSettings settings, Site site, int node) {
    Path home = site.home(settings.nodes().get(node));
    Map<String, String> lines = new LinkedHashMap<>();
    // It can read what is ours then, and have what it writes removed by us; without meaning unless
    // root.
    lines.put("user", "root");
    lines.put("log_dest", "stderr");
    lines.put("connection_messages", "false");
    lines.put("set_tcp_nodelay", "true");
    lines.put("sys_interval", "1");
    lines.put("max_inflight_messages", Integer.toString(settings.maxInflight()));
    lines.put("max_queued_messages", Integer.toString(settings.maxQueued()));
    lines.put("max_packet_size", Integer.toString(settings.maxPacketBytes()));
    boolean files = settings.persistence() == Persistence.FILE;
    lines.put("persistence", Boolean.toString(files));
    if (files) {
      lines.put("persistence_location", home.resolve("data") + "/");
    }
    lines.put("allow_anonymous", Boolean.toString(settings.account().isEmpty()));
    if (settings.account().isPresent()) {
      lines.put("password_file", home.resolve(PASSWORDS).toString());
    }
    lines.put(
        "listener",
        String.format(Locale.ROOT, "%d %s", site.ports().mqtt(node), site.bindAddress()));
    if (site.certificate().isPresent()) {
      lines.put("certfile", home.resolve(NodeFiles.CERTIFICATE).toString());
      lines.put("keyfile", home.resolve(NodeFiles.KEY).toString());
    }
    lines.putAll(settings.properties());
    return text(lines) + (settings.bridge() ? "\n" + text(bridge(settings, site, node)) : "");
  }

  /** To the other one: what is published there as remote does not come back. */
  private static Map<String, String> bridge(MqttSettings settings, Site site, int node) {
    int other = 1 - node;
    Map<String, String> lines = new LinkedHashMap<>();
    lines.put("connection", "to-" + settings.nodes().get(other));
    lines.put("address", Addresses.LOOPBACK + ":" + site.ports().mqtt(other));
    lines.put("remote_clientid", "bridge-" + settings.nodes().get(node));
    if (site.certificate().isPresent()) {
      Path home = site.home(settings.nodes().get(node));
      lines.put("bridge_cafile", home.resolve(NodeFiles.CERTIFICATE).toString());
    }
    if (settings.account().isPresent()) {
      Account account = settings.account().get();
      lines.put("remote_username", account.user());
      lines.put("remote_password", account.password());
    }
    lines.put("cleansession", "true");
    lines.put("notifications", "false");
    lines.put("restart_timeout", "1");
    lines.put(
        "topic",
        String.format(Locale.ROOT, "%s# out %d \"\" remote/", BRIDGED, MqttSettings.MAX_QOS));
    return lines;
  }

  private static String text(Map<String, String> lines) {
    return lines.entrySet().stream()
        .map(line -> line.getKey() + " " + line.getValue() + "\n")
        .collect(Collectors.joining());
  }
}
