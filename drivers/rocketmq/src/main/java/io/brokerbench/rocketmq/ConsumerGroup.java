package io.brokerbench.rocketmq;

import io.brokerbench.driver.BrokerException;
import io.brokerbench.driver.NotPermittedException;
import io.brokerbench.driver.created.CreatedObject;
import io.brokerbench.driver.created.CreatedObject.Kind;
import io.brokerbench.driver.created.CreatedObjects;
import io.brokerbench.rocketmq.connect.RocketMqConsumerOptions;
import io.brokerbench.rocketmq.inspect.Admin;
import io.brokerbench.rocketmq.inspect.Brokers;
import io.brokerbench.rocketmq.inspect.GroupAdmin;
import io.brokerbench.units.Text;
import io.brokerbench.workload.ConsumptionSettings;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.SortedMap;
import java.util.stream.Stream;
import org.apache.rocketmq.common.KeyBuilder;
import org.apache.rocketmq.common.MixAll;
import org.apache.rocketmq.common.message.MessageQueue;
import org.apache.rocketmq.remoting.protocol.admin.TopicOffset;

/**
 * A consumer group of a session, on the brokers that are masters at the time. Thread-safe.
 *
 * <p>In a queue with a committed offset, the group continues from it. Of each other queue, the
 * start offset is committed explicitly: by default, a broker treats "last" as "first" while the
 * topic is young.
 */
final class ConsumerGroup {

  private final String name;
  private final RocketMqConsumerOptions options;
  private final Admin admin;
  private final GroupAdmin group;
  private final List<String> topics;
  private final Brokers brokers;
  private final Optional<CreatedObjects> created;
  private final Map<MessageQueue, Long> begin;
  private final OptionalLong retriesBefore;
  private final OptionalLong deadLettersBefore;

  /**
   * @param created records the objects of the group; empty if it existed before the session
   */
  private ConsumerGroup(
      String name,
      RocketMqConsumerOptions options,
      Admin admin,
      List<String> topics,
      Brokers brokers,
      Optional<CreatedObjects> created,
      Map<MessageQueue, Long> begin) {
    this.name = name;
    this.options = options;
    this.admin = admin;
    this.group = new GroupAdmin(admin, name);
    this.topics = topics;
    this.brokers = brokers;
    this.created = created;
    this.begin = begin;
    this.retriesBefore = messages(retryTopics(name, options, topics));
    this.deadLettersBefore = messages(List.of(MixAll.getDLQTopic(name)));
  }

  /**
   * Creates the group where it is missing and sets its start offsets.
   *
   * @param queues of all topics, on all brokers
   * @param created records the group if no broker has it
   * @param everywhere whether brokerbench started the cluster: then the group is created on slaves
   *     too, rather than left to replication, and no other client uses it
   * @throws BrokerException if the group has other consumers, or offsets of other clients
   */
  static ConsumerGroup prepare(
      String name,
      RocketMqConsumerOptions options,
      Admin admin,
      Brokers brokers,
      List<MessageQueue> queues,
      CreatedObjects created,
      boolean everywhere)
      throws BrokerException {
    List<String> topics = queues.stream().map(MessageQueue::getTopic).distinct().toList();
    GroupAdmin group = new GroupAdmin(admin, name);
    Map<String, String> masters = brokers.masters();
    Set<String> having = new HashSet<>();
    for (String master : masters.values()) {
      requireNoMembers(name, group, master);
      if (mayExist(group, master)) {
        having.add(master);
        if (everywhere) {
          requireSameOrder(name, options, group, master);
        } else {
          requireHarmless(name, options, group, master);
        }
      }
    }
    if (having.isEmpty()) {
      created.creating(objects(name, options, topics));
    }
    Set<String> begun = new HashSet<>();
    Map<MessageQueue, Long> begin = new HashMap<>();
    try {
      for (Map.Entry<String, String> broker : masters.entrySet()) {
        String master = broker.getValue();
        if (!having.contains(master)) {
          create(group, master, options.fifo(), begun);
          if (everywhere) {
            for (String slave : brokers.slavesOf(broker.getKey())) {
              Admin.tellSlave(() -> group.create(slave, options.fifo()));
            }
          }
        }
        List<MessageQueue> here =
            queues.stream().filter(queue -> queue.getBrokerName().equals(broker.getKey())).toList();
        for (String topic : topics) {
          settle(options, group, offsets(group, admin, topic, master, here), master, topic, begin);
        }
      }
    } catch (BrokerException | RuntimeException e) {
      if (having.isEmpty() && !everywhere) {
        Admin.uninterrupted(
            () -> {
              if (deleted(group, begun)) {
                created.gone(objects(name, options, topics));
              }
            });
      }
      throw e;
    }
    return new ConsumerGroup(
        name,
        options,
        admin,
        topics,
        brokers,
        having.isEmpty() ? Optional.of(created) : Optional.empty(),
        begin);
  }

