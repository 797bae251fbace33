package io.brokerbench.rocketmq.inspect;

import io.brokerbench.driver.BrokerException;
import io.brokerbench.driver.NotPermittedException;
import io.brokerbench.units.Text;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Counts the messages stored by the brokers. Thread-safe.
 *
 * <p>Delayed messages wait in a system topic, with one queue per delay level, before they are moved
 * to their own topic; they are counted in the system topic.
 *
 * @param queue the only one that counts; {@link #ALL_QUEUES} for all
 * @param before numbers of messages that do not count, by name of the broker
 * @param refusal with which each request fails, for an account that may not read the counts
 */
public record TopicCounts(
    Admin admin,
    Brokers brokers,
    List<String> topics,
    int queue,
    Map<String, Long> before,
    @Nullable NotPermittedException refusal) {

  private static final String SCHEDULE_TOPIC = "SCHEDULE_TOPIC_XXXX";

  private static final int ALL_QUEUES = -1;

  public TopicCounts {
    topics = List.copyOf(topics);
    before = Map.copyOf(before);
  }

  /**
   * Counts the messages of the load, delayed or not.
   *
   * @param delayLevel that the brokers use for the messages; 0 for none
   */
  public static TopicCounts ofLoad(
      List<String> topics, int delayLevel, Admin admin, Brokers brokers) {
    return delayLevel > 0
        ? new TopicCounts(admin, brokers, List.of(SCHEDULE_TOPIC), delayLevel - 1, Map.of(), null)
        : ofTopics(topics, admin, brokers);
  }

  /** Counts messages sent to these topics without delay. */
  public static TopicCounts ofTopics(List<String> topics, Admin admin, Brokers brokers) {
    return new TopicCounts(admin, brokers, topics, ALL_QUEUES, Map.of(), null);
  }

  /**
   * The counts less earlier ones.
   *
   * @param earlier numbers of messages by name of the broker, as of {@link #byMaster}
   */
  public TopicCounts since(Map<String, Long> earlier) {
    Map<String, Long> all = new HashMap<>(before);
    earlier.forEach((name, messages) -> all.merge(name, messages, Long::sum));
    return new TopicCounts(admin, brokers, topics, queue, all, refusal);
  }

  /** Counts that the account may not read: each request fails with this exception. */
  public TopicCounts refused(NotPermittedException refusal) {
    return new TopicCounts(admin, brokers, topics, queue, before, refusal);
  }

  private void requirePermitted() throws NotPermittedException {
    if (refusal != null) {
      throw refusal;
    }
  }

  /** Sum over all masters, those of groups that joined the cluster included. */
  public long onMasters() throws BrokerException {
    return sum(byMaster());
  }

  public static long sum(Map<String, Long> counts) {
    return counts.values().stream().mapToLong(Long::longValue).sum();
  }

  /** The counts of all masters, by name of the broker; of those that joined if they have any. */
  public SortedMap<String, Long> byMaster() throws BrokerException {
    requirePermitted();
    SortedMap<String, Long> counts = new TreeMap<>();
    for (Map.Entry<String, String> master : brokers.masters().entrySet()) {
      counts.put(master.getKey(), on(master.getKey(), master.getValue()));
    }
    counts.putAll(onJoined());
    return counts;
  }

  /** The same without the masters that do not report theirs. */
  public SortedMap<String, Long> byAnsweringMaster() {
    SortedMap<String, Long> counts = new TreeMap<>();
    if (refusal != null) {
      return counts;
    }
    Map<String, String> masters = new TreeMap<>(brokers.masters());
    masters.putAll(brokers.joinedMasters());
    masters.forEach(
        (name, address) -> {
          try {
            counts.put(name, on(name, address));
          } catch (BrokerException e) {
            // It may be down; its count stays unknown.
          }
        });
    return counts;
  }

  private long on(String name, String master) throws BrokerException {
    long sum = -before.getOrDefault(name, 0L);
    for (String topic : topics) {
      sum += admin.messages(master, topic, queue).orElse(0);
    }
    return sum;
  }

  /** The part of these counts by master that is of groups which joined the cluster. */
  public SortedMap<String, Long> ofJoined(SortedMap<String, Long> counts) {
    SortedMap<String, Long> joined = new TreeMap<>(counts);
    joined.keySet().retainAll(brokers.joined().keySet());
    return joined;
  }

  /**
   * Messages on the masters of groups that had joined the cluster as of the last request, by the
   * name of the group; without groups that have none.
   */
  private SortedMap<String, Long> onJoined() throws BrokerException {
    SortedMap<String, Long> counts = new TreeMap<>();
    for (Map.Entry<String, String> master : brokers.joinedMasters().entrySet()) {
      long messages = onJoined(master.getKey(), master.getValue());
      if (messages > 0) {
        counts.put(master.getKey(), messages);
      }
    }
    return counts;
  }

  private long onJoined(String name, String master) throws BrokerException {
    try {
      return on(name, master);
    } catch (NotPermittedException e) {
      throw e;
    } catch (BrokerException e) {
      throw new BrokerException(
          Text.of(
              "the broker %s, which joined the cluster during the run, cannot be asked: %s",
              name, e.getMessage()),
          e);
    }
  }

  /** Sum over all masters of the count of their slave with the fewest messages. */
  public OptionalLong onAllSlaves() throws BrokerException {
    return onSlaves(Integer.MAX_VALUE);
  }

  /**
   * Messages held by at least {@code slaves} slaves of their master, summed over all masters; by
   * all of its slaves, if a master has fewer.
   *
   * @param slaves at least 1
   * @return empty if a master has no slave, or too few of its slaves know all topics yet
   */
  public OptionalLong onSlaves(int slaves) throws BrokerException {
    requirePermitted();
    Map<String, SortedMap<Long, String>> groups = new TreeMap<>(brokers.now());
    Map<String, SortedMap<Long, String>> joined = new TreeMap<>(brokers.joined());
    joined.keySet().retainAll(onJoined().keySet());
    groups.putAll(joined);
    long sum = 0;
    for (SortedMap<Long, String> addresses : groups.values()) {
      OptionalLong messages = onSlaves(addresses.tailMap(1L).values(), slaves);
      if (messages.isEmpty()) {
        return messages;
      }
      sum += messages.getAsLong();
    }
    return OptionalLong.of(sum - sum(before));
  }

  private OptionalLong onSlaves(Collection<String> addresses, int slaves) throws BrokerException {
    int needed = Math.min(slaves, addresses.size());
    List<Long> counts = new ArrayList<>();
    BrokerException silence = null;
    for (String slave : addresses) {
      try {
        admin.messages(slave, topics, queue).ifPresent(counts::add);
      } catch (BrokerException e) {
        silence = e;
      }
    }
    if (needed > 0 && counts.size() >= needed) {
      counts.sort(Comparator.reverseOrder());
      return OptionalLong.of(counts.get(needed - 1));
    }
    if (silence != null) {
      throw silence;
    }
    return OptionalLong.empty();
  }
}
