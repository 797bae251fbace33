package io.brokerbench.cluster.rocketmq;

import io.brokerbench.address.HostPort;
import io.brokerbench.cluster.Placement;
import io.brokerbench.cluster.rocketmq.RocketMqSettings.Replication;
import io.brokerbench.units.Text;
import java.nio.file.Path;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** The configuration file of a broker started by brokerbench. */
final class BrokerProperties {

  static final int MASTER_ID = 0;

  // Small enough that a short run does not fill a disk with empty files, large enough that rolling
  // to the next file is rare.
  private static final String COMMIT_LOG_FILE_BYTES = Long.toString(256L << 20);
  private static final String CONSUME_QUEUE_FILE_BYTES = "600000";

  // The private directory is deleted after the run: a nearly full disk must not delete messages.
  private static final String DISK_MAX_USED_PERCENT = "95";

  private BrokerProperties() {}

  /**
   * @param broker the number of the broker, from 0
   */
  static SortedMap<String, String> of(
      RocketMqSettings settings, Placement<RocketMqPortLayout> site, Path store, int broker) {
    RocketMqPortLayout ports = site.ports();
    SortedMap<String, String> p = new TreeMap<>();
    p.put("brokerClusterName", site.clusterName());
    p.put("brokerName", name(settings.topology().group(broker)));
    p.put("namesrvAddr", site.ports().nameServerAddresses());
    p.put("brokerIP1", HostPort.LOOPBACK);
    p.put("brokerIP2", site.replicationHost());
    p.put("bindAddress", site.bindAddress());
    p.put("listenPort", Integer.toString(ports.listen(broker)));
    p.put("haListenPort", Integer.toString(ports.ha(broker)));
    p.put("storePathRootDir", store.toString());
    p.put("storePathCommitLog", store.resolve("commitlog").toString());
    p.put("mappedFileSizeCommitLog", COMMIT_LOG_FILE_BYTES);
    p.put("mappedFileSizeConsumeQueue", CONSUME_QUEUE_FILE_BYTES);
    // The spelling of release 4.
    p.put("mapedFileSizeCommitLog", COMMIT_LOG_FILE_BYTES);
    p.put("mapedFileSizeConsumeQueue", CONSUME_QUEUE_FILE_BYTES);
    p.put("maxIndexNum", "400000");
    p.put("maxHashSlotNum", "100000");
    p.put("diskMaxUsedSpaceRatio", DISK_MAX_USED_PERCENT);
    // Topics are created before the run, with a known number of queues.
    p.put("autoCreateTopicEnable", "false");
    // The timer wheel costs an idle broker as much processor time as everything else together.
    p.put("timerWheelEnable", "false");
    p.put("flushDiskType", settings.flush() + "_FLUSH");
    if (settings.topology().rolesAreFixed()) {
      addRole(p, settings, site, broker);
    } else if (settings.topology().hasController()) {
      addController(p, settings, ports);
    } else {
      addDLedger(p, settings, ports, broker);
    }
    if (settings.release().needsInSyncReplicas()) {
      // The time in milliseconds for which a thread of the broker (TransactionMetricsFlushService)
      // spins after the start; the default is 10,000.
      p.put("transactionMetricFlushInterval", "1000");
      p.put("totalReplicas", Integer.toString(settings.topology().replicas()));
      // Without this, a SYNC_MASTER acknowledges without its slave. DLedger ignores it.
      p.put("inSyncReplicas", settings.replication() == Replication.SYNC ? "2" : "1");
    }
    p.putAll(settings.properties());
    return p;
  }

  /** The name of a group of brokers that hold the same messages. */
  private static String name(int group) {
    return "broker-" + letter(group);
  }

  /** The letter of a group: a, b and so on. */
  static char letter(int group) {
    return (char) ('a' + group);
  }

  private static void addRole(
      SortedMap<String, String> p,
      RocketMqSettings settings,
      Placement<RocketMqPortLayout> site,
      int broker) {
    int member = settings.topology().member(broker);
    p.put("brokerId", Integer.toString(member));
    if (member != MASTER_ID) {
      p.put("brokerRole", "SLAVE");
      if (settings.release().keepsHaMasterAddress()) {
        // The slave connects at once; without an address it retries after five seconds.
        p.put("haMasterAddress", site.replicationHost() + ":" + site.ports().ha(broker - member));
      }
    } else {
      p.put(
          "brokerRole",
          settings.replication() == Replication.ASYNC ? "ASYNC_MASTER" : "SYNC_MASTER");
    }
  }

  private static void addDLedger(
      SortedMap<String, String> p,
      RocketMqSettings settings,
      RocketMqPortLayout ports,
      int broker) {
    p.put("enableDLegerCommitLog", "true");
    p.put("dLegerGroup", name(0));
    p.put("dLegerSelfId", memberId(broker));
    p.put(
        "dLegerPeers",
        IntStream.range(0, settings.topology().brokers())
            .mapToObj(
                member ->
                    Text.of("%s-%s:%d", memberId(member), HostPort.LOOPBACK, ports.peer(member)))
            .collect(Collectors.joining(";")));
  }

  /** DLedger derives the ID of a broker from the number after the letter. */
  private static String memberId(int broker) {
    return "n" + broker;
  }

  private static void addController(
      SortedMap<String, String> p, RocketMqSettings settings, RocketMqPortLayout ports) {
    p.put("enableControllerMode", "true");
    p.put("controllerAddr", ports.controllerAddresses());
    // The controller assigns the ID.
    p.put("brokerId", "-1");
    boolean sync = settings.replication() == Replication.SYNC;
    p.put("allAckInSyncStateSet", Boolean.toString(sync));
    // When the slave is gone, the set shrinks to the master, which would suffice without this.
    p.put("minInSyncReplicas", sync ? "2" : "1");
  }
}
