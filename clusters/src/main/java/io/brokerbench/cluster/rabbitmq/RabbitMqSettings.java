package io.brokerbench.cluster.rabbitmq;

import io.brokerbench.cluster.HostKeys;
import io.brokerbench.cluster.PortRange;
import io.brokerbench.workload.Settings;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;

/**
 * What {@code rabbitmq.yaml} explains for every cluster of ours, whatever hosts it.
 *
 * @param release the one that was asked for
 * @param firstPort 0 for free ports
 * @param account what the driver's clients name
 * @param properties of the nodes, over ours
 */
record RabbitMqSettings(
    Optional<Release> release,
    int nodes,
    long memoryWatermarkBytes,
    long diskFreeLimitBytes,
    int firstPort,
    boolean tls,
    Duration startTimeout,
    Account account,
    SortedMap<String, String> properties) {

  private static final int CLUSTER = 3;
  private static final long MIN_WATERMARK_BYTES = 128L << 20;
  private static final long MAX_BYTES = 1L << 40;

  /** Properties that differ from node to node, or have a setting of their own. */
  private static final Map<String, String> RESERVED =
      Map.of(
          "listeners",
          "use cluster.port and cluster.tls",
          "vm_memory_high_watermark",
          "use cluster.memory-watermark",
          "disk_free_limit",
          "use cluster.disk-free-limit",
          "load_definitions",
          "use rabbitmq.user, rabbitmq.password and rabbitmq.virtual-host",
          "prometheus.tcp",
          "it differs from node to node",
          "cluster_formation",
          "the cluster forms itself",
          "log.console",
          "what nodes say there is read",
          "log.file",
          "what nodes say on the console is kept");

  /**
   * Who the clients are and where they work; settings of the driver's.
   *
   * @param virtualHost its name
   */
  record Account(String user, String password, String virtualHost) {}

  /** Reads them, and notes as problems the keys that are for another host than this one. */
  static RabbitMqSettings read(Settings settings, HostKeys host) {
    settings.text("cluster.host");
    host.refuseOthers(settings, HostKinds.ALL);
    int nodes = (int) settings.integer("cluster.nodes", 1, CLUSTER);
    if (nodes != 1 && nodes != CLUSTER) {
      settings.problem(
          "cluster.nodes", String.format(Locale.ROOT, "must be 1 or 3, got \"%d\"", nodes));
    }
    SortedMap<String, String> properties = settings.below("cluster.properties");
    for (String name : properties.keySet()) {
      RESERVED.forEach(
          (reserved, remedy) -> {
            if (name.equals(reserved) || isBelow(name, reserved)) {
              settings.problem("cluster.properties." + name, "cannot be set: " + remedy);
            }
          });
    }
    return new RabbitMqSettings(
        settings.parsed(
            "cluster.version",
            text -> text.isBlank() ? Optional.empty() : Optional.of(Release.parse(text))),
        nodes,
        settings.bytes("cluster.memory-watermark", MIN_WATERMARK_BYTES, MAX_BYTES),
        settings.bytes("cluster.disk-free-limit", 0, MAX_BYTES),
        (int) settings.integer("cluster.port", 0, PortRange.HIGHEST),
        settings.flag("cluster.tls"),
        settings.duration("cluster.start-timeout", Duration.ofSeconds(1)),
        new Account(
            settings.text("rabbitmq.user"),
            settings.text("rabbitmq.password"),
            settings.text("rabbitmq.virtual-host")),
        properties);
  }

  /** The level of what nodes say on the console is free to choose. */
  private static boolean isBelow(String name, String reserved) {
    return name.startsWith(reserved + ".") && !name.equals("log.console.level");
  }

  /** Those that the settings name; empty for free ones. */
  Optional<PortRange> ports() {
    return firstPort > 0
        ? Optional.of(PortRange.of(firstPort, PortLayout.count(nodes)))
        : Optional.empty();
  }
}
