package io.brokerbench.cluster.rocketmq;

import java.nio.file.Path;
import java.util.Locale;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** What a broker of ours is told in its file. */
final class BrokerProperties {

  static final int MASTER_ID = 0;
  static final int SLAVE_ID = 1;

  /** Its brokers hold the same messages. */
  private static final String GROUP = "broker-a";

  // Small enough that a short run does not fill a disk with empty files, large enough that rolling
  // to the next file stays rare.
  private static final String COMMIT_LOG_FILE_BYTES = Long.toString(256L << 20);
  private static final String CONSUME_QUEUE_FILE_BYTES = "600000";

  // The private directory is thrown away: nothing is to be deleted because a disk is rather full.
  private static final String DISK_MAX_USED_PERCENT = "95";

  private BrokerProperties() {}

  /**
   * The properties of one broker.
   *
   * @param broker its number, from 0; where roles are fixed {@link #MASTER_ID} or {@link #SLAVE_ID}
   */
  static SortedMap<String, String> of(
      RocketMqSettings settings, Site site, Path store, int broker) {
    PortLayout ports = site.ports();
    SortedMap<String, String> p = new TreeMap<>();
    p.put("brokerClusterName", site.clusterName());
    p.put("brokerName", GROUP);
    p.put("namesrvAddr", site.nameServer());
    p.put("brokerIP1", Site.LOOPBACK);
    p.put("brokerIP2", site.haHost());
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
    // Topics are made before the run, with a known number of queues.
    p.put("autoCreateTopicEnable", "false");
    // It costs an idle broker as much processor time as everything else together.
    p.put("timerWheelEnable", "false");
    p.put("flushDiskType", settings.flush() + "_FLUSH");
    switch (settings.topology()) {
      case MASTER, MASTER_AND_SLAVE -> addRole(p, settings, site, broker);
      case DLEDGER -> addDLedger(p, settings, ports, broker);
      case CONTROLLER -> addController(p, settings, ports);
    }
    if (settings.release().needsInSyncReplicas()) {
      // For so many milliseconds after its start a thread of the broker's
      // (TransactionMetricsFlushService) runs in circles; 10,000 if nothing is said.
      p.put("transactionMetricFlushInterval", "1000");
      p.put("totalReplicas", Integer.toString(settings.topology().brokers()));
      // Without this a SYNC_MASTER acknowledges without its slave. DLedger does not look at it.
      p.put("inSyncReplicas", settings.replication() == Replication.SYNC ? "2" : "1");
    }
    p.putAll(settings.properties());
    return p;
  }

  private static void addRole(
      SortedMap<String, String> p, RocketMqSettings settings, Site site, int broker) {
    p.put("brokerId", Integer.toString(broker));
    if (broker == SLAVE_ID) {
      p.put("brokerRole", "SLAVE");
      if (settings.release().keepsHaMasterAddress()) {
        // Connected at once, instead of five seconds after it failed to connect to nobody.
        p.put("haMasterAddress", site.haHost() + ":" + site.ports().ha(MASTER_ID));
      }
    } else {
      p.put(
          "brokerRole",
          settings.replication() == Replication.ASYNC ? "ASYNC_MASTER" : "SYNC_MASTER");
    }
  }

  private static void addDLedger(
      SortedMap<String, String> p, RocketMqSettings settings, PortLayout ports, int broker) {
    p.put("enableDLegerCommitLog", "true");
    p.put("dLegerGroup", GROUP);
    p.put("dLegerSelfId", memberId(broker));
    p.put(
        "dLegerPeers",
        IntStream.range(0, settings.topology().brokers())
            .mapToObj(
                member ->
                    String.format(
                        Locale.ROOT,
                        "%s-%s:%d",
                        memberId(member),
                        Site.LOOPBACK,
                        ports.peer(member)))
            .collect(Collectors.joining(";")));
  }

  /** DLedger makes a broker's id of what follows the letter. */
  private static String memberId(int broker) {
    return "n" + broker;
  }

  private static void addController(
      SortedMap<String, String> p, RocketMqSettings settings, PortLayout ports) {
    p.put("enableControllerMode", "true");
    p.put("controllerAddr", Site.LOOPBACK + ":" + ports.controller());
    // The controller gives it one.
    p.put("brokerId", "-1");
    boolean sync = settings.replication() == Replication.SYNC;
    p.put("allAckInSyncStateSet", Boolean.toString(sync));
    // The set shrinks to the master alone when the slave is gone: that would do without this.
    p.put("minInSyncReplicas", sync ? "2" : "1");
  }
}
