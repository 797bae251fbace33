package io.brokerbench.it;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.apache.rocketmq.client.consumer.DefaultLitePullConsumer;
import org.apache.rocketmq.client.exception.MQClientException;
import org.apache.rocketmq.client.producer.DefaultMQProducer;
import org.apache.rocketmq.common.message.MessageExt;
import org.apache.rocketmq.common.message.MessageQueue;

/** What a cluster's topics hold, found out by RocketMQ's own client. */
final class Topics implements AutoCloseable {

  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final int POLL_MILLIS = 200;

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

  boolean exists(String topic) {
    try {
      return !client.fetchPublishMessageQueues(topic).isEmpty();
    } catch (MQClientException e) {
      return false;
    }
  }

  /** Reads a topic from its begin until that many messages of interest were found. */
  List<MessageExt> read(String topic, int count, Predicate<MessageExt> interest)
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
      long deadline = System.nanoTime() + PATIENCE.toNanos();
      while (found.size() < count && System.nanoTime() < deadline) {
        consumer.poll(POLL_MILLIS).stream().filter(interest).forEach(found::add);
      }
      return found;
    } finally {
      consumer.shutdown();
    }
  }

  @Override
  public void close() {
    client.shutdown();
  }
}
