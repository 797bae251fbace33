package io.brokerbench.it;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import org.apache.rocketmq.client.consumer.DefaultLitePullConsumer;
import org.apache.rocketmq.client.exception.MQClientException;
import org.apache.rocketmq.client.impl.MQClientAPIImpl;
import org.apache.rocketmq.client.producer.DefaultMQProducer;
import org.apache.rocketmq.common.TopicConfig;
import org.apache.rocketmq.common.constant.PermName;
import org.apache.rocketmq.common.message.MessageExt;
import org.apache.rocketmq.common.message.MessageQueue;
import org.apache.rocketmq.common.topic.TopicValidator;
import org.apache.rocketmq.remoting.protocol.route.BrokerData;

/** What a cluster's topics hold, found out by RocketMQ's own client. */
final class Topics implements AutoCloseable {

  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final int POLL_MILLIS = 200;
  private static final long ADMIN_MILLIS = 10_000;

  private final String nameServers;
  private final DefaultMQProducer client;

  Topics(String nameServers) throws MQClientException {
    // Before the client's classes load: it would log to the user's home.
    System.setProperty(
        "rocketmq.logback.configurationFile",
        String.valueOf(Topics.class.getResource("/io/brokerbench/rocketmq/client-logback.xml")));
    this.nameServers = nameServers;
    this.client = new DefaultMQProducer("brokerbench-it-topics");
    client.setNamesrvAddr(nameServers);
    client.start();
  }

  /** Whether the name servers know it. */
  boolean exists(String topic) throws Exception {
    try {
      api().getTopicRouteInfoFromNameServer(topic, ADMIN_MILLIS);
      return true;
    } catch (MQClientException e) {
      return false;
    }
  }

  // Deprecated without a successor.
  @SuppressWarnings("deprecation")
  private MQClientAPIImpl api() {
    return client.getDefaultMQProducerImpl().getMqClientFactory().getMQClientAPIImpl();
  }

  /** Reads a topic from its begin until that many messages of interest were found. */
  List<MessageExt> read(String topic, int count, Predicate<MessageExt> interest)
      throws MQClientException {
    return read(topic, count, interest, PATIENCE);
  }

  /** The same, for so long at most. */
  List<MessageExt> read(String topic, int count, Predicate<MessageExt> interest, Duration patience)
      throws MQClientException {
    DefaultLitePullConsumer consumer = new DefaultLitePullConsumer("brokerbench-it-" + topic);
    consumer.setNamesrvAddr(nameServers);
    consumer.setAutoCommit(false);
    consumer.start();
    try {
      List<MessageQueue> queues = new ArrayList<>(consumer.fetchMessageQueues(topic));
      consumer.assign(queues);
      for (MessageQueue queue : queues) {
        consumer.seekToBegin(queue);
      }
      List<MessageExt> found = new ArrayList<>();
      long deadline = System.nanoTime() + patience.toNanos();
      while (found.size() < count && System.nanoTime() < deadline) {
        consumer.poll(POLL_MILLIS).stream().filter(interest).forEach(found::add);
      }
      return found;
    } finally {
      consumer.shutdown();
    }
  }

  /** Makes a topic on every master that gives messages and takes none. */
  void createReadOnly(String topic) throws Exception {
    TopicConfig config = new TopicConfig(topic, 4, 4, PermName.PERM_READ);
    for (BrokerData broker :
        api().getBrokerClusterInfo(ADMIN_MILLIS).getBrokerAddrTable().values()) {
      String master = broker.getBrokerAddrs().get(0L);
      api().createTopic(master, TopicValidator.AUTO_CREATE_TOPIC_KEY_TOPIC, config, ADMIN_MILLIS);
    }
  }

  /** Everything that a topic's queues hold, from the first offset to what is the last one now. */
  List<MessageExt> all(String topic) throws Exception {
    DefaultLitePullConsumer consumer = new DefaultLitePullConsumer("brokerbench-it-" + topic);
    consumer.setNamesrvAddr(nameServers);
    consumer.setAutoCommit(false);
    consumer.start();
    try {
      Map<MessageQueue, Long> missing = new HashMap<>();
      for (MessageQueue queue : client.fetchPublishMessageQueues(topic)) {
        long end = end(queue);
        if (end > 0) {
          missing.put(queue, end);
        }
      }
      consumer.assign(missing.keySet());
      for (MessageQueue queue : missing.keySet()) {
        patiently(
            () -> {
              consumer.seekToBegin(queue);
              return queue;
            });
      }
      List<MessageExt> found = new ArrayList<>();
      Map<MessageQueue, Set<Long>> read = new HashMap<>();
      long deadline = System.nanoTime() + PATIENCE.toNanos();
      while (!missing.isEmpty()) {
        if (System.nanoTime() > deadline) {
          throw new AssertionError("of %s is not to be had: %s".formatted(topic, missing));
        }
        for (MessageExt message : consumer.poll(POLL_MILLIS)) {
          MessageQueue queue =
              new MessageQueue(topic, message.getBrokerName(), message.getQueueId());
          // What was fetched before the seek took effect comes twice, and too early.
          Set<Long> offsets = read.computeIfAbsent(queue, same -> new HashSet<>());
          if (offsets.add(message.getQueueOffset())) {
            found.add(message);
          }
          missing.computeIfPresent(queue, (same, end) -> offsets.size() >= end ? null : end);
        }
      }
      return found;
    } finally {
      consumer.shutdown();
    }
  }

  /** How many messages a topic's queues have ever taken. */
  long end(String topic) throws MQClientException {
    long sum = 0;
    for (MessageQueue queue : client.fetchPublishMessageQueues(topic)) {
      sum += end(queue);
    }
    return sum;
  }

  // Deprecated without a successor.
  @SuppressWarnings("deprecation")
  private long end(MessageQueue queue) throws MQClientException {
    return patiently(() -> client.maxOffset(queue));
  }

  private interface Question<T> {
    T ask() throws MQClientException;
  }

  /** Brokers of a busy machine may be slow to answer. */
  private static <T> T patiently(Question<T> question) throws MQClientException {
    long deadline = System.nanoTime() + PATIENCE.toNanos();
    while (true) {
      try {
        return question.ask();
      } catch (MQClientException e) {
        if (System.nanoTime() > deadline) {
          throw e;
        }
      }
    }
  }

  @Override
  public void close() {
    client.shutdown();
  }
}
