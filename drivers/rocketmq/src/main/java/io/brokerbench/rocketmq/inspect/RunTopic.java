package io.brokerbench.rocketmq.inspect;

import io.brokerbench.driver.BrokerException;
import io.brokerbench.driver.NotPermittedException;
import io.brokerbench.driver.created.CreatedObject;
import io.brokerbench.driver.created.CreatedObjects;
import io.brokerbench.rocketmq.connect.Failure;
import io.brokerbench.rocketmq.connect.RocketMqClients;
import io.brokerbench.rocketmq.connect.RocketMqOptions;
import io.brokerbench.units.Text;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import org.apache.rocketmq.client.exception.MQClientException;
import org.apache.rocketmq.client.producer.DefaultMQProducer;
import org.apache.rocketmq.common.message.MessageQueue;

/** Prepares the topic before the run, and deletes it afterwards. Not thread-safe. */
public final class RunTopic {

  private final RocketMqOptions options;
  private final DefaultMQProducer client;
  private final Admin admin;
  private final CreatedObjects created;
  private final boolean everywhere;

  /**
   * @param created records the topic if it is created
   * @param everywhere whether a new topic is created on slaves too; the slaves of an external
   *     cluster learn of it from their masters within a minute
   */
  public RunTopic(
      RocketMqOptions options,
      DefaultMQProducer client,
      Admin admin,
      CreatedObjects created,
      boolean everywhere) {
    this.options = options;
    this.client = client;
    this.admin = admin;
    this.created = created;
    this.everywhere = everywhere;
  }

  /**
   * Creates the topic unless it exists.
   *
   * @return whether the topic was created
   * @throws BrokerException if the topic does not exist and the run has no producers
   */
  public boolean prepare(Map<String, SortedMap<Long, String>> brokers) throws BrokerException {
    if (admin.topicExists(options.topic())) {
      return false;
    }
    if (!options.sends()) {
      throw new BrokerException(
          Text.of(
              "there is no topic %s to consume from; name one by topic.name (-t)",
              options.topic()));
    }
    if (options.clusterName().isEmpty()) {
      requireOneCluster();
    }
    created.creating(List.of(object()));
    boolean begun = false;
    for (SortedMap<Long, String> addresses : brokers.values()) {
      for (String master : addresses.headMap(1L).values()) {
        try {
          create(master);
        } catch (BrokerException e) {
          if (!begun && Failure.isNotPermitted(e)) {
            created.gone(List.of(object()));
          }
          throw e;
        }
        begun = true;
      }
      if (everywhere) {
        for (String slave : addresses.tailMap(1L).values()) {
          Admin.tellSlave(() -> admin.createTopic(slave, options.topic(), options.queues()));
        }
      }
    }
    return true;
  }

  private CreatedObject object() {
    return new CreatedObject(CreatedObject.Kind.TOPIC, options.topic());
  }

  /** Deletes the topic, which {@link #prepare} created; prints an error if that fails. */
  public void remove(Map<String, SortedMap<Long, String>> brokers, String nameServers) {
    if (admin.removeTopic(brokers, nameServers, options.topic())) {
      created.gone(List.of(object()));
    }
  }

  private void create(String master) throws BrokerException {
    try {
      admin.createTopic(master, options.topic(), options.queues());
    } catch (NotPermittedException e) {
      throw new NotPermittedException(
          Text.of("%s; create it first, or name another by topic.name (-t)", e.getMessage()), e);
    }
  }

  private void requireOneCluster() throws BrokerException {
    SortedSet<String> clusters = admin.clusters();
    if (clusters.size() > 1) {
      throw new BrokerException(
          Text.of(
              "there is no topic %s, and the name servers know the clusters %s: name the one to create it on by cluster.broker-cluster-name (--cluster)",
              options.topic(), String.join(", ", clusters)));
    }
  }

  /** Fetches the queues that take messages, on these brokers. */
  public boolean fetchQueues(
      Map<String, SortedMap<Long, String>> brokers, List<MessageQueue> queues)
      throws MQClientException {
    queues.clear();
    client.fetchPublishMessageQueues(options.topic()).stream()
        .filter(queue -> brokers.containsKey(queue.getBrokerName()))
        .forEach(queues::add);
    return !queues.isEmpty();
  }

  public boolean fetchReadQueues(List<MessageQueue> queues) throws MQClientException {
    queues.clear();
    RocketMqClients.instance(client)
        .getMQAdminImpl()
        .fetchSubscribeMessageQueues(options.topic())
        .stream()
        .sorted()
        .forEach(queues::add);
    return !queues.isEmpty();
  }
}
