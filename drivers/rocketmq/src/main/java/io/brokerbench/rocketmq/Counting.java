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

  private final Admin admin;
  private final Map<String, SortedMap<Long, String>> brokers;
  private final String topic;
  private final int queue;

  Counting(RocketMqOptions options, Admin admin, Map<String, SortedMap<Long, String>> brokers) {
    this.admin = admin;
    this.brokers = brokers;
    this.topic = options.delayLevel() > 0 ? SCHEDULE_TOPIC : options.topic();
    this.queue = options.delayLevel() - 1;
  }

  /** On all masters. */
  long onMasters() throws BrokerException {
    long sum = 0;
    for (SortedMap<Long, String> addresses : brokers.values()) {
      String master = addresses.get(0L);
      if (master != null) {
        sum += admin.messages(master, topic, queue);
      }
    }
    return sum;
  }

  /** On the slave of each master that has least; empty if a master has no slave. */
  OptionalLong onSlaves() throws BrokerException {
    long sum = 0;
    for (SortedMap<Long, String> addresses : brokers.values()) {
      OptionalLong least = OptionalLong.empty();
      for (String slave : addresses.tailMap(1L).values()) {
        long messages = admin.messages(slave, topic, queue);
        least = OptionalLong.of(Math.min(least.orElse(Long.MAX_VALUE), messages));
      }
      if (least.isEmpty()) {
        return OptionalLong.empty();
      }
      sum += least.getAsLong();
    }
    return OptionalLong.of(sum);
  }
}
