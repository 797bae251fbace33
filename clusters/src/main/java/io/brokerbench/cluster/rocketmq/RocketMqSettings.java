package io.brokerbench.cluster.rocketmq;

import io.brokerbench.cluster.HostKeys;
import io.brokerbench.cluster.Jvm;
import io.brokerbench.cluster.PortRange;
import io.brokerbench.workload.Settings;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;

/**
 * What {@code rocketmq.yaml} explains for every cluster of ours, whatever hosts it.
 *
 * @param proxy whether clients reach the brokers through a proxy
 * @param jvmFlags of the brokers, over ours
 * @param firstPort 0 for free ports
 * @param properties of the brokers, over ours
 */
record RocketMqSettings(
    Release release,
    Topology topology,
    Flush flush,
    Replication replication,
    long heapBytes,
    long nameServerHeapBytes,
    boolean proxy,
    long proxyHeapBytes,
    List<String> jvmFlags,
    int firstPort,
    boolean tls,
    Duration startTimeout,
    SortedMap<String, String> properties) {

  /** A setting of the driver's. */
  static final String CLIENT = "rocketmq.client";

  private static final long MIN_HEAP_BYTES = 64L << 20;
  private static final long MAX_HEAP_BYTES = 1L << 40;

  /** Properties that differ from broker to broker, or have a setting of their own. */
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
          Map.entry("namesrvAddr", "the cluster has a name server of its own"),
          Map.entry("haMasterAddress", "the cluster has a master of its own"),
          Map.entry("brokerId", "it differs from broker to broker"),
          Map.entry("brokerName", "it is the cluster's own"));

  /** Whether the driver's client asks a proxy; which clients there are the driver checks. */
  static boolean wantsProxy(Settings settings) {
    return settings.text(CLIENT).strip().equals("grpc");
  }

  /** Reads them, and notes as problems the keys that are for another host than this one. */
  static RocketMqSettings read(Settings settings, HostKeys host) {
    settings.text("cluster.host");
    host.refuseOthers(settings, HostKinds.ALL);
    Release release = settings.parsed("cluster.version", Release::parse);
    Topology topology = settings.parsed("cluster.topology", Topology::parse);
    topology.problem(release).ifPresent(rule -> settings.problem("cluster.topology", rule));
    Replication replication =
        topology == Topology.DLEDGER
            ? settings.choice("cluster.replication", Replication.class, Replication.SYNC)
            : settings.choice("cluster.replication", Replication.class);
    topology.problem(replication).ifPresent(rule -> settings.problem("cluster.replication", rule));
    Flush flush = settings.choice("cluster.flush", Flush.class);
    if (topology == Topology.DLEDGER && flush == Flush.SYNC) {
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
    SortedMap<String, String> properties = settings.below("cluster.properties");
    RESERVED.forEach(
        (name, remedy) -> {
          if (properties.containsKey(name)) {
            settings.problem("cluster.properties." + name, "cannot be set: " + remedy);
          }
        });
    return new RocketMqSettings(
        release,
        topology,
        flush,
        replication,
        settings.bytes("cluster.heap", MIN_HEAP_BYTES, MAX_HEAP_BYTES),
        settings.bytes("cluster.name-server-heap", MIN_HEAP_BYTES, MAX_HEAP_BYTES),
        proxy && release.hasProxy(),
        settings.bytes("cluster.proxy-heap", MIN_HEAP_BYTES, MAX_HEAP_BYTES),
        settings.parsedOrEmpty("cluster.jvm-flags", Jvm::parseFlags),
        (int) settings.integer("cluster.port", 0, PortRange.HIGHEST),
        settings.flag("cluster.tls"),
        settings.duration("cluster.start-timeout", Duration.ofSeconds(1)),
        properties);
  }
}