  /** A group that another session has prepared. */
  static ConsumerGroup joined(
      String name,
      RocketMqConsumerOptions options,
      Admin admin,
      Brokers brokers,
      List<String> topics) {
    return new ConsumerGroup(name, options, admin, topics, brokers, Optional.empty(), Map.of());
  }

  /** The group and the topics that brokers create for it. */
  private static List<CreatedObject> objects(
      String name, RocketMqConsumerOptions options, List<String> topics) {
    return Stream.concat(
            Stream.of(new CreatedObject(Kind.GROUP, name)),
            Stream.concat(
                    retryTopics(name, options, topics).stream(),
                    Stream.of(MixAll.getDLQTopic(name)))
                .map(each -> new CreatedObject(Kind.TOPIC, each)))
        .toList();
  }

  private static void requireNoMembers(String name, GroupAdmin group, String master)
      throws BrokerException {
    List<String> others = group.members(master);
    if (!others.isEmpty()) {
      throw new BrokerException(
          Text.of(
              "the consumer group %s has %d other consumers, such as %s; name another by"
                  + " consume.group",
              name, others.size(), others.get(0)));
    }
  }

  /** Whether the group exists, or the account may not know. */
  private static boolean mayExist(GroupAdmin group, String master) throws BrokerException {
    try {
      return group.exists(master);
    } catch (NotPermittedException e) {
      return true;
    }
  }

  /**
   * Creates a group on a master.
   *
   * @param begun gets the master, which may have the group from now on
   */
  private static void create(
      GroupAdmin group, String master, boolean ordered, Collection<String> begun)
      throws BrokerException {
    begun.add(master);
    try {
      group.create(master, ordered);
    } catch (NotPermittedException e) {
      begun.remove(master);
      throw new NotPermittedException(
          Text.of("%s; create it first, or name another by consume.group (-g)", e.getMessage()), e);
    }
  }

  /** Refuses a group that an earlier run created for consumers of the other kind. */
  private static void requireSameOrder(
      String name, RocketMqConsumerOptions options, GroupAdmin group, String master)
      throws BrokerException {
    try {
      if (!options.grpc() || group.isOrdered(master) == options.fifo()) {
        return;
      }
    } catch (NotPermittedException e) {
      return;
    }
    throw new BrokerException(
        Text.of(
            "the consumer group %s has consumeMessageOrderly=%b, and consume.model=%s needs %b;"
                + " name another by consume.group (-g)",
            name, !options.fifo(), Text.notation(options.model()), options.fifo()));
  }

  /** Refuses to use a group that others may use, without an explicit word. */
  private static void requireHarmless(
      String name, RocketMqConsumerOptions options, GroupAdmin group, String master)
      throws BrokerException {
    if (options.pops()) {
      throw new BrokerException(
          Text.of(
              "the consumer group %s exists, and consume.model=%s would change how brokers serve"
                  + " it; name a new one by consume.group (-g)",
              name, Text.notation(options.model())));
    }
    if (options.consumption().useExisting()) {
      return;
    }
    String found = "has";
    try {
      if (!group.hasOffsets(master)) {
        return;
      }
    } catch (NotPermittedException e) {
      found = "may have";
    }
    throw new BrokerException(
        Text.of(
            "the consumer group %s %s offsets, which this run would move; name a new one by"
                + " consume.group (-g), or set consume.use-existing=true (--use-existing)",
            name, found));
  }

