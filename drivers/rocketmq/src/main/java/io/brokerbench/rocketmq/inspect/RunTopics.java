package io.brokerbench.rocketmq.inspect;

import io.brokerbench.driver.BrokerException;
import io.brokerbench.driver.NotPermittedException;
import io.brokerbench.driver.created.CreatedObject;
import io.brokerbench.driver.created.CreatedObjects;
import io.brokerbench.rocketmq.connect.Failure;
import io.brokerbench.rocketmq.connect.RocketMqClients;
import io.brokerbench.rocketmq.connect.RocketMqOptions;
import io.brokerbench.units.Text;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import org.apache.rocketmq.client.exception.MQClientException;
import org.apache.rocketmq.client.producer.DefaultMQProducer;
import org.apache.rocketmq.common.attribute.TopicMessageType;
import org.apache.rocketmq.common.message.MessageQueue;

/** Prepares the topics before the run, and deletes those that it created. Not thread-safe. */
public final class RunTopics {

  private final RocketMqOptions options;
  private final DefaultMQProducer client;
  private final Admin admin;
  private final CreatedObjects record;
  private final boolean everywhere;
  private final Set<String> created = new LinkedHashSet<>();

  /**
   * @param record of the topics that are created
   * @param everywhere whether a new topic is created on slaves too; the slaves of an external
   *     cluster learn of it from their masters within a minute
   */
  public RunTopics(
      RocketMqOptions options,
      DefaultMQProducer client,
      Admin admin,
      CreatedObjects record,
      boolean everywhere) {
    this.options = options;
    this.client = client;
    this.admin = admin;
    this.record = record;
    this.everywhere = everywhere;
  }

  /**
   * Creates the topics that do not exist.
   *
   * @throws BrokerException if a topic does not exist and the run has no producers, or if a topic
   *     exists and proxies would refuse the messages of the run for its type
   */
  public void prepare(Map<String, SortedMap<Long, String>> brokers) throws BrokerException {
    List<String> missing = new ArrayList<>();
    for (String topic : options.topics()) {
      if (!admin.topicExists(topic)) {
        missing.add(topic);
      } else if (options.grpc() && options.sends()) {
        requireType(brokers, topic);
      }
    }
    if (missing.isEmpty()) {
      return;
    }
    if (!options.sends()) {
      throw new BrokerException(
          Text.of(
              "there is no topic %s to consume from; name one by topic.name (-t)", missing.get(0)));
    }
    if (options.clusterName().isEmpty()) {
      requireOneCluster(missing.get(0));
    }
    record.creating(objects(missing));
    for (int i = 0; i < missing.size(); i++) {
      String topic = missing.get(i);
      try {
        create(brokers, topic);
      } catch (BrokerException e) {
        boolean mayExist = created.contains(topic) || !Failure.isNotPermitted(e);
        record.gone(objects(missing.subList(mayExist ? i + 1 : i, missing.size())));
        throw e;
      }
    }
  }

  /** Refuses an existing topic whose type does not fit the messages of the run. */
  private void requireType(Map<String, SortedMap<Long, String>> brokers, String topic)
      throws BrokerException {
    TopicMessageType needed = options.messageType();
    for (SortedMap<Long, String> addresses : brokers.values()) {
      for (String master : addresses.headMap(1L).values()) {
        Optional<TopicMessageType> type = admin.messageType(master, topic);
        // Of mixed topics, proxies take any message, but register no producers to check back with.
        boolean fits =
            type.isEmpty()
                || type.get() == needed
                || (type.get() == TopicMessageType.MIXED && needed != TopicMessageType.TRANSACTION);
        if (!fits) {
          throw new BrokerException(
              Text.of(
                  "the topic %s has message.type %s, and through a proxy this run needs %s; name"
                      + " another by topic.name (-t)",
                  topic, type.get(), needed));
        }
      }
    }
  }

  private void create(Map<String, SortedMap<Long, String>> brokers, String topic)
      throws BrokerException {
    for (SortedMap<Long, String> addresses : brokers.values()) {
      for (String master : addresses.headMap(1L).values()) {
        create(master, topic);
        created.add(topic);
      }
      if (everywhere) {
        for (String slave : addresses.tailMap(1L).values()) {
          Admin.tellSlave(() -> createOn(slave, topic));
        }
      }
    }
  }

  public boolean createdAny() {
    return !created.isEmpty();
  }

  public boolean createdAll() {
    return created.size() == options.topics().size();
  }

  private static List<CreatedObject> objects(List<String> topics) {
    return topics.stream()
        .map(topic -> new CreatedObject(CreatedObject.Kind.TOPIC, topic))
        .toList();
  }

  /** Deletes the topics that {@link #prepare} created; prints an error for each that stays. */
  public void remove(Map<String, SortedMap<Long, String>> brokers, String nameServers) {
    record.gone(
        objects(
            created.stream()
                .filter(topic -> admin.removeTopic(brokers, nameServers, topic))
                .toList()));
  }

  private void create(String master, String topic) throws BrokerException {
    try {
      createOn(master, topic);
    } catch (NotPermittedException e) {
      throw new NotPermittedException(
          Text.of("%s; create it first, or name another by topic.name (-t)", e.getMessage()), e);
    }
  }

  private void createOn(String broker, String topic) throws BrokerException {
    admin.createTopic(broker, topic, options.queues(), options.messageType());
  }

  private void requireOneCluster(String topic) throws BrokerException {
    SortedSet<String> clusters = admin.clusters();
    if (clusters.size() > 1) {
      throw new BrokerException(
          Text.of(
              "there is no topic %s, and the name servers know the clusters %s: name the one to create it on by cluster.broker-cluster-name (--cluster)",
              topic, String.join(", ", clusters)));
    }
  }

  /**
   * Fetches the queues of all topics that take messages, on these brokers.
   *
   * @return whether each topic has one
   */
  public boolean fetchQueues(
      Map<String, SortedMap<Long, String>> brokers, List<MessageQueue> queues)
      throws MQClientException {
    return fetch(
        queues,
        topic ->
            client.fetchPublishMessageQueues(topic).stream()
                .filter(queue -> brokers.containsKey(queue.getBrokerName()))
                .toList());
  }

  /** The same of queues that give messages; in the same order for every client. */
  public boolean fetchReadQueues(List<MessageQueue> queues) throws MQClientException {
    return fetch(
        queues,
        topic ->
            RocketMqClients.instance(client)
                .getMQAdminImpl()
                .fetchSubscribeMessageQueues(topic)
                .stream()
                .sorted()
                .toList());
  }

  private interface Route {
    List<MessageQueue> queues(String topic) throws MQClientException;
  }

  private boolean fetch(List<MessageQueue> queues, Route route) throws MQClientException {
    queues.clear();
    for (String topic : options.topics()) {
      List<MessageQueue> ofTopic = route.queues(topic);
      if (ofTopic.isEmpty()) {
        return false;
      }
      queues.addAll(ofTopic);
    }
    return true;
  }
}
