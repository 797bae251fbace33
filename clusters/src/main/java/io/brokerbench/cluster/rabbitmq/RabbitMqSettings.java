package io.brokerbench.cluster.rabbitmq;

import io.brokerbench.cluster.ClusterSettings;
import io.brokerbench.cluster.HostKeys;
import io.brokerbench.cluster.node.PortRange;
import io.brokerbench.fault.FaultSettings;
import io.brokerbench.units.Text;
import io.brokerbench.workload.Settings;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;

/**
 * The settings of {@code rabbitmq.yaml} for every cluster started by brokerbench, on any kind of
 * host.
 *
 * @param release the requested release, or the known one
 * @param firstPort 0 for free ports
 * @param account the account of the driver's clients
 * @param erlangFlags further flags of the nodes' virtual machines
 * @param reportsQueues whether nodes report which of them have a queue, because faults hit these
 * @param properties properties of the nodes, which override those of brokerbench
 */
record RabbitMqSettings(
    Optional<RabbitMqRelease> release,
    int nodes,
    long memoryWatermarkBytes,
    long diskFreeLimitBytes,
    int firstPort,
    boolean tls,
    Duration startTimeout,
    Account account,
    String erlangFlags,
    boolean reportsQueues,
    SortedMap<String, String> properties)
    implements ClusterSettings<RabbitMqPortLayout> {

  /** The keys that apply to one kind of host only. */
  static final HostKeys HOST_KEYS =
      new HostKeys(
          List.of("cluster.home"),
          List.of(),
          List.of("cluster.metrics-addresses", "cluster.management-addresses"));

  private static final String MEMORY_WATERMARK = "cluster.memory-watermark";
  private static final String CONSOLE_LEVEL = "log.console.level";

  /** Levels at which a node reports on its console that it has started. */
  private static final Set<String> TELLING_LEVELS = Set.of("debug", "info");

  private static final int MOST_NODES = 99;
  private static final long MIN_WATERMARK_BYTES = 128L << 20;
  private static final long MAX_BYTES = 1L << 40;

  /** Properties that differ between nodes or have a separate setting, with a hint. */
  private static final Map<String, String> RESERVED =
      Map.of(
          "listeners",
          "use cluster.port and cluster.tls",
          "vm_memory_high_watermark",
          "use cluster.memory-watermark",
          "disk_free_limit",
          "use cluster.disk-free-limit",
          "classic_queue.default_version",
          "use rabbitmq.queue-arguments.x-queue-version, on which the promise depends",
          "load_definitions",
          "use rabbitmq.user, rabbitmq.password and rabbitmq.virtual-host",
          "prometheus.tcp",
          "it differs from node to node",
          "management.tcp",
          "it differs from node to node",
          "cluster_formation",
          "the cluster forms itself",
          "log.console",
          "brokerbench reads the console output of nodes",
          "log.file",
          "the console output of nodes is kept");

  /**
   * The account and the virtual host of the clients, from settings of the driver.
   *
   * @param virtualHost the name of the virtual host
   */
  record Account(String user, String password, String virtualHost) {}

  /** Reads the settings; reports as problems keys that apply to another kind of host. */
  static RabbitMqSettings read(Settings settings, String host) {
    settings.text("cluster.host");
    HOST_KEYS.refuseOthers(settings, host);
    SortedMap<String, String> properties = settings.below("cluster.properties");
    for (String name : properties.keySet()) {
      RESERVED.forEach(
          (reserved, remedy) -> {
            if (name.equals(reserved) || isBelow(name, reserved)) {
              settings.problem("cluster.properties." + name, "cannot be set: " + remedy);
            }
          });
    }
    if (!TELLING_LEVELS.contains(properties.getOrDefault(CONSOLE_LEVEL, "info"))) {
      settings.problem(
          "cluster.properties." + CONSOLE_LEVEL,
          Text.of(
              "must be debug or info, at which nodes report their start, got \"%s\"",
              properties.get(CONSOLE_LEVEL)));
    }
    return new RabbitMqSettings(
        settings.parsed(
            "cluster.version",
            text -> text.isBlank() ? Optional.empty() : Optional.of(RabbitMqRelease.parse(text))),
        (int) settings.integer("cluster.nodes", 1, MOST_NODES),
        settings.bytes(MEMORY_WATERMARK, MIN_WATERMARK_BYTES, MAX_BYTES),
        settings.bytes("cluster.disk-free-limit", 0, MAX_BYTES),
        (int) settings.integer("cluster.port", 0, PortRange.HIGHEST),
        settings.flag("cluster.tls"),
        settings.duration("cluster.start-timeout", Duration.ofSeconds(1)),
        new Account(
            settings.text("rabbitmq.user"),
            settings.text("rabbitmq.password"),
            settings.text("rabbitmq.virtual-host")),
        settings.parsedOrEmpty("cluster.erlang-flags", String::strip),
        FaultSettings.hitRolesOfQueues(settings),
        properties);
  }

  /** The same settings for a known release. */
  RabbitMqSettings of(RabbitMqRelease known) {
    return new RabbitMqSettings(
        Optional.of(known),
        nodes,
        memoryWatermarkBytes,
        diskFreeLimitBytes,
        firstPort,
        tls,
        startTimeout,
        account,
        erlangFlags,
        reportsQueues,
        properties);
  }

  /** Whether a property is below a reserved one; the log level of the console is not reserved. */
  private static boolean isBelow(String name, String reserved) {
    return name.startsWith(reserved + ".") && !name.equals(CONSOLE_LEVEL);
  }

  @Override
  public Optional<String> memoryKey() {
    return Optional.of(MEMORY_WATERMARK);
  }

  @Override
  public RabbitMqPortLayout ports(int first) {
    return new RabbitMqPortLayout(first, nodes, reportsQueues || countsByManagement());
  }

  /** Whether only the management API counts messages. */
  boolean countsByManagement() {
    return release.filter(known -> !known.countsMessages()).isPresent();
  }
}
