package io.brokerbench.rocketmq;

import io.brokerbench.rocketmq.connect.RocketMqClients;
import io.brokerbench.rocketmq.connect.RocketMqConsumerOptions;
import io.brokerbench.workload.ConsumptionSettings;
import io.brokerbench.workload.Filter;
import java.lang.reflect.Field;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.rocketmq.client.consumer.DefaultMQPushConsumer;
import org.apache.rocketmq.client.consumer.MessageSelector;
import org.apache.rocketmq.client.consumer.listener.ConsumeConcurrentlyStatus;
import org.apache.rocketmq.client.consumer.listener.ConsumeOrderlyStatus;
import org.apache.rocketmq.client.consumer.listener.MessageListenerConcurrently;
import org.apache.rocketmq.client.consumer.listener.MessageListenerOrderly;
import org.apache.rocketmq.client.exception.MQClientException;
import org.apache.rocketmq.client.impl.consumer.ConsumeMessageService;
import org.apache.rocketmq.client.impl.consumer.DefaultMQPushConsumerImpl;
import org.apache.rocketmq.client.impl.consumer.PullAPIWrapper;
import org.apache.rocketmq.client.impl.consumer.RebalanceImpl;
import org.apache.rocketmq.client.impl.factory.MQClientInstance;
import org.apache.rocketmq.common.MixAll;
import org.apache.rocketmq.common.consumer.ConsumeFromWhere;
import org.apache.rocketmq.common.message.MessageQueue;
import org.apache.rocketmq.remoting.protocol.heartbeat.SubscriptionData;

/** A group member with a {@link DefaultMQPushConsumer}, for models concurrent, orderly and pop. */
final class PushMember implements GroupMember {

  /** Time limit on close for the consumption of messages already fetched. */
  private static final long LAST_WORK_MILLIS = 1_000;

  private final DefaultMQPushConsumer consumer;
  private final List<String> topics;
  private final RocketMqConsumerOptions options;
  private final OptionalLong brokerId;
  private final AtomicLong rebalances = new AtomicLong();

  /** The topics of which the client has got queues, and then changed the subscription's version. */
  private final Set<String> assigned = ConcurrentHashMap.newKeySet();

  private boolean joined;

  /**
   * Creates a member that has not joined the group.
   *
   * @param brokerId id of the brokers to read from; empty to follow the brokers' suggestion
   */
  PushMember(
      DefaultMQPushConsumer consumer,
      List<String> topics,
      RocketMqConsumerOptions options,
      OptionalLong brokerId,
      Deliveries deliveries)
      throws MQClientException {
    this.consumer = consumer;
    this.topics = topics;
    this.options = options;
    this.brokerId = brokerId;
    ConsumptionSettings consumption = options.consumption();
    consumer.setConsumeThreadMin(Math.min(consumption.threads(), consumer.getConsumeThreadMax()));
    consumer.setConsumeThreadMax(consumption.threads());
    consumer.setConsumeThreadMin(consumption.threads());
    consumer.setConsumeMessageBatchMaxSize(options.inOneCall() ? consumer.getPullBatchSize() : 1);
    consumer.setConsumeFromWhere(from(consumption));
    consumer.setMaxReconsumeTimes(options.maxAttempts());
    consumer.setClientRebalance(!options.brokersAssign());
    consumer.setAwaitTerminationMillisWhenShutdown(LAST_WORK_MILLIS);
    for (String topic : topics) {
      consumer.subscribe(topic, selector(consumption.filter()));
    }
    consumer.setMessageQueueListener(
        (changed, all, mine) -> {
          if (topics.contains(changed)) {
            rebalances.incrementAndGet();
            assigned.add(changed);
          }
        });
    if (options.model() == RocketMqConsumerOptions.Model.ORDERLY) {
      consumer.registerMessageListener(
          (MessageListenerOrderly)
              (messages, context) ->
                  deliveries.deliver(messages) == messages.size()
                      ? ConsumeOrderlyStatus.SUCCESS
                      : ConsumeOrderlyStatus.SUSPEND_CURRENT_QUEUE_A_MOMENT);
    } else {
      consumer.registerMessageListener(
          (MessageListenerConcurrently)
              (messages, context) -> {
                // Success up to this index; the client postpones the rest.
                context.setAckIndex(deliveries.deliver(messages) - 1);
                return ConsumeConcurrentlyStatus.CONSUME_SUCCESS;
              });
    }
  }

