package io.brokerbench.rocketmq;

import io.brokerbench.driver.BrokerException;
import io.brokerbench.driver.Promise;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;

/**
 * A broker as it reports itself.
 *
 * @param address that clients use
 * @param release such as 5.5.0
 * @param configuration in force
 */
record BrokerView(String address, String release, Properties configuration) {

  static BrokerView of(Admin admin, String address) throws BrokerException {
    return new BrokerView(address, admin.release(address), admin.configuration(address));
  }

  String role() {
    return configuration.getProperty("brokerRole", "unknown");
  }

  private String flush() {
    return configuration.getProperty("flushDiskType", "unknown");
  }

  private boolean majority() {
    return Boolean.parseBoolean(configuration.getProperty("enableDLegerCommitLog"));
  }

  /**
   * On how many brokers a message is when this one acknowledges it.
   *
   * <p>Until 4.x the role SYNC_MASTER alone waits for the slave. From 5.0 on it waits for
   * inSyncReplicas - 1 slaves, and that setting's default is 1: it does not wait
   * (CommitLog.handleHA, needAckNums).
   */
  private int copies() {
    if (majority()) {
      return 2;
    }
    if (!role().equals("SYNC_MASTER")) {
      return 1;
    }
    return release.startsWith("4.") || release.startsWith("3.") ? 2 : inSyncReplicas();
  }

  private int inSyncReplicas() {
    return Integer.parseInt(configuration.getProperty("inSyncReplicas", "1"));
  }

  /** What an acknowledgement of this broker promises. */
  Promise promise(boolean acknowledged) {
    boolean onDisk = flush().equals("SYNC_FLUSH");
    String where = onDisk ? "on the master's disk" : "in the master's memory";
    String also =
        majority()
            ? " and on a majority of the DLedger group"
            : copies() > 1
                ? " and in the memory of %d slave%s"
                    .formatted(copies() - 1, copies() > 2 ? "s" : "")
                : role().equals("SYNC_MASTER")
                    ? " only: inSyncReplicas=1 does not wait for the slave"
                    : "";
    String modes = "%s, %s".formatted(role(), flush());
    return new Promise(
        acknowledged,
        acknowledged && onDisk,
        acknowledged ? copies() : 0,
        acknowledged
            ? "%s: acknowledged when %s%s".formatted(modes, where, also)
            : "%s: sent one way, never acknowledged".formatted(modes));
  }

  /** For {@code run.json}. */
  Map<String, Object> facts() {
    Map<String, Object> facts = new LinkedHashMap<>();
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
