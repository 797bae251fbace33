package io.brokerbench.rocketmq;

import io.brokerbench.driver.BrokerException;
import io.brokerbench.workload.Consumption;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SortedMap;
import org.apache.rocketmq.common.KeyBuilder;
import org.apache.rocketmq.common.MixAll;
import org.apache.rocketmq.common.message.MessageQueue;
import org.apache.rocketmq.remoting.protocol.admin.TopicOffset;

/**
 * A consumer group of a session, as the masters keep it, whichever brokers these are at the time.
 * Thread-safe.
 *
 * <p>A group that has committed offsets for the topic goes on from there, untouched. Any other is
 * told where to begin, queue by queue: left to itself, a broker takes "last" for "first" as long as
 * the topic is young.
 */
final class ConsumerGroup {

  private final String name;
  private final ConsumerOptions options;
  private final Admin admin;
  private final GroupAdmin group;
  private final String topic;
  private final Brokers brokers;
  private final boolean made;
  private final Map<MessageQueue, Long> begin;
  private final long retriesBefore;
  private final long deadLettersBefore;

  private ConsumerGroup(
      String name,
      ConsumerOptions options,
      Admin admin,
      String topic,
      Brokers brokers,
      boolean made,
      Map<MessageQueue, Long> begin)
      throws BrokerException {
    this.name = name;
    this.options = options;
    this.admin = admin;
    this.group = new GroupAdmin(admin, name);
    this.topic = topic;
    this.brokers = brokers;
    this.made = made;
    this.begin = begin;
    this.retriesBefore = messages(retryTopics());
    this.deadLettersBefore = messages(List.of(MixAll.getDLQTopic(name)));
  }

  /**
   * Makes the group where it is missing and settles where it begins.
   *
   * @param everywhere whether slaves are told of the group too, rather than learn of it
   * @throws BrokerException if others consume in this group
   */
  static ConsumerGroup prepare(
      String name,
      ConsumerOptions options,
      String topic,
      Admin admin,
      Brokers brokers,
      boolean everywhere)
      throws BrokerException {
    GroupAdmin group = new GroupAdmin(admin, name);
    boolean made = true;
    Map<MessageQueue, Long> begin = new HashMap<>();
    for (SortedMap<Long, String> addresses : brokers.known().values()) {
      String master = addresses.get(MixAll.MASTER_ID);
      if (master == null) {
        continue;
      }
      List<String> others = group.members(master);
      if (!others.isEmpty()) {
        throw new BrokerException(
            String.format(
                Locale.ROOT,
                "the consumer group %s has %d other consumers, such as %s; name another by consume.group",
                name,
                others.size(),
                others.get(0)));
      }
      if (group.exists(master)) {
        made = false;
      } else {
        group.create(master);
        if (everywhere) {
          for (String slave : addresses.tailMap(1L).values()) {
            Admin.tellSlave(() -> group.create(slave));
          }
        }
      }
      settle(options, group, admin.offsets(master, topic), master, topic, begin);
    }
    return new ConsumerGroup(name, options, admin, topic, brokers, made, begin);
  }

  private static void settle(
      ConsumerOptions options,
      GroupAdmin group,
      Map<MessageQueue, TopicOffset> offsets,
      String master,
      String topic,
      Map<MessageQueue, Long> begin)
      throws BrokerException {
    Map<Integer, Long> committed = group.committed(master, topic);
    for (Map.Entry<MessageQueue, TopicOffset> entry : offsets.entrySet()) {
      MessageQueue queue = entry.getKey();
      long first =
          options.consumption().from() == Consumption.From.LAST
              ? entry.getValue().getMaxOffset()
              : entry.getValue().getMinOffset();
      if (committed.isEmpty()) {
        group.commit(master, queue, first);
      }
      begin.put(queue, committed.getOrDefault(queue.getQueueId(), first));
    }
  }

  /** Whether the slaves can serve the group: they learn of groups and topics from their masters. */
  boolean isKnownToSlaves() throws BrokerException {
    for (SortedMap<Long, String> addresses : brokers.known().values()) {
      for (String slave : addresses.tailMap(1L).values()) {
        if (admin.messages(slave, topic, -1).isEmpty() || !group.exists(slave)) {
          return false;
        }
      }
    }
    return true;
  }

  String name() {
    return name;
  }

  GroupAdmin admin() {
    return group;
  }

  /** Addresses of the masters. */
  List<String> masters() {
    return List.copyOf(brokers.masters().values());
  }

  /** How many messages of the topic the group has behind it since the session began. */
  long progress() throws BrokerException {
    long sum = 0;
    Map<String, String> masters = brokers.masters();
    for (Map.Entry<MessageQueue, Long> entry : begin.entrySet()) {
      String master = masters.get(entry.getKey().getBrokerName());
      if (master != null) {
        sum += group.position(master, entry.getKey()) - entry.getValue();
      }
    }
    return sum;
  }

  /** Messages that came again by way of the group's retry topics. */
  long retries() throws BrokerException {
    return messages(retryTopics()) - retriesBefore;
  }

  long deadLetters() throws BrokerException {
    return messages(List.of(MixAll.getDLQTopic(name))) - deadLettersBefore;
  }

  private List<String> retryTopics() {
    return List.of(
        MixAll.getRetryTopic(name),
        KeyBuilder.buildPopRetryTopicV1(topic, name),
        KeyBuilder.buildPopRetryTopicV2(topic, name));
  }

  private long messages(List<String> topics) throws BrokerException {
    long sum = 0;
    List<String> masters = masters();
    for (String each : topics) {
      for (String master : masters) {
        sum += admin.messages(master, each, -1).orElse(0);
      }
    }
    return sum;
  }

  /** Has the brokers hand out messages rather than queues, if the model is that. */
  void enter() throws BrokerException {
    if (options.model() == ConsumerOptions.Model.POP) {
      for (String master : masters()) {
        group.pop(master, topic, true);
      }
    }
  }

  /** Has the brokers do as usual again. */
  void leave() {
    if (options.model() == ConsumerOptions.Model.POP) {
      for (String master : masters()) {
        try {
          group.pop(master, topic, false);
        } catch (BrokerException e) {
          System.err.println(e.getMessage() + "; it pops until told otherwise");
        }
      }
    }
  }

  /** Deletes the group and its topics, if it was made for this session. */
  void remove(String nameServers) {
    if (!made) {
      return;
    }
    List<String> topics = new ArrayList<>(retryTopics());
    topics.add(MixAll.getDLQTopic(name));
    try {
      for (String each : topics) {
        if (admin.topicExists(each)) {
          admin.removeTopic(brokers.known(), nameServers, each);
        }
      }
      for (String master : masters()) {
        group.delete(master);
      }
    } catch (BrokerException e) {
      System.err.println(e.getMessage() + "; delete it by hand");
    }
  }
}
