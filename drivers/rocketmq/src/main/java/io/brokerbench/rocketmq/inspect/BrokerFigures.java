package io.brokerbench.rocketmq.inspect;

import io.brokerbench.driver.BrokerException;
import io.brokerbench.driver.Session;
import io.brokerbench.units.Causes;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.ToLongFunction;
import org.apache.rocketmq.client.exception.MQBrokerException;

/**
 * Figures that RocketMQ's brokers report of themselves, in every release, and that are read every
 * second. Thread-safe; for one reader.
 */
public final class BrokerFigures implements MasterReader.Listener {

  /** Every figure as unknown. */
  private static final SortedMap<String, Long> UNKNOWN = of(List.of());

  private final Admin admin;
  private final Brokers brokers;
  private volatile SortedMap<String, Long> latest = UNKNOWN;

  /** The latest answers by the name of the brokers' group; for the reader alone. */
  private final Map<String, Answers> answers = new TreeMap<>();

  /**
   * Answers of a master and its slaves.
   *
   * @param behindBytes by which the furthest slave is behind
   */
  private record Answers(List<RuntimeFigures> all, long behindBytes) {}

  /** Every figure is unknown until a master has answered. */
  public BrokerFigures(Admin admin, Brokers brokers) {
    this.admin = admin;
    this.brokers = brokers;
  }

  @Override
  public void answered(String group, String address, Map<String, String> figures) {
    RuntimeFigures master = new RuntimeFigures(figures);
    List<RuntimeFigures> slaves = brokers.slavesOf(group).stream().map(this::read).toList();
    List<RuntimeFigures> all = new ArrayList<>(slaves);
    all.add(master);
    boolean replicated = !figures.isEmpty() && !slaves.isEmpty();
    answers.put(
        group,
        new Answers(all, replicated ? behind(address, master, slaves) : RuntimeFigures.UNKNOWN));
    latest = of(answers.values());
  }

  /**
   * Bytes of the commit log that the furthest slave has yet to confirm, as its master sees it;
   * unknown if the master does not answer. Before release 5, and with DLedger, which refuses the
   * request, the bytes that it lacks, at least, since the master is read first.
   */
  private long behind(String address, RuntimeFigures master, List<RuntimeFigures> slaves) {
    if (master.isOfRelease4()) {
      return lead(master, slaves);
    }
    try {
      return max(
          admin.replication(address).getHaConnectionInfo(), slave -> Math.max(0, slave.getDiff()));
    } catch (BrokerException e) {
      return Causes.find(e, MQBrokerException.class).isPresent()
          ? lead(master, slaves)
          : RuntimeFigures.UNKNOWN;
    }
  }

  private static long lead(RuntimeFigures master, List<RuntimeFigures> slaves) {
    return max(slaves, master::lead);
  }

  /** Figures of a broker; all unknown if it does not answer. */
  private RuntimeFigures read(String broker) {
    try {
      return new RuntimeFigures(admin.runtime(broker));
    } catch (BrokerException e) {
      return new RuntimeFigures(Map.of());
    }
  }

  private static SortedMap<String, Long> of(Collection<Answers> answers) {
    List<RuntimeFigures> all = answers.stream().flatMap(each -> each.all().stream()).toList();
    SortedMap<String, Long> figures = new TreeMap<>();
    figures.put(Session.DISK_USED, max(all, RuntimeFigures::diskUsedPercent));
    figures.put(Session.DISPATCH_BEHIND, max(all, each -> each.integer("dispatchBehindBytes")));
    figures.put("pageCacheLockMillis", max(all, each -> each.integer("pageCacheLockTimeMills")));
    figures.put(Session.REPLICA_BEHIND, max(answers, Answers::behindBytes));
    figures.put(Session.SEND_QUEUE, max(all, each -> each.integer("sendThreadPoolQueueSize")));
    figures.put(
        "sendQueueWaitMillis",
        max(all, each -> each.integer("sendThreadPoolQueueHeadWaitTimeMills")));
    figures.put("slowPutsPermille", max(all, RuntimeFigures::slowPutsPermille));
    figures.put(Session.UNFLUSHED, max(all, RuntimeFigures::unflushedBytes));
    return Collections.unmodifiableSortedMap(figures);
  }

  private static <T> long max(Collection<T> all, ToLongFunction<T> figure) {
    return all.stream().mapToLong(figure).max().orElse(RuntimeFigures.UNKNOWN);
  }

  /** The figures as last read, each the highest of all brokers; -1 if no broker reports it. */
  public SortedMap<String, Long> latest() {
    return latest;
  }
}
