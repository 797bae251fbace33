package io.brokerbench.rocketmq.inspect;

import io.brokerbench.driver.BrokerException;
import io.brokerbench.driver.DaemonThreads;
import io.brokerbench.driver.NotPermittedException;
import java.util.Collections;
import java.util.Map;
import java.util.SortedMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * Requests the runtime figures of every master about once per second, each at the moment at which
 * the answer shows most of the master's clock, until it is closed. A master that refuses the
 * account is not asked again. Thread-safe.
 */
public final class MasterReader implements AutoCloseable {

  private static final long MASTER_ID = 0;
  private static final long NANOS_PER_SECOND = 1_000_000_000;

  private final BrokerClocks clocks;
  private final Supplier<Map<String, SortedMap<Long, String>>> brokers;
  private final Runnable search;
  private final Listener listener;
  private final ScheduledExecutorService reader =
      Executors.newSingleThreadScheduledExecutor(DaemonThreads.named("brokerbench-figures"));

  /** Receives the answers, one after the other. */
  public interface Listener {

    /**
     * A master has answered, or has not.
     *
     * @param group name of the master and its slaves
     * @param address of the master; empty if the group has none at the moment
     * @param figures under RocketMQ's names; empty if there is no answer
     */
    void answered(String group, String address, Map<String, String> figures);
  }

  /**
   * Starts to read.
   *
   * @param clocks take a reading from each answer
   * @param brokers addresses by group and id, as last found; the groups stay the same
   * @param search finds the current ones: after a master that did not answer, and while a group has
   *     fewer members than at first
   */
  public MasterReader(
      BrokerClocks clocks,
      Supplier<Map<String, SortedMap<Long, String>>> brokers,
      Runnable search,
      Listener listener) {
    this.clocks = clocks;
    this.brokers = brokers;
    this.search = search;
    this.listener = listener;
    brokers.get().forEach((group, members) -> readAfter(0, group, members.size()));
  }

  private void readAfter(long nanos, String group, int size) {
    if (!reader.isShutdown()) {
      var unused = reader.schedule(() -> read(group, size), nanos, TimeUnit.NANOSECONDS);
    }
  }

  private void read(String group, int size) {
    SortedMap<Long, String> members =
        brokers.get().getOrDefault(group, Collections.emptySortedMap());
    String address = members.getOrDefault(MASTER_ID, "");
    Map<String, String> figures = Map.of();
    boolean permitted = true;
    if (!address.isEmpty()) {
      try {
        figures = clocks.read(address);
      } catch (NotPermittedException e) {
        permitted = false;
      } catch (BrokerException e) {
        // It may answer the next time, or another have been elected.
      }
    }
    listener.answered(group, address, figures);
    if (permitted) {
      if (figures.isEmpty() || members.size() < size) {
        search.run();
      }
      readAfter(address.isEmpty() ? NANOS_PER_SECOND : clocks.pauseNanos(address), group, size);
    }
  }

  @Override
  public void close() {
    reader.shutdownNow();
  }
}
