package io.brokerbench.cluster.rocketmq;

import io.brokerbench.cluster.ClusterSettings;
import io.brokerbench.cluster.HostKeys;
import io.brokerbench.cluster.node.PortRange;
import io.brokerbench.cluster.process.Jvm;
import io.brokerbench.workload.Settings;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;

/**
 * The settings of {@code rocketmq.yaml} for every cluster started by brokerbench, on any kind of
 * host.
 *
 * @param nameServers their number, each with a controller where the topology has one
 * @param proxy whether clients reach the brokers through a proxy
 * @param localProxy whether the proxy is in the master's process, RocketMQ's local mode
 * @param jvmFlags further flags of the brokers, which override those of brokerbench
 * @param firstPort 0 for free ports
 * @param properties properties of the brokers, which override those of brokerbench
 */
record RocketMqSettings(
    RocketMqRelease release,
    RocketMqTopology topology,
    Flush flush,
    Replication replication,
    long heapBytes,
    int nameServers,
    long nameServerHeapBytes,
    boolean proxy,
    boolean localProxy,
    long proxyHeapBytes,
    List<String> jvmFlags,
    int firstPort,
    boolean tls,
    Duration startTimeout,
    SortedMap<String, String> properties)
    implements ClusterSettings<RocketMqPortLayout> {

  /** The keys that apply to one kind of host only. */
  static final HostKeys HOST_KEYS =
      new HostKeys(
          List.of("cluster.java"),
          List.of("cluster.container.replication-delay", "cluster.container.proxy-image"),
          List.of("cluster.broker-cluster-name", "cluster.proxy-addresses"));

  /** A setting of the driver. */
  static final String CLIENT = "rocketmq.client";

  private static final String HEAP = "cluster.heap";
  private static final int MOST_NAME_SERVERS = 9;

  private static final long LEAST_DIRECT_MEMORY_BYTES = 512L << 20;

  /** Properties that differ between brokers or have a separate setting, with a hint. */
  private static final Map<String, String> RESERVED =
      Map.ofEntries(
          Map.entry("brokerRole", "use cluster.replication"),
          Map.entry("flushDiskType", "use cluster.flush"),
          Map.entry("inSyncReplicas", "use cluster.replication"),
          Map.entry("minInSyncReplicas", "use cluster.replication"),
          Map.entry("allAckInSyncStateSet", "use cluster.replication"),
          Map.entry("enableDLegerCommitLog", "use cluster.topology"),
          Map.entry("dLegerGroup", "use cluster.topology"),
          Map.entry("dLegerPeers", "use cluster.topology"),
          Map.entry("dLegerSelfId", "use cluster.topology"),
          Map.entry("enableControllerMode", "use cluster.topology"),
          Map.entry("controllerAddr", "use cluster.topology"),
          Map.entry("listenPort", "use cluster.port"),
          Map.entry("haListenPort", "use cluster.port"),
          Map.entry("storePathRootDir", "use cluster.data-directory"),
          Map.entry("storePathCommitLog", "use cluster.data-directory"),
          Map.entry("rocketmqHome", "use cluster.data-directory"),
          Map.entry("namesrvAddr", "the cluster has name servers of its own"),
          Map.entry("haMasterAddress", "the cluster has a master of its own"),
          Map.entry("brokerId", "it differs from broker to broker"),
          Map.entry("brokerName", "it is the cluster's own"));

  /** Whether the driver's client uses a proxy; the driver validates the setting itself. */
  static boolean wantsProxy(Settings settings) {
    return settings.text(CLIENT).strip().equals("grpc");
  }

  /** Reads the settings; reports as problems keys that apply to another kind of host. */
  static RocketMqSettings read(Settings settings, String host) {
    settings.text("cluster.host");
    HOST_KEYS.refuseOthers(settings, host);
    RocketMqRelease release = settings.parsed("cluster.version", RocketMqRelease::parse);
    RocketMqTopology topology = settings.parsed("cluster.topology", RocketMqTopology::parse);
    topology.problem(release).ifPresent(rule -> settings.problem("cluster.topology", rule));
    Replication replication =
        topology == RocketMqTopology.DLEDGER
            ? settings.choice("cluster.replication", Replication.class, Replication.SYNC)
            : settings.choice("cluster.replication", Replication.class);
    topology.problem(replication).ifPresent(rule -> settings.problem("cluster.replication", rule));
    Flush flush = settings.choice("cluster.flush", Flush.class);
    if (topology == RocketMqTopology.DLEDGER && flush == Flush.SYNC) {
      settings.problem(
          "cluster.flush",
          "must be async where cluster.topology is dledger, which acknowledges before it writes to"
              + " disk whatever flushDiskType says; got \"sync\"");
    }
    boolean proxy = wantsProxy(settings);
    if (proxy && !release.hasProxy()) {
      settings.problem(
          CLIENT, "grpc needs release 5.0.0 or later, but cluster.version is " + release.name());
    }
    boolean localProxy =
        settings.choice("cluster.proxy-mode", ProxyMode.class) == ProxyMode.LOCAL && proxy;
    if (localProxy && !(topology.rolesAreFixed() && topology.groups() == 1)) {
      settings.problem(
          "cluster.proxy-mode",
          "local needs cluster.topology 1m, 1m1s or 1m2s: such a proxy serves the broker in its"
              + " process only; cluster.topology is "
              + topology.notation());
    }
    SortedMap<String, String> properties = settings.below("cluster.properties");
    ClusterSettings.refuseReserved(settings, properties, RESERVED);
    return new RocketMqSettings(
        release,
        topology,
        flush,
        replication,
        Jvm.heapBytes(settings, HEAP),
        (int) settings.integer("cluster.name-servers", 1, MOST_NAME_SERVERS),
        Jvm.heapBytes(settings, "cluster.name-server-heap"),
        proxy && release.hasProxy(),
        localProxy,
        Jvm.heapBytes(settings, "cluster.proxy-heap"),
        settings.parsedOrEmpty("cluster.jvm-flags", Jvm::parseFlags),
        (int) settings.integer("cluster.port", 0, PortRange.HIGHEST),
        settings.flag("cluster.tls"),
        settings.duration("cluster.start-timeout", Duration.ofSeconds(1)),
        properties);
  }

  @Override
  public Optional<String> memoryKey() {
    return Optional.of(HEAP);
  }

  @Override
  public RocketMqPortLayout ports(int first) {
    return new RocketMqPortLayout(first, nameServers, topology, proxy);
  }

  /**
   * Limit of the direct memory of each broker. Each thread that stores messages keeps a buffer of 4
   * MiB ({@code maxMessageSize}), and so does each that reads them for timers. When release 5.5.0
   * with timers and transactions reaches a limit of 256 MiB, it goes on without timers, repeated
   * deliveries and check-backs.
   */
  long directMemoryBytes() {
    return Math.max(heapBytes, LEAST_DIRECT_MEMORY_BYTES);
  }

  /**
   * Maximum time until a broker checks back with a transaction whose end it did not receive. An
   * interval that is not set is that of release 4.9, which is longer than those of later releases.
   */
  Duration checkBackDelay() {
    return Duration.ofMillis(
        millis("transactionTimeOut", 6_000) + millis("transactionCheckInterval", 60_000));
  }

  private long millis(String property, long usual) {
    String value = properties.getOrDefault(property, "").strip();
    return value.matches("\\d{1,15}") ? Long.parseLong(value) : usual;
  }

  /** Whether there is a process for the proxy. */
  boolean separateProxy() {
    return proxy && !localProxy;
  }

  /** When a master acknowledges a message in relation to its slave. */
  enum Replication {
    ASYNC,
    /** After the slave has received the message. */
    SYNC,
    /** The role SYNC_MASTER alone, which from release 5 on does not wait for the slave. */
    SYNC_ROLE
  }

  /** When a broker acknowledges a message in relation to writing it to disk. */
  enum Flush {
    ASYNC,
    SYNC
  }

  /** RocketMQ's modes of a proxy: for all brokers of a cluster, or for the one in its process. */
  private enum ProxyMode {
    CLUSTER,
    LOCAL
  }
}
