package io.brokerbench.rocketmq;

import io.brokerbench.driver.BrokerException;
import io.brokerbench.driver.Promise;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;

/**
 * A broker as it reports itself.
 *
 * @param node the process of ours that it is; empty for somebody else's
 * @param address that clients use
 * @param release such as 5.5.0
 * @param configuration in force
 */
record BrokerView(String node, String address, String release, Properties configuration) {

  static BrokerView of(Admin admin, String node, String address) throws BrokerException {
    return new BrokerView(node, address, admin.release(address), admin.configuration(address));
  }

  String role() {
    return configuration.getProperty("brokerRole", "unknown");
  }

  private String flush() {
    return configuration.getProperty("flushDiskType", "unknown");
  }

  private boolean is(String property) {
    return Boolean.parseBoolean(configuration.getProperty(property));
  }

  private boolean inDLedgerGroup() {
    return is("enableDLegerCommitLog");
  }

  private int groupSize() {
    return configuration.getProperty("dLegerPeers", "").split(";", -1).length;
  }

  /** Whether it waits for each slave that the controller calls in sync, however many they are. */
  private boolean waitsForSlavesInSync() {
    return is("enableControllerMode") && is("allAckInSyncStateSet");
  }

  /**
   * On how many brokers a message is when this one acknowledges it.
   *
   * <p>Until 4.x the role SYNC_MASTER alone waits for the slave. From 5.0 on it waits for
   * inSyncReplicas - 1 slaves, and that setting's default is 1: it does not wait
   * (CommitLog.handleHA, needAckNums). Where it waits for all slaves in sync it takes no message
   * while there are less than minInSyncReplicas (CommitLog.asyncPutMessage). The leader of a
   * DLedger group waits for a majority, itself included (DLedgerEntryPusher.QuorumAckChecker).
   */
  private int copies() {
    if (inDLedgerGroup()) {
      return groupSize() / 2 + 1;
    }
    if (!role().equals("SYNC_MASTER")) {
      return 1;
    }
    if (release.startsWith("4.") || release.startsWith("3.")) {
      return 2;
    }
    return Integer.parseInt(
        configuration.getProperty(
            waitsForSlavesInSync() ? "minInSyncReplicas" : "inSyncReplicas", "1"));
  }

  /**
   * DLedger forces its files to disk every ten milliseconds in the background, and waits for that
   * nowhere (DLedgerMmapFileStore.FlushDataService).
   */
  private boolean onDisk() {
    return flush().equals("SYNC_FLUSH") && !inDLedgerGroup();
  }

  /**
   * Whether it keeps messages in memory of its own before it writes them to the page cache, which
   * would outlive its process (MessageStoreConfig.isTransientStorePoolEnable).
   */
  private boolean inPool() {
    return is("transientStorePoolEnable") && flush().equals("ASYNC_FLUSH") && !inDLedgerGroup();
  }

  /** What an acknowledgement of this broker promises. */
  Promise promise(boolean acknowledged) {
    String modes =
        String.format(Locale.ROOT, "%s, %s", role(), inDLedgerGroup() ? "DLedger" : flush());
    return new Promise(
        acknowledged,
        acknowledged && onDisk(),
        acknowledged ? copies() : 0,
        acknowledged
            ? String.format(Locale.ROOT, "%s: acknowledged when %s", modes, condition())
            : String.format(Locale.ROOT, "%s: sent one way, never acknowledged", modes));
  }

  private String condition() {
    if (inDLedgerGroup()) {
      return String.format(Locale.ROOT, "in the memory of %d of %d brokers", copies(), groupSize())
          + (flush().equals("SYNC_FLUSH") ? "; flushDiskType=SYNC_FLUSH has no effect" : "");
    }
    String where =
        onDisk()
            ? "on the master's disk"
            : inPool()
                ? "in the master's own memory, gone if it is killed"
                : "in the master's memory";
    int slaves = copies() - 1;
    if (role().equals("SYNC_MASTER") && waitsForSlavesInSync()) {
      return String.format(
          Locale.ROOT, "%s and in the memory of every slave in sync, at least %d", where, slaves);
    }
    if (slaves > 0) {
      return String.format(
          Locale.ROOT, "%s and in the memory of %d slave%s", where, slaves, slaves > 1 ? "s" : "");
    }
    return role().equals("SYNC_MASTER")
        ? where + " only: inSyncReplicas=1 does not wait for the slave"
        : where;
  }

  /** For {@code run.json}. */
  Map<String, Object> facts() {
    Map<String, Object> facts = new LinkedHashMap<>();
    if (!node.isEmpty()) {
      facts.put("node", node);
    }
    facts.put("address", address);
    facts.put("release", release);
    facts.put("role", role());
    facts.put("flush", flush());
    Map<String, String> properties = new TreeMap<>();
    configuration
        .stringPropertyNames()
        .forEach(name -> properties.put(name, configuration.getProperty(name)));
    facts.put("configuration", properties);
    return facts;
  }
}
