package io.brokerbench.rocketmq;

import io.brokerbench.driver.BrokerException;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SortedMap;
import org.apache.rocketmq.client.exception.MQClientException;
import org.apache.rocketmq.client.producer.DefaultMQProducer;
import org.apache.rocketmq.common.message.MessageQueue;

/** The run's topic, before the run. For one thread. */
final class Topic {

  private final RocketMqOptions options;
  private final DefaultMQProducer client;
  private final Admin admin;
  private final boolean everywhere;

  /**
   * @param everywhere whether slaves are told of a new topic too; those of somebody else's cluster
   *     learn of it from their masters within a minute
   */
  Topic(RocketMqOptions options, DefaultMQProducer client, Admin admin, boolean everywhere) {
    this.options = options;
    this.client = client;
    this.admin = admin;
    this.everywhere = everywhere;
  }

  /**
   * Makes the topic unless it is there.
   *
   * @return whether it was made
   * @throws BrokerException if it is not there, and nobody would send to it
   */
  boolean prepare(Map<String, SortedMap<Long, String>> brokers) throws BrokerException {
    if (admin.topicExists(options.topic())) {
      return false;
    }
    if (!options.sends()) {
      throw new BrokerException(
          String.format(
              Locale.ROOT,
              "there is no topic %s to consume from; name one by topic.name (-t)",
              options.topic()));
    }
    for (SortedMap<Long, String> addresses : brokers.values()) {
      for (String master : addresses.headMap(1L).values()) {
        admin.createTopic(master, options.topic(), options.queues());
      }
      if (everywhere) {
        for (String slave : addresses.tailMap(1L).values()) {
          Admin.tellSlave(() -> admin.createTopic(slave, options.topic(), options.queues()));
        }
      }
    }
    return true;
  }

  boolean fetchQueues(List<MessageQueue> queues) throws MQClientException {
    queues.clear();
    queues.addAll(client.fetchPublishMessageQueues(options.topic()));
    return !queues.isEmpty();
  }

  boolean fetchReadQueues(List<MessageQueue> queues) throws MQClientException {
    queues.clear();
    Clients.instance(client).getMQAdminImpl().fetchSubscribeMessageQueues(options.topic()).stream()
        .sorted()
        .forEach(queues::add);
    return !queues.isEmpty();
  }
}
