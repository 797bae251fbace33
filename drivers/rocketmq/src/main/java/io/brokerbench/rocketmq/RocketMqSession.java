package io.brokerbench.rocketmq;

import io.brokerbench.driver.BrokerException;
import io.brokerbench.driver.Producer;
import io.brokerbench.driver.Promise;
import io.brokerbench.driver.Session;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.SortedMap;
import org.apache.rocketmq.client.producer.DefaultMQProducer;
import org.apache.rocketmq.common.MQVersion;
import org.apache.rocketmq.common.message.MessageQueue;

/** A session with a ready RocketMQ cluster. */
final class RocketMqSession implements Session {

  /**
   * Where messages go.
   *
   * @param brokers addresses by name and id
   * @param queues of the topic, on all masters
   * @param deleteTopic whether the topic goes with the session
   */
  record Target(
      String nameServers,
      Map<String, SortedMap<Long, String>> brokers,
      List<MessageQueue> queues,
      boolean deleteTopic) {}

  private final RocketMqOptions options;
  private final Clients clients;
  private final Target target;
  private final Admin admin;
  private final Counting counting;
  private final Promise promise;
  private final List<BrokerView> views;
  private final long storedBefore;
  private final List<DefaultMQProducer> instances;

  RocketMqSession(
      RocketMqOptions options,
      Clients clients,
      List<DefaultMQProducer> instances,
      Target target,
      Admin admin,
      Counting counting,
      long storedBefore,
      Promise promise,
      List<BrokerView> views) {
    this.options = options;
    this.clients = clients;
    this.target = target;
    this.admin = admin;
    this.counting = counting;
    this.promise = promise;
    this.views = views;
    this.instances = List.copyOf(instances);
    this.storedBefore = storedBefore;
  }

  @Override
  public Promise promise() {
    return promise;
  }

  @Override
  public Map<String, Object> facts() {
    Map<String, Object> client = new LinkedHashMap<>();
    client.put("name", "rocketmq-client");
    client.put("release", MQVersion.getVersionDesc(MQVersion.CURRENT_VERSION));
    client.put("headerFormat", "ROCKETMQ");
    client.put("instances", options.instances());
    client.put("threads", options.direct() ? "direct" : "stock");
    client.put("retries", 0);
    Map<String, Object> topic = new LinkedHashMap<>();
    topic.put("name", options.topic());
    topic.put("queues", target.queues().size());
    Map<String, Object> facts = new LinkedHashMap<>();
    facts.put("client", client);
    facts.put("topic", topic);
    facts.put("brokers", views.stream().map(BrokerView::facts).toList());
    return facts;
  }

  @Override
  public Producer producer(int index) {
    return new RocketMqProducer(
        options, instances.get(index % instances.size()), target.queues(), index);
  }

  @Override
  public long storedCount() throws BrokerException {
    return counting.onMasters() - storedBefore;
  }

  @Override
  public OptionalLong replicaCount() throws BrokerException {
    OptionalLong count = counting.onSlaves();
    return count.isPresent()
        ? OptionalLong.of(count.getAsLong() - storedBefore)
        : OptionalLong.empty();
  }

  @Override
  public void close() {
    if (target.deleteTopic() && !options.keepTopic()) {
      admin.removeTopic(target.brokers(), target.nameServers(), options.topic());
    }
    clients.close();
  }
}
