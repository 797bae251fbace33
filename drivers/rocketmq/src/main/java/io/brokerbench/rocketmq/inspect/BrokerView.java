package io.brokerbench.rocketmq.inspect;

import io.brokerbench.driver.BrokerException;
import io.brokerbench.driver.NotPermittedException;
import io.brokerbench.results.Promise;
import io.brokerbench.rocketmq.connect.DelayLevels;
import io.brokerbench.units.Text;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * A broker as reported by itself.
 *
 * @param node name of its process in a cluster started by brokerbench; empty for an external broker
 * @param address used by clients, {@code host:port}
 * @param release such as 5.5.0; {@link #UNKNOWN} if the account may not read it
 * @param configuration in force; empty if the account may not read it
 */
public record BrokerView(String node, String address, String release, Properties configuration) {

  private static final String UNKNOWN = "unknown";

  /** The sum of the defaults of release 4.9, which are longer than those of later releases. */
  private static final Duration USUAL_CHECK_BACK_DELAY = Duration.ofSeconds(66);

  /** Asks a broker; what the account may not read is unknown. */
  public static BrokerView of(Admin admin, String node, String address) throws BrokerException {
    return new BrokerView(node, address, release(admin, address), configuration(admin, address));
  }

  private static String release(Admin admin, String address) throws BrokerException {
    try {
      return admin.release(address);
    } catch (NotPermittedException e) {
      return UNKNOWN;
    }
  }

  private static Properties configuration(Admin admin, String address) throws BrokerException {
    try {
      return admin.configuration(address);
    } catch (NotPermittedException e) {
      return new Properties();
    }
  }

  /** Whether the account may not read the configuration. */
  public boolean isHidden() {
    return configuration.isEmpty();
  }

  public String role() {
    return configuration.getProperty("brokerRole", UNKNOWN);
  }

  private String flush() {
    return configuration.getProperty("flushDiskType", UNKNOWN);
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

  /** Whether the broker waits for every slave that the controller considers in sync. */
  private boolean waitsForSlavesInSync() {
    return is("enableControllerMode") && is("allAckInSyncStateSet");
  }

  /** Whether the broker waits for fewer slaves while fewer are in sync. */
  private boolean lowersItsWait() {
    return !is("enableControllerMode")
        && is("enableSlaveActingMaster")
        && is("enableAutoInSyncReplicas");
  }

  private int replicas(String property) {
    return Math.max(1, Integer.parseInt(configuration.getProperty(property, "1")));
  }

  /**
   * Number of brokers that hold a message when this one acknowledges it.
   *
   * <p>Up to 4.x, the role SYNC_MASTER alone makes a broker wait for its slave. From 5.0 on, a
   * SYNC_MASTER waits for inSyncReplicas - 1 slaves; the default of that setting is 1, which means
   * no wait (CommitLog.handleHA, needAckNums). A master that waits for all slaves in sync accepts
   * no message while fewer than minInSyncReplicas are in sync (CommitLog.asyncPutMessage); one that
   * lowers its wait does so down to that number (CommitLog.calcNeedAckNums). The leader of a
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
    return replicas(
        waitsForSlavesInSync() || lowersItsWait() ? "minInSyncReplicas" : "inSyncReplicas");
  }

  /**
   * Whether an acknowledged message is on disk. DLedger flushes its files every ten milliseconds in
   * the background and never waits for it (DLedgerMmapFileStore.FlushDataService).
   */
  private boolean onDisk() {
    return flush().equals("SYNC_FLUSH") && !inDLedgerGroup();
  }

  /**
   * Whether an acknowledged message may be in a buffer of the broker's process alone, and not yet
   * in the page cache, which outlives the process (MessageStoreConfig.isTransientStorePoolEnable).
   * Slaves read only what is committed to the page cache (DefaultMappedFile.getReadPosition), so
   * that a message for which the broker waits for a slave is there.
   */
  private boolean inProcessMemory() {
    return is("transientStorePoolEnable")
        && flush().equals("ASYNC_FLUSH")
        && !inDLedgerGroup()
        && copies() == 1;
  }

  /** Whether the broker creates a consumer group when it answers a consumer of it. */
  public boolean createsGroups() {
    return Boolean.parseBoolean(
        configuration.getProperty("autoCreateSubscriptionGroup", Boolean.toString(true)));
  }

  /**
   * Maximum time until the broker checks back with a transaction whose end it did not receive: at
   * its first check after the timeout (TransactionalMessageCheckService).
   */
  public Duration checkBackDelay() {
    return isHidden()
        ? USUAL_CHECK_BACK_DELAY
        : millis("transactionTimeOut").plus(millis("transactionCheckInterval"));
  }

  /** Time for which the broker holds messages of a delay level back; zero for level 0. */
  public Duration delay(int level) {
    return DelayLevels.delay(level, configuration.getProperty(DelayLevels.PROPERTY));
  }

  /** The delay level that the broker uses for a level: its last one, if that is lower. */
  public int delayLevel(int level) {
    return DelayLevels.taken(level, configuration.getProperty(DelayLevels.PROPERTY));
  }

  private Duration millis(String property) {
    return Duration.ofMillis(Long.parseLong(configuration.getProperty(property, "0")));
  }

  /**
   * The promise of an acknowledgement by this broker: what any acknowledgement means if the
   * configuration is hidden.
   */
  public Promise promise(boolean acknowledged) {
    if (isHidden()) {
      String hidden = "the brokers do not show their configuration to this account";
      return new Promise(
          acknowledged,
          false,
          acknowledged ? 1 : 0,
          acknowledged
              ? Text.of("acknowledged by a broker; %s: disks and copies are unknown", hidden)
              : "sent one way, never acknowledged");
    }
    String modes = Text.of("%s, %s", role(), inDLedgerGroup() ? "DLedger" : flush());
    return new Promise(
        acknowledged,
        acknowledged && onDisk(),
        acknowledged ? copies() : 0,
        acknowledged ? inProcessMemory() : null,
        false,
        false,
        acknowledged
            ? Text.of("%s: acknowledged when %s", modes, condition())
            : Text.of("%s: sent one way, never acknowledged", modes));
  }

  /**
   * The promise of an acknowledgement by any of several brokers: of each part, the weakest that one
   * of them makes.
   */
  public static Promise promise(List<BrokerView> brokers, boolean acknowledged) {
    List<Promise> promises = brokers.stream().map(broker -> broker.promise(acknowledged)).toList();
    List<Promise.Level> levels = promises.stream().map(Promise::level).toList();
    boolean inProcessMemory = levels.stream().anyMatch(Promise.Level::inProcessMemory);
    boolean known =
        inProcessMemory || promises.stream().allMatch(each -> each.inProcessMemory() != null);
    return new Promise(
        acknowledged,
        levels.stream().allMatch(Promise.Level::onDisk),
        levels.stream().mapToInt(Promise.Level::copies).min().orElse(0),
        known ? inProcessMemory : null,
        false,
        false,
        promises.stream().map(Promise::text).distinct().collect(Collectors.joining("; ")));
  }

  private String condition() {
    if (inDLedgerGroup()) {
      return Text.of("in the memory of %d of %d brokers", copies(), groupSize())
          + (flush().equals("SYNC_FLUSH") ? "; flushDiskType=SYNC_FLUSH has no effect" : "");
    }
    String where =
        onDisk()
            ? "on the master's disk"
            : inProcessMemory()
                ? "in the master's own memory, gone if it is killed"
                : "in the master's memory";
    int slaves = copies() - 1;
    if (role().equals("SYNC_MASTER") && waitsForSlavesInSync()) {
      return Text.of("%s and in the memory of every slave in sync, at least %d", where, slaves);
    }
    int most = replicas("inSyncReplicas") - 1;
    if (role().equals("SYNC_MASTER") && lowersItsWait() && most > slaves) {
      return Text.of(
          "%s and in the memory of %d to %d slaves, as many as are in sync", where, slaves, most);
    }
    if (slaves > 0) {
      return Text.of("%s and in the memory of %d slave%s", where, slaves, slaves > 1 ? "s" : "");
    }
    return role().equals("SYNC_MASTER")
        ? where + " only: inSyncReplicas=1 does not wait for the slave"
        : where;
  }

  /** The entry of this broker in {@code run.json}. */
  public Map<String, Object> facts() {
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
    facts.put("configuration", isHidden() ? "not permitted" : properties);
    return facts;
  }
}
