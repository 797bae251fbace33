package io.brokerbench.rocketmq;

import io.brokerbench.workload.Consumption;
import io.brokerbench.workload.Filter;
import java.util.Collection;
import java.util.OptionalLong;
import java.util.Set;
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
import org.apache.rocketmq.client.impl.consumer.RebalanceImpl;
import org.apache.rocketmq.common.MixAll;
import org.apache.rocketmq.common.consumer.ConsumeFromWhere;
import org.apache.rocketmq.common.message.MessageQueue;

/** A {@link DefaultMQPushConsumer}: concurrent, in order, or popping. */
final class PushMember implements Member {

  /** What was fetched may still be consumed that long. */
  private static final long LAST_WORK_MILLIS = 1_000;

  private final DefaultMQPushConsumer consumer;
  private final String topic;
  private final ConsumerOptions options;
  private final OptionalLong brokerId;
  private final AtomicLong rebalances = new AtomicLong();
  private boolean joined;

  /**
   * A member that has not joined.
   *
   * @param brokerId of each pair's broker that is to be asked; empty to follow the brokers' advice
   */
  PushMember(
      DefaultMQPushConsumer consumer,
      String topic,
      ConsumerOptions options,
      OptionalLong brokerId,
      Deliveries deliveries)
      throws MQClientException {
    this.consumer = consumer;
    this.topic = topic;
    this.options = options;
    this.brokerId = brokerId;
    Consumption consumption = options.consumption();
    consumer.setConsumeThreadMin(Math.min(consumption.threads(), consumer.getConsumeThreadMax()));
    consumer.setConsumeThreadMax(consumption.threads());
    consumer.setConsumeThreadMin(consumption.threads());
    consumer.setConsumeMessageBatchMaxSize(1);
    consumer.setConsumeFromWhere(from(consumption));
    consumer.setMaxReconsumeTimes(options.maxAttempts());
    consumer.setClientRebalance(!options.brokersAssign());
    consumer.setAwaitTerminationMillisWhenShutdown(LAST_WORK_MILLIS);
    consumer.subscribe(topic, selector(consumption.filter()));
    consumer.setMessageQueueListener(
        (changed, all, mine) -> {
          if (changed.equals(topic)) {
            rebalances.incrementAndGet();
          }
        });
    if (options.model() == ConsumerOptions.Model.ORDERLY) {
      consumer.registerMessageListener(
          (MessageListenerOrderly)
              (messages, context) ->
                  deliveries.deliver(messages.get(0))
                      ? ConsumeOrderlyStatus.SUCCESS
                      : ConsumeOrderlyStatus.SUSPEND_CURRENT_QUEUE_A_MOMENT);
    } else {
      consumer.registerMessageListener(
          (MessageListenerConcurrently)
              (messages, context) ->
                  deliveries.deliver(messages.get(0))
                      ? ConsumeConcurrentlyStatus.CONSUME_SUCCESS
                      : ConsumeConcurrentlyStatus.RECONSUME_LATER);
    }
  }

  static ConsumeFromWhere from(Consumption consumption) {
    return consumption.from() == Consumption.From.LAST
        ? ConsumeFromWhere.CONSUME_FROM_LAST_OFFSET
        : ConsumeFromWhere.CONSUME_FROM_FIRST_OFFSET;
  }

  static MessageSelector selector(Filter filter) {
    return filter.type() == Filter.Type.SQL92
        ? MessageSelector.bySql(filter.expression())
        : MessageSelector.byTag(filter.expression());
  }

  @Override
  public String id() {
    return Clients.instance(consumer).getClientId();
  }

  @Override
  public void join() throws MQClientException {
    // A suspended consumer takes part in the group, and takes no queue.
    consumer.suspend();
    consumer.start();
    joined = true;
    brokerId.ifPresent(id -> ClientInternals.readFrom(consumer, id));
  }

  /**
   * The brokers make the group's retry topic when it joins; else it would look in half a minute.
   */
  @Override
  public boolean ready() {
    String retryTopic = MixAll.getRetryTopic(consumer.getConsumerGroup());
    Clients.instance(consumer).updateTopicRouteInfoFromNameServer(retryTopic);
    return rebalance(consumer).getTopicSubscribeInfoTable().containsKey(retryTopic);
  }

  @Override
  public void begin(Collection<MessageQueue> share) {
    consumer.resume();
  }

  @Override
  public Set<MessageQueue> queues() {
    return Stream.concat(
            rebalance(consumer).getProcessQueueTable().keySet().stream(),
            rebalance(consumer).getPopProcessQueueTable().keySet().stream())
        .filter(queue -> queue.getTopic().equals(topic))
        .collect(Collectors.toSet());
  }

  // Deprecated without a successor.
  @SuppressWarnings("deprecation")
  private static RebalanceImpl rebalance(DefaultMQPushConsumer consumer) {
    return consumer.getDefaultMQPushConsumerImpl().getRebalanceImpl();
  }

  @Override
  public void rebalance() {
    Clients.instance(consumer).rebalanceImmediately();
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
    if (options.model() == ConsumerOptions.Model.POP) {
      consumer.suspend();
      ClientInternals.endPopThreads(consumer, LAST_WORK_MILLIS);
    }
    consumer.shutdown();
  }
}
