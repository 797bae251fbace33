package io.brokerbench.rocketmq;

import io.brokerbench.clock.ClockOffset;
import io.brokerbench.driver.BrokerException;
import io.brokerbench.driver.Cluster;
import io.brokerbench.driver.Producer;
import io.brokerbench.driver.Promise;
import io.brokerbench.driver.Receiver;
import io.brokerbench.driver.Session;
import io.brokerbench.driver.Subscription;
import io.brokerbench.driver.TransactionHandler;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.CopyOnWriteArrayList;
import org.apache.rocketmq.client.java.misc.MetadataUtils;
import org.apache.rocketmq.client.producer.DefaultMQProducer;
import org.apache.rocketmq.client.producer.TransactionMQProducer;
import org.apache.rocketmq.common.MQVersion;
import org.apache.rocketmq.common.message.MessageQueue;

/** A session with a ready RocketMQ cluster. */
final class RocketMqSession implements Session {

  /**
   * Where messages go.
   *
   * @param queues of the topic that take messages, on all masters; empty if nobody sends
   * @param readQueues of the topic that give messages; empty if nobody consumes
   * @param deleteTopic whether the topic goes with the session
   */
  record Target(
      Brokers brokers,
      List<MessageQueue> queues,
      List<MessageQueue> readQueues,
      boolean deleteTopic) {}

  private final RocketMqOptions options;
  private final Cluster cluster;
  private final Clients clients;
  private final GrpcClients grpc;
  private final Target target;
  private final Admin admin;
  private final Counting counting;
  private final Promise promise;
  private final List<BrokerView> views;
  private final long storedBefore;
  private final List<DefaultMQProducer> instances;
  private final TransactionHandlers handlers;
  private final List<ConsumerGroup> groups;
  private final ClockOffset offset;
  private final List<ConsumerSubscription> subscriptions = new CopyOnWriteArrayList<>();
  private boolean closed;

  RocketMqSession(
      RocketMqOptions options,
      Cluster cluster,
      Clients clients,
      GrpcClients grpc,
      List<DefaultMQProducer> instances,
      Target target,
      Admin admin,
      Counting counting,
      long storedBefore,
      Promise promise,
      List<BrokerView> views,
      TransactionHandlers handlers,
      List<ConsumerGroup> groups,
      ClockOffset offset) {
    this.options = options;
    this.cluster = cluster;
    this.handlers = handlers;
    this.groups = List.copyOf(groups);
    this.offset = offset;
    this.clients = clients;
    this.grpc = grpc;
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
    Map<String, Object> topic = new LinkedHashMap<>();
    topic.put("name", options.topic());
    topic.put("queues", queues());
    Map<String, Object> facts = new LinkedHashMap<>();
    facts.put("client", client());
    facts.put("topic", topic);
    facts.put("brokers", views.stream().map(BrokerView::facts).toList());
    return facts;
  }

  private Map<String, Object> client() {
    Map<String, Object> client = new LinkedHashMap<>();
    if (options.grpc()) {
      client.put("name", "rocketmq-client-java");
      client.put("release", String.valueOf(MetadataUtils.getVersion()));
      client.put("proxies", grpc.proxies());
    } else {
      client.put("name", "rocketmq-client");
      client.put("release", MQVersion.getVersionDesc(MQVersion.CURRENT_VERSION));
      client.put("headerFormat", options.headerFormat());
      client.put("threads", options.direct() ? "direct" : "stock");
    }
    client.put("instances", options.instances());
    client.put("retries", 0);
    return client;
  }

  @Override
  public Producer producer(int index) {
    if (options.grpc()) {
      return grpc.producer(index, options.mode());
    }
    return new RocketMqProducer(
        options, instances.get(index % instances.size()), target.queues(), index);
  }

  @Override
  public Producer transactionalProducer(int index, TransactionHandler handler) {
    return new TransactionalProducer(
        options.messages(),
        (TransactionMQProducer) instances.get(index % instances.size()),
        handler,
        handlers);
  }

  @Override
  public Subscription subscribe(int group, Receiver receiver)
      throws BrokerException, InterruptedException {
    ConsumerSubscription subscription =
        ConsumerSubscription.start(
            options,
            target,
            clients,
            groups.get(group),
            // Brokers tell it of all groups together: those that nobody asked for tell nothing.
            new ServedBy(admin, group == 0 ? target.brokers() : new Brokers(admin, cluster)),
            receiver,
            cluster);
    subscriptions.add(subscription);
    return subscription;
  }

  @Override
  public int queues() {
    return options.consumer().any() ? target.readQueues().size() : target.queues().size();
  }

  @Override
  public boolean keepsOrder() {
    return options.consumer().keepsOrder();
  }

  @Override
  public ClockOffset clockOffset() {
    return offset;
  }

  @Override
  public OptionalLong storedCount() throws BrokerException {
    return OptionalLong.of(counting.onMasters() - storedBefore);
  }

  @Override
  public OptionalLong replicaCount() throws BrokerException {
    // A slave that nobody waits for may be behind.
    OptionalLong count =
        promise.copies() > 1 ? counting.onSlaves(promise.copies() - 1) : counting.onAllSlaves();
    return count.isPresent()
        ? OptionalLong.of(count.getAsLong() - storedBefore)
        : OptionalLong.empty();
  }

  @Override
  public synchronized void close() {
    if (closed) {
      return;
    }
    closed = true;
    subscriptions.forEach(ConsumerSubscription::close);
    grpc.close();
    if (cluster.nodes().isEmpty() && !options.keepTopic()) {
      for (ConsumerGroup group : groups) {
        group.leave();
        group.remove(cluster.address());
      }
      if (target.deleteTopic()) {
        admin.removeTopic(target.brokers().known(), cluster.address(), options.topic());
      }
    }
    clients.close();
  }
}
