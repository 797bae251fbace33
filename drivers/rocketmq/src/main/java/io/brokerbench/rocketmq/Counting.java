package io.brokerbench.rocketmq;

import io.brokerbench.driver.BrokerException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.OptionalLong;
import java.util.SortedMap;

/**
 * Counts the topic's messages as the brokers hold them. Thread-safe.
 *
 * <p>Delayed messages wait in a topic of the broker's own, one queue a level, before they come to
 * theirs; they are counted where they were written.
 */
final class Counting {

  private static final String SCHEDULE_TOPIC = "SCHEDULE_TOPIC_XXXX";

  private static final int ALL_QUEUES = -1;

  private final Admin admin;
  private final Brokers brokers;
  private final String topic;
  private final int queue;

  private Counting(Admin admin, Brokers brokers, String topic, int queue) {
    this.admin = admin;
    this.brokers = brokers;
    this.topic = topic;
    this.queue = queue;
  }

  /** Counts what the load sends. */
  static Counting ofLoad(RocketMqOptions options, Admin admin, Brokers brokers) {
    return options.delayLevel() > 0
        ? new Counting(admin, brokers, SCHEDULE_TOPIC, options.delayLevel() - 1)
        : ofTopic(options, admin, brokers);
  }

  /** Counts what was sent without delay. */
  static Counting ofTopic(RocketMqOptions options, Admin admin, Brokers brokers) {
    return new Counting(admin, brokers, options.topic(), ALL_QUEUES);
  }

  /** On all masters. */
  long onMasters() throws BrokerException {
    long sum = 0;
    for (String master : brokers.masters().values()) {
      sum += admin.messages(master, topic, queue).orElse(0);
    }
    return sum;
  }

  /** On the slave of each master that has least. */
  OptionalLong onAllSlaves() throws BrokerException {
    return onSlaves(Integer.MAX_VALUE);
  }

  /**
   * As many as so many slaves of each master have; on the one that has least, if there are no more
   * slaves than that.
   *
   * @param slaves at least 1
   * @return empty if a master has no slave, or they do not know yet
   */
  OptionalLong onSlaves(int slaves) throws BrokerException {
    long sum = 0;
    for (SortedMap<Long, String> addresses : brokers.now().values()) {
      OptionalLong messages = onSlaves(addresses.tailMap(1L).values(), slaves);
      if (messages.isEmpty()) {
        return messages;
      }
      sum += messages.getAsLong();
    }
    return OptionalLong.of(sum);
  }

  private OptionalLong onSlaves(Collection<String> addresses, int slaves) throws BrokerException {
    int needed = Math.min(slaves, addresses.size());
    List<Long> counts = new ArrayList<>();
    BrokerException silence = null;
    for (String slave : addresses) {
      try {
        admin.messages(slave, topic, queue).ifPresent(counts::add);
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
