package io.brokerbench.cluster;

import io.brokerbench.workload.Settings;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.SortedMap;

/**
 * What {@code rocketmq.yaml} explains, for host process.
 *
 * @param firstPort 0 for free ports
 * @param properties of the brokers, over ours
 */
record ProcessSettings(
    Release release,
    Topology topology,
    Flush flush,
    Replication replication,
    long heapBytes,
    long nameServerHeapBytes,
    int firstPort,
    Path dataDirectory,
    JavaRuntime java,
    boolean tls,
    Duration startTimeout,
    SortedMap<String, String> properties) {

  private static final long MIN_HEAP_BYTES = 64L << 20;
  private static final long MAX_HEAP_BYTES = 1L << 40;
  private static final int HIGHEST_PORT = 65_535;

  /** Properties that differ from broker to broker, or have a setting of their own. */
  private static final Map<String, String> RESERVED =
      Map.ofEntries(
          Map.entry("brokerRole", "use cluster.replication"),
          Map.entry("flushDiskType", "use cluster.flush"),
          Map.entry("inSyncReplicas", "use cluster.replication"),
          Map.entry("listenPort", "use cluster.port"),
          Map.entry("haListenPort", "use cluster.port"),
          Map.entry("storePathRootDir", "use cluster.data-directory"),
          Map.entry("storePathCommitLog", "use cluster.data-directory"),
          Map.entry("rocketmqHome", "use cluster.data-directory"),
          Map.entry("namesrvAddr", "the cluster has a name server of its own"),
          Map.entry("haMasterAddress", "the cluster has a master of its own"),
          Map.entry("brokerId", "it differs from broker to broker"),
          Map.entry("brokerName", "it is the cluster's own"));

  static ProcessSettings read(Settings settings) {
    settings.text("cluster.host");
    if (!settings.text("cluster.addresses").isBlank()) {
      settings.problem("cluster.addresses", "is for cluster.host external");
    }
    Topology topology = settings.parsed("cluster.topology", Topology::parse);
    Replication replication = settings.choice("cluster.replication", Replication.class);
    if (topology == Topology.MASTER && replication != Replication.ASYNC) {
      settings.problem(
          "cluster.replication",
          "needs a slave, but cluster.topology is 1m; got \"%s\""
              .formatted(Settings.notation(replication)));
    }
    SortedMap<String, String> properties = settings.below("cluster.properties");
    RESERVED.forEach(
        (name, remedy) -> {
          if (properties.containsKey(name)) {
            settings.problem("cluster.properties." + name, "cannot be set: " + remedy);
          }
        });
    return new ProcessSettings(
        settings.parsed("cluster.version", Release::parse),
        topology,
        settings.choice("cluster.flush", Flush.class),
        replication,
        settings.bytes("cluster.heap", MIN_HEAP_BYTES, MAX_HEAP_BYTES),
        settings.bytes("cluster.name-server-heap", MIN_HEAP_BYTES, MAX_HEAP_BYTES),
        (int) settings.integer("cluster.port", 0, HIGHEST_PORT),
        settings.parsed("cluster.data-directory", ProcessSettings::directory),
        settings.parsed("cluster.java", JavaRuntime::parse),
        settings.flag("cluster.tls"),
        settings.duration("cluster.start-timeout", Duration.ofSeconds(1)),
        properties);
  }

  private static Path directory(String text) {
    String rule = "must be a directory one can write to, got \"%s\"".formatted(text);
    try {
      Path directory =
          Path.of(text.isBlank() ? System.getProperty("java.io.tmpdir") : text).toAbsolutePath();
      if (Files.isDirectory(directory) && Files.isWritable(directory)) {
        return directory;
      }
      throw new IllegalArgumentException(rule);
    } catch (InvalidPathException e) {
      throw new IllegalArgumentException(rule, e);
    }
  }
}
