package io.brokerbench.cluster.mqtt;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.brokerbench.cluster.Certificate;
import io.brokerbench.cluster.Placement;
import io.brokerbench.cluster.node.OutputParser;
import io.brokerbench.cluster.node.ProcessSpec;
import io.brokerbench.results.Resources.Role;
import io.brokerbench.units.Text;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** The start of EMQX in its image, as described in its documentation. */
final class EmqxNode implements OutputParser {

  private static final String PROGRAM = "/opt/emqx/bin/emqx";

  private EmqxNode() {}

  static MqttNodeSpec of(MqttSettings settings, Placement<MqttPortLayout> site) {
    String name = settings.nodes().get(0);
    Path home = site.home(name);
    Map<String, String> properties = properties(settings, site, home);
    String configuration = ProcessSpec.lines(properties, " = ");
    Map<String, String> environment = new LinkedHashMap<>();
    properties.forEach((key, value) -> environment.put(variable(key), value));
    // No property binds the port of Erlang's distribution to an address.
    environment.put("ERL_FLAGS", "-kernel inet_dist_use_interface {127,0,0,1}");
    Map<String, byte[]> files = new LinkedHashMap<>();
    files.put("conf/environment.txt", configuration.getBytes(UTF_8));
    site.certificate().ifPresent(certificate -> files.putAll(certificate.files()));
    return new MqttNodeSpec(
        new ProcessSpec(
            name,
            Role.BROKER,
            home,
            List.of("logs"),
            files,
            List.of(PROGRAM, "foreground"),
            environment,
            true,
            new EmqxNode()),
        configuration);
  }

  /** The variable of {@code mqtt.max_inflight} is {@code EMQX_MQTT__MAX_INFLIGHT}. */
  private static String variable(String key) {
    return "EMQX_" + key.replace(".", "__").toUpperCase(Locale.ROOT);
  }

  private static Map<String, String> properties(
      MqttSettings settings, Placement<MqttPortLayout> site, Path home) {
    Map<String, String> p = new TreeMap<>();
    boolean tls = site.certificate().isPresent();
    String used = tls ? "ssl" : "tcp";
    for (String listener : List.of("tcp", "ssl", "ws", "wss")) {
      p.put(Text.of("listeners.%s.default.enable", listener), "" + listener.equals(used));
    }
    p.put(
        Text.of("listeners.%s.default.bind", used),
        Text.of("%s:%d", site.bindAddress(), site.ports().mqtt(0)));
    if (tls) {
      p.put(
          "listeners.ssl.default.ssl_options.certfile", home.resolve(Certificate.FILE).toString());
      p.put(
          "listeners.ssl.default.ssl_options.keyfile",
          home.resolve(Certificate.KEY_FILE).toString());
    }
    p.put(
        "dashboard.listeners.http.bind",
        Text.of("%s:%d", site.bindAddress(), site.ports().figures(0)));
    p.put("prometheus.enable_basic_auth", "false");
    p.put("telemetry.enable", "false");
    p.put("node.name", "emqx@127.0.0.1");
    p.put("rpc.listen_address", "127.0.0.1");
    p.put("log.console.enable", "true");
    p.put("mqtt.max_inflight", Integer.toString(settings.maxInflight()));
    p.put("mqtt.max_awaiting_rel", Integer.toString(settings.maxInflight()));
    p.put("mqtt.max_mqueue_len", Integer.toString(settings.maxQueued()));
    p.put("mqtt.max_packet_size", Integer.toString(settings.maxPacketBytes()));
    p.putAll(settings.properties());
    return p;
  }

  /** Always false: a successful connection of a client shows that EMQX is ready. */
  @Override
  public boolean saysReady(String line) {
    return false;
  }

  @Override
  public Optional<String> cause(List<String> console, List<String> log) {
    return console.stream()
        .filter(line -> line.toLowerCase(Locale.ROOT).contains("error"))
        .findFirst();
  }
}