  private static void settle(
      RocketMqConsumerOptions options,
      GroupAdmin group,
      Map<MessageQueue, TopicOffset> offsets,
      String master,
      String topic,
      Map<MessageQueue, Long> begin)
      throws BrokerException {
    Map<Integer, Long> committed = committed(group, master, topic, offsets.keySet());
    for (MessageQueue queue : offsets.keySet()) {
      Long known = committed.get(queue.getQueueId());
      if (known != null) {
        begin.put(queue, known);
      }
    }
    Map<MessageQueue, Long> starts = starts(options.consumption().from(), offsets, committed);
    for (Map.Entry<MessageQueue, Long> start : starts.entrySet()) {
      group.commit(master, start.getKey(), start.getValue());
    }
    begin.putAll(starts);
  }

  /**
   * The start offsets of the queues without a committed one.
   *
   * @param offsets of all queues of a topic on a broker
   * @param committed offsets of the group, by queue id
   */
  static Map<MessageQueue, Long> starts(
      ConsumptionSettings.From from,
      Map<MessageQueue, TopicOffset> offsets,
      Map<Integer, Long> committed) {
    Map<MessageQueue, Long> starts = new HashMap<>();
    offsets.forEach(
        (queue, offset) -> {
          if (!committed.containsKey(queue.getQueueId())) {
            starts.put(
                queue,
                from == ConsumptionSettings.From.LAST
                    ? offset.getMaxOffset()
                    : offset.getMinOffset());
          }
        });
    return starts;
  }

  private static Map<MessageQueue, TopicOffset> offsets(
      GroupAdmin group, Admin admin, String topic, String master, List<MessageQueue> queues)
      throws BrokerException {
    try {
      return admin.offsets(master, topic);
    } catch (NotPermittedException e) {
      return group.offsets(
          master, queues.stream().filter(queue -> queue.getTopic().equals(topic)).toList());
    }
  }

  private static Map<Integer, Long> committed(
      GroupAdmin group, String master, String topic, Set<MessageQueue> queues)
      throws BrokerException {
    try {
      return group.committed(master, topic);
    } catch (NotPermittedException e) {
      return group.committed(master, queues);
    }
  }

