package io.brokerbench.rocketmq;

import io.brokerbench.driver.BrokerException;
import java.util.Map;
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
  private final Map<String, SortedMap<Long, String>> brokers;
  private final String topic;
  private final int queue;

  private Counting(
      Admin admin, Map<String, SortedMap<Long, String>> brokers, String topic, int queue) {
    this.admin = admin;
    this.brokers = brokers;
    this.topic = topic;
    this.queue = queue;
  }

  /** Counts what the load sends. */
  static Counting ofLoad(
      RocketMqOptions options, Admin admin, Map<String, SortedMap<Long, String>> brokers) {
    return options.delayLevel() > 0
        ? new Counting(admin, brokers, SCHEDULE_TOPIC, options.delayLevel() - 1)
        : ofTopic(options, admin, brokers);
  }

  /** Counts what was sent without delay. */
  static Counting ofTopic(
      RocketMqOptions options, Admin admin, Map<String, SortedMap<Long, String>> brokers) {
    return new Counting(admin, brokers, options.topic(), ALL_QUEUES);
  }

  /** On all masters. */
  long onMasters() throws BrokerException {
    long sum = 0;
    for (SortedMap<Long, String> addresses : brokers.values()) {
      String master = addresses.get(0L);
      if (master != null) {
        sum += admin.messages(master, topic, queue).orElse(0);
      }
    }
    return sum;
  }

  /**
   * On the slave of each master that has least; empty if a master has no slave, or it does not know
   * yet.
   */
  OptionalLong onSlaves() throws BrokerException {
    long sum = 0;
    for (SortedMap<Long, String> addresses : brokers.values()) {
      OptionalLong least = OptionalLong.empty();
      for (String slave : addresses.tailMap(1L).values()) {
        OptionalLong messages = admin.messages(slave, topic, queue);
        if (messages.isEmpty()) {
          return OptionalLong.empty();
        }
        least = OptionalLong.of(Math.min(least.orElse(Long.MAX_VALUE), messages.getAsLong()));
      }
      if (least.isEmpty()) {
        return OptionalLong.empty();
      }
      sum += least.getAsLong();
    }
    return OptionalLong.of(sum);
  }
}
