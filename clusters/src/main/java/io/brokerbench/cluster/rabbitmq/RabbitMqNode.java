package io.brokerbench.cluster.rabbitmq;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.brokerbench.cluster.Placement;
import io.brokerbench.cluster.node.ProcessSpec;
import io.brokerbench.results.Resources.Role;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/** The start of a node that uses nothing of the system's RabbitMQ except its programs. */
final class RabbitMqNode {

  /** Below a node's home, outside the directories that are saved: it has a password. */
  static final String DEFINITIONS = "user/definitions.json";

  private static final String CONFIGURATION = "conf/rabbitmq.conf";
  private static final String PLUGINS = "conf/enabled_plugins";
  private static final String WITH_METRICS = "[rabbitmq_prometheus].\n";
  private static final String WITH_MANAGEMENT = "[rabbitmq_prometheus,rabbitmq_management].\n";
  private static final String COOKIE = "user/.erlang.cookie";

  /**
   * Erlang rejects a cookie that others can read. The limit of open files is the same on every
   * machine that allows it: sufficient for thousands of connections, and smaller than the tables
   * that Erlang allocates if there is no limit.
   */
  private static final String SCRIPT =
      """
      chmod 400 "$HOME/.erlang.cookie" || exit
      ulimit -Sn 65536 2>/dev/null || ulimit -Sn "$(ulimit -Hn)"
      exec "$0"
      """;

  /** Erlang's distribution on loopback only; ignores Ctrl-C in a terminal. */
  private static final String ERLANG_FLAGS = "-kernel inet_dist_use_interface {127,0,0,1} +Bi";

  private RabbitMqNode() {}

  /** The name of a node by its number, from 0. */
  static String name(int node) {
    return "r" + (node + 1);
  }

  static List<String> names(int nodes) {
    return IntStream.range(0, nodes).mapToObj(RabbitMqNode::name).toList();
  }

  /** The name of a node in the cluster; independent of the name of this machine. */
  static String erlangName(int node) {
    return name(node) + "@localhost";
  }

  /**
   * @param flags further flags of Erlang's virtual machine
   */
  static ProcessSpec of(
      RabbitMqPrograms programs,
      Placement<RabbitMqPortLayout> site,
      int node,
      String flags,
      Map<String, String> properties,
      String definitions) {
    String name = name(node);
    Path home = site.home(name);
    Map<String, byte[]> files = new LinkedHashMap<>();
    files.put(CONFIGURATION, ProcessSpec.lines(properties, " = ").getBytes(UTF_8));
    files.put(PLUGINS, (site.ports().managed() ? WITH_MANAGEMENT : WITH_METRICS).getBytes(UTF_8));
    files.put(COOKIE, site.secret().hex().getBytes(UTF_8));
    files.put(DEFINITIONS, definitions.getBytes(UTF_8));
    site.certificate().ifPresent(certificate -> files.putAll(certificate.files()));
    return new ProcessSpec(
        name,
        Role.BROKER,
        home,
        List.of("logs", "user", "data"),
        files,
        List.of("/bin/sh", "-c", SCRIPT, programs.server()),
        environment(programs, site, node, flags),
        true,
        new RabbitMqOutputParser());
  }

  private static Map<String, String> environment(
      RabbitMqPrograms programs, Placement<RabbitMqPortLayout> site, int node, String flags) {
    Path home = site.home(name(node));
    Map<String, String> e = new LinkedHashMap<>(programs.environment());
    e.put("HOME", home.resolve("user").toString());
    // A file that does not exist, so that the system's file is not read.
    e.put("RABBITMQ_CONF_ENV_FILE", home.resolve("conf/none").toString());
    e.put("RABBITMQ_NODENAME", erlangName(node));
    e.put("RABBITMQ_DIST_PORT", Integer.toString(site.ports().distribution(node)));
    e.put("ERL_EPMD_PORT", Integer.toString(site.ports().mapper()));
    e.put("ERL_EPMD_ADDRESS", PortMapper.ADDRESS);
    e.put("RABBITMQ_CONFIG_FILE", home.resolve(CONFIGURATION).toString());
    e.put("RABBITMQ_ADVANCED_CONFIG_FILE", home.resolve("conf/none.config").toString());
    e.put("RABBITMQ_ENABLED_PLUGINS_FILE", home.resolve(PLUGINS).toString());
    e.put("RABBITMQ_MNESIA_BASE", home.resolve("data").toString());
    e.put("RABBITMQ_LOG_BASE", home.resolve("logs").toString());
    e.put("RABBITMQ_LOGS", "-");
    e.put("RABBITMQ_PLUGINS_EXPAND_DIR", home.resolve("data/plugins").toString());
    e.put("RABBITMQ_GENERATED_CONFIG_DIR", home.resolve("data/configuration").toString());
    e.put("RABBITMQ_PID_FILE", home.resolve("data/pid").toString());
    // Otherwise the script does not replace itself with the node's process.
    e.put("RABBITMQ_ALLOW_INPUT", "1");
    e.put("RABBITMQ_SERVER_ADDITIONAL_ERL_ARGS", (ERLANG_FLAGS + " " + flags).strip());
    return e;
  }
}