  static ConsumeFromWhere from(ConsumptionSettings consumption) {
    return consumption.from() == ConsumptionSettings.From.LAST
        ? ConsumeFromWhere.CONSUME_FROM_LAST_OFFSET
        : ConsumeFromWhere.CONSUME_FROM_FIRST_OFFSET;
  }

  static MessageSelector selector(Filter filter) {
    return filter.type() == Filter.Type.SQL92
        ? MessageSelector.bySql(filter.expression())
        : MessageSelector.byTag(filter.expression());
  }

  @Override
  public MQClientInstance client() {
    return RocketMqClients.instance(consumer);
  }

  @Override
  public void join() throws MQClientException {
    // A suspended consumer is a member of the group without queues.
    consumer.suspend();
    consumer.start();
    joined = true;
    brokerId.ifPresent(this::readFrom);
  }

  /**
   * Looks up the group's retry topic, which brokers create when a member joins; the client itself
   * would look only after half a minute.
   */
  @Override
  public boolean ready() {
    String retryTopic = MixAll.getRetryTopic(consumer.getConsumerGroup());
    client().updateTopicRouteInfoFromNameServer(retryTopic);
    return rebalanceImpl().getTopicSubscribeInfoTable().containsKey(retryTopic);
  }

  @Override
  public void begin(Collection<MessageQueue> share) {
    consumer.resume();
  }

  @Override
  public Set<MessageQueue> queues() {
    return Stream.concat(
            rebalanceImpl().getProcessQueueTable().keySet().stream(),
            rebalanceImpl().getPopProcessQueueTable().keySet().stream())
        .filter(queue -> assigned.contains(queue.getTopic()))
        .collect(Collectors.toSet());
  }

  @Override
  public Map<String, Long> subscriptionVersions() {
    Map<String, SubscriptionData> subscriptions = rebalanceImpl().getSubscriptionInner();
    return topics.stream()
        .collect(
            Collectors.toMap(
                topic -> topic,
                topic -> Objects.requireNonNull(subscriptions.get(topic)).getSubVersion()));
  }

  @Override
  public boolean announce() {
    return client().sendHeartbeatToAllBrokerWithLock();
  }

  // Deprecated without a successor.
  @SuppressWarnings("deprecation")
  private RebalanceImpl rebalanceImpl() {
    return consumer.getDefaultMQPushConsumerImpl().getRebalanceImpl();
  }

  @Override
  public long rebalances() {
    return rebalances.get();
  }

  @Override
  public void close() {
    if (!joined) {
      return;
    }
    joined = false;
    if (options.model() == RocketMqConsumerOptions.Model.POP) {
      consumer.suspend();
      // The consumer's own shutdown does not end the threads that consume popped messages.
      field("consumeMessagePopService", ConsumeMessageService.class).shutdown(LAST_WORK_MILLIS);
    }
    consumer.shutdown();
  }

  /** Makes a started consumer read from the broker with this id, whatever the brokers suggest. */
  private void readFrom(long id) {
    PullAPIWrapper puller = field("pullAPIWrapper", PullAPIWrapper.class);
    puller.setDefaultBrokerId(id);
    puller.setConnectBrokerByUser(true);
  }

  /** An internal object of the consumer, by reflection. */
  @SuppressWarnings("deprecation")
  private <T> T field(String name, Class<T> type) {
    try {
      Field field = DefaultMQPushConsumerImpl.class.getDeclaredField(name);
      field.setAccessible(true);
      return type.cast(field.get(consumer.getDefaultMQPushConsumerImpl()));
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("this release of rocketmq-client has no " + name, e);
    }
  }
}