  /** Whether the slaves know the group and the topics, which they fetch from their masters. */
  boolean isKnownToSlaves() throws BrokerException {
    for (SortedMap<Long, String> addresses : brokers.known().values()) {
      for (String slave : addresses.tailMap(1L).values()) {
        if (admin.messages(slave, topics, -1).isEmpty() || !group.exists(slave)) {
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

  /** Current addresses of the masters. */
  List<String> masters() {
    return List.copyOf(brokers.masters().values());
  }

  /**
   * Messages of the topics that the group has committed since the start of the session; empty for a
   * group that another session has prepared, whose start offsets are unknown.
   *
   * <p>Like the messages that brokers hold, those of a queue that a topic got later count from the
   * first one on, on a broker that joined the cluster too.
   */
  OptionalLong progress() throws BrokerException {
    if (begin.isEmpty()) {
      return OptionalLong.empty();
    }
    long sum = 0;
    Map<String, String> masters = brokers.masters();
    for (Map.Entry<MessageQueue, Long> entry : begin.entrySet()) {
      String master = masters.get(entry.getKey().getBrokerName());
      if (master != null) {
        sum += group.position(master, entry.getKey()) - entry.getValue();
      }
    }
    List<String> all = new ArrayList<>(masters.values());
    all.addAll(brokers.joinedMasters().values());
    for (String master : all) {
      for (String topic : topics) {
        for (long offset : group.committed(master, newQueues(master, topic)).values()) {
          sum += offset;
        }
      }
    }
    return OptionalLong.of(sum);
  }

  /**
   * Queues of a topic on a broker that it did not have at the start; none if the account may not
   * read them, nor the number of messages in them.
   */
  private List<MessageQueue> newQueues(String master, String topic) throws BrokerException {
    try {
      return admin.offsets(master, topic).keySet().stream()
          .filter(queue -> !begin.containsKey(queue))
          .toList();
    } catch (NotPermittedException e) {
      return List.of();
    }
  }

  /**
   * Messages written to the group's retry topics since the start of the session; empty if a broker
   * does not report it.
   */
  OptionalLong retries() {
    return since(retriesBefore, retryTopics(name, options, topics));
  }

  /** The same for the group's dead-letter topic. */
  OptionalLong deadLetters() {
    return since(deadLettersBefore, List.of(MixAll.getDLQTopic(name)));
  }

  private OptionalLong since(OptionalLong before, List<String> topics) {
    OptionalLong now = before.isEmpty() ? before : messages(topics);
    return now.isEmpty() ? now : OptionalLong.of(now.getAsLong() - before.getAsLong());
  }

  private static List<String> retryTopics(
      String name, RocketMqConsumerOptions options, List<String> topics) {
    Stream<String> ofPop =
        options.pops()
            ? topics.stream()
                .flatMap(
                    topic ->
                        Stream.of(
                            KeyBuilder.buildPopRetryTopicV1(topic, name),
                            KeyBuilder.buildPopRetryTopicV2(topic, name)))
            : Stream.of();
    return Stream.concat(Stream.of(MixAll.getRetryTopic(name)), ofPop).toList();
  }

  private OptionalLong messages(List<String> topics) {
    long sum = 0;
    List<String> masters = masters();
    try {
      for (String each : topics) {
        for (String master : masters) {
          sum += admin.messages(master, each, -1).orElse(0);
        }
      }
    } catch (BrokerException e) {
      return OptionalLong.empty();
    }
    return OptionalLong.of(sum);
  }

  /** Switches the brokers to pop mode, if the model is pop. */
  void enter() throws BrokerException {
    if (options.model() == RocketMqConsumerOptions.Model.POP) {
      for (String master : masters()) {
        for (String topic : topics) {
          group.pop(master, topic, true);
        }
      }
    }
  }

  /** Switches the brokers back to pull mode, if the model is pop. */
  void leave() {
    if (options.model() == RocketMqConsumerOptions.Model.POP) {
      for (String master : masters()) {
        try {
          for (String topic : topics) {
            group.pop(master, topic, false);
          }
        } catch (BrokerException e) {
          System.err.println(e.getMessage() + "; it stays in pop mode until set back by hand");
        }
      }
    }
  }

  /** Whether the group was created for this session. */
  boolean isCreated() {
    return created.isPresent();
  }

  /** The topic of the group's messages that are delivered again. */
  String retryTopic() {
    return MixAll.getRetryTopic(name);
  }

  /** Deletes the group and its topics, if the group was created for this session. */
  void remove(String nameServers) {
    if (created.isEmpty()) {
      return;
    }
    try {
      boolean removed = true;
      for (CreatedObject each : objects(name, options, topics)) {
        if (each.kind() == Kind.TOPIC && admin.topicExists(each.name())) {
          removed &= admin.removeTopic(brokers.known(), nameServers, each.name());
        }
      }
      removed &= deleted(group, masters());
      if (removed) {
        created.get().gone(objects(name, options, topics));
      }
    } catch (BrokerException e) {
      System.err.println(e.getMessage() + "; delete it by hand");
    }
  }

  /** Deletes a group; prints an error for each master that fails, and returns whether none did. */
  private static boolean deleted(GroupAdmin group, Collection<String> masters) {
    boolean deleted = true;
    for (String master : masters) {
      try {
        group.delete(master);
      } catch (BrokerException e) {
        System.err.println(e.getMessage() + "; delete it by hand");
        deleted = false;
      }
    }
    return deleted;
  }
}
