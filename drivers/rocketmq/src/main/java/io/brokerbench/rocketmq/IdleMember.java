package io.brokerbench.rocketmq;

import io.brokerbench.driver.ConnectionFailedException;
import io.brokerbench.driver.IdleConnection;
import io.brokerbench.rocketmq.connect.Failure;
import io.brokerbench.rocketmq.connect.RocketMqClients;
import java.util.List;
import org.apache.rocketmq.client.consumer.DefaultMQPushConsumer;
import org.apache.rocketmq.client.consumer.listener.ConsumeConcurrentlyStatus;
import org.apache.rocketmq.client.consumer.listener.MessageListenerConcurrently;
import org.apache.rocketmq.client.consumer.rebalance.AllocateMessageQueueAveragely;
import org.apache.rocketmq.client.exception.MQClientException;
import org.apache.rocketmq.client.impl.factory.MQClientInstance;

/**
 * A push consumer without queues: a started client instance, which has sent its first heartbeats.
 * For one thread at a time, except {@link #isOpen}.
 */
record IdleMember(DefaultMQPushConsumer consumer, String topic) implements IdleConnection {

  /**
   * Starts a consumer of a group that no other consumers use.
   *
   * @param topic whose brokers it connects to
   */
  static IdleMember start(RocketMqClients clients, String group, String topic)
      throws ConnectionFailedException {
    DefaultMQPushConsumer consumer =
        clients.pushConsumer(group, new AllocateMessageQueueAveragely());
    IdleMember member = new IdleMember(consumer, topic);
    try {
      consumer.setConsumeThreadMin(1);
      consumer.setConsumeThreadMax(1);
      consumer.subscribe(topic, "*");
      consumer.registerMessageListener(
          (MessageListenerConcurrently)
              (messages, context) -> ConsumeConcurrentlyStatus.CONSUME_SUCCESS);
      // A suspended consumer is a member of the group without queues.
      consumer.suspend();
      consumer.start();
    } catch (MQClientException e) {
      consumer.shutdown();
      throw new ConnectionFailedException(Failure.of(e).kind(), e);
    }
    // The client itself ignores that no name server answers.
    if (!member.client().getTopicRouteTable().containsKey(topic)) {
      consumer.shutdown();
      throw new ConnectionFailedException(Failure.NO_ROUTE, null);
    }
    return member;
  }

  private MQClientInstance client() {
    return RocketMqClients.instance(consumer);
  }

  /** Asks a broker for the members of the group: the client ignores failures of its heartbeats. */
  @Override
  public void subscribe() throws ConnectionFailedException {
    MQClientInstance client = client();
    List<String> members = client.findConsumerIdList(topic, consumer.getConsumerGroup());
    if (members == null || !members.contains(client.getClientId())) {
      throw new ConnectionFailedException("client-not-registered", null);
    }
  }

  /** Its connections to several brokers are opened again by the client, which shows no loss. */
  @Override
  public boolean isOpen() {
    return true;
  }

  @Override
  public void close() {
    consumer.shutdown();
  }
}
