package io.brokerbench.rocketmq.inspect;

import io.brokerbench.driver.BrokerException;
import io.brokerbench.driver.DaemonThreads;
import java.util.Map;
import java.util.SortedMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;

/**
 * The use of the disks with the brokers' commit logs, which is read every second. Thread-safe.
 *
 * <p>A broker reports it as {@code commitLogDiskRatio}, from 0 to 1.
 */
public final class DiskUse implements AutoCloseable {

  private static final String RATIO = "commitLogDiskRatio";
  private static final double PERCENT = 100;
  private static final long UNKNOWN = -1;

  private final Admin admin;
  private final Brokers brokers;
  private final ScheduledExecutorService reader =
      Executors.newSingleThreadScheduledExecutor(DaemonThreads.named("brokerbench-disk"));
  private volatile long percent = UNKNOWN;

  /** Starts to read. */
  public DiskUse(Admin admin, Brokers brokers) {
    this.admin = admin;
    this.brokers = brokers;
    ScheduledFuture<?> unused = reader.scheduleWithFixedDelay(this::read, 0, 1, TimeUnit.SECONDS);
  }

  private void read() {
    double fullest = UNKNOWN;
    for (SortedMap<Long, String> addresses : brokers.known().values()) {
      for (String broker : addresses.values()) {
        fullest = Math.max(fullest, used(broker));
      }
    }
    percent = Math.round(fullest);
  }

  /** Used percentage of a broker's disk; unknown if the broker does not report it. */
  private double used(String broker) {
    try {
      Map<String, String> figures = admin.runtime(broker);
      return PERCENT * Double.parseDouble(figures.getOrDefault(RATIO, ""));
    } catch (BrokerException | NumberFormatException e) {
      return UNKNOWN;
    }
  }

  /** Used percentage of the fullest disk as last read; -1 if no broker reports it. */
  public long percent() {
    return percent;
  }

  @Override
  public void close() {
    reader.shutdownNow();
  }
}
