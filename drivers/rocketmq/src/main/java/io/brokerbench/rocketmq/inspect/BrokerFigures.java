package io.brokerbench.rocketmq.inspect;

import io.brokerbench.driver.BrokerException;
import io.brokerbench.driver.DaemonThreads;
import io.brokerbench.driver.NotPermittedException;
import io.brokerbench.driver.Session;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;

/**
 * Figures that RocketMQ's brokers report of themselves, in every release, and that are read every
 * second. Thread-safe.
 */
public final class BrokerFigures implements AutoCloseable {

  private static final long MASTER_ID = 0;

  /** Every figure as unknown. */
  private static final SortedMap<String, Long> UNKNOWN = of(List.of(), List.of());

  private final Admin admin;
  private final Brokers brokers;
  private final ScheduledExecutorService reader =
      Executors.newSingleThreadScheduledExecutor(DaemonThreads.named("brokerbench-figures"));
  private volatile SortedMap<String, Long> latest = UNKNOWN;

  /**
   * Masters of releases that do not report the state of their replication; for the reader alone.
   */
  private final Set<String> silent = new HashSet<>();

  /** Starts to read. */
  public BrokerFigures(Admin admin, Brokers brokers) {
    this.admin = admin;
    this.brokers = brokers;
    ScheduledFuture<?> unused = reader.scheduleWithFixedDelay(this::read, 0, 1, TimeUnit.SECONDS);
  }

  private void read() {
    List<RuntimeFigures> all = new ArrayList<>();
    List<Long> behind = new ArrayList<>();
    try {
      for (SortedMap<Long, String> addresses : brokers.known().values()) {
        List<RuntimeFigures> slaves = new ArrayList<>();
        RuntimeFigures master = null;
        String address = "";
        for (Map.Entry<Long, String> broker : addresses.entrySet()) {
          RuntimeFigures figures = read(broker.getValue());
          all.add(figures);
          if (broker.getKey() == MASTER_ID) {
            master = figures;
            address = broker.getValue();
          } else {
            slaves.add(figures);
          }
        }
        if (master != null && !slaves.isEmpty()) {
          behind.add(behind(address, master, slaves));
        }
      }
      latest = of(all, behind);
    } catch (NotPermittedException e) {
      latest = UNKNOWN;
      reader.shutdown();
    }
  }

  /**
   * Bytes of the commit log that the furthest slave has yet to confirm, as its master sees it;
   * before release 5 the bytes that it lacks, at least, since the master is read first.
   */
  private long behind(String address, RuntimeFigures master, List<RuntimeFigures> slaves) {
    if (!silent.contains(address)) {
      try {
        return max(
            admin.replication(address).getHaConnectionInfo().stream()
                .map(slave -> Math.max(0, slave.getDiff()))
                .toList());
      } catch (BrokerException e) {
        silent.add(address);
      }
    }
    return max(slaves.stream().map(master::lead).toList());
  }

  /** Figures of a broker; all unknown if it does not answer. */
  private RuntimeFigures read(String broker) throws NotPermittedException {
    try {
      return new RuntimeFigures(admin.runtime(broker));
    } catch (NotPermittedException e) {
      throw e;
    } catch (BrokerException e) {
      return new RuntimeFigures(Map.of());
    }
  }

  private static SortedMap<String, Long> of(List<RuntimeFigures> all, List<Long> behind) {
    SortedMap<String, Long> figures = new TreeMap<>();
    figures.put(Session.DISK_USED, max(all.stream().map(RuntimeFigures::diskUsedPercent).toList()));
    figures.put(
        "dispatchBehindBytes",
        max(all.stream().map(each -> each.integer("dispatchBehindBytes")).toList()));
    figures.put(
        "pageCacheLockMillis",
        max(all.stream().map(each -> each.integer("pageCacheLockTimeMills")).toList()));
    figures.put("replicaBehindBytes", max(behind));
    figures.put(
        "sendQueueRequests",
        max(all.stream().map(each -> each.integer("sendThreadPoolQueueSize")).toList()));
    figures.put(
        "sendQueueWaitMillis",
        max(
            all.stream()
                .map(each -> each.integer("sendThreadPoolQueueHeadWaitTimeMills"))
                .toList()));
    figures.put(
        "slowPutsPermille", max(all.stream().map(RuntimeFigures::slowPutsPermille).toList()));
    figures.put("unflushedBytes", max(all.stream().map(RuntimeFigures::unflushedBytes).toList()));
    return Collections.unmodifiableSortedMap(figures);
  }

  private static long max(List<Long> figures) {
    return figures.stream().mapToLong(Long::longValue).max().orElse(RuntimeFigures.UNKNOWN);
  }

  /** The figures as last read, each the highest of all brokers; -1 if no broker reports it. */
  public SortedMap<String, Long> latest() {
    return latest;
  }

  @Override
  public void close() {
    reader.shutdownNow();
  }
}
