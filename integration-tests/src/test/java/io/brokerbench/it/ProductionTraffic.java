package io.brokerbench.it;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.apache.rocketmq.client.consumer.DefaultMQPushConsumer;
import org.apache.rocketmq.client.consumer.listener.ConsumeConcurrentlyStatus;
import org.apache.rocketmq.client.consumer.listener.MessageListenerConcurrently;
import org.apache.rocketmq.client.exception.MQBrokerException;
import org.apache.rocketmq.client.exception.MQClientException;
import org.apache.rocketmq.client.producer.DefaultMQProducer;
import org.apache.rocketmq.common.consumer.ConsumeFromWhere;
import org.apache.rocketmq.common.message.Message;
import org.apache.rocketmq.remoting.exception.RemotingException;

/**
 * Traffic of an application on a RocketMQ cluster: a producer that sends orders all the time, and a
 * consumer group with one member that receives them.
 */
final class ProductionTraffic implements AutoCloseable {

  static final String TOPIC = "orders";
  static final String GROUP = "billing";

  private static final Duration PATIENCE = Duration.ofMinutes(2);
  private static final int PAUSE_MILLIS = 20;

  private final DefaultMQProducer producer;
  private final DefaultMQPushConsumer consumer;
  private final Set<String> sent = ConcurrentHashMap.newKeySet();
  private final Queue<String> received = new ConcurrentLinkedQueue<>();
  private final Thread sender = new Thread(this::send, "orders");
  private volatile boolean ended;

  /** Starts the traffic; the topic must exist. */
  ProductionTraffic(String nameServers) throws MQClientException {
    consumer = consumer(nameServers, GROUP, received);
    producer = new DefaultMQProducer("shop");
    producer.setInstanceName("shop");
    producer.setNamesrvAddr(nameServers);
    // A repeated send would be a second message.
    producer.setRetryTimesWhenSendFailed(0);
    producer.setSendMsgTimeout((int) PATIENCE.toMillis());
    producer.start();
    sender.start();
  }

  private static DefaultMQPushConsumer consumer(
      String nameServers, String group, Queue<String> received) throws MQClientException {
    DefaultMQPushConsumer consumer = new DefaultMQPushConsumer(group);
    consumer.setInstanceName(group);
    consumer.setNamesrvAddr(nameServers);
    consumer.setConsumeFromWhere(ConsumeFromWhere.CONSUME_FROM_FIRST_OFFSET);
    consumer.subscribe(TOPIC, "*");
    consumer.registerMessageListener(
        (MessageListenerConcurrently)
            (messages, context) -> {
              messages.forEach(message -> received.add(new String(message.getBody(), UTF_8)));
              return ConsumeConcurrentlyStatus.CONSUME_SUCCESS;
            });
    consumer.start();
    return consumer;
  }

  /** Lets a group receive a message, so that it has offsets, and go offline. */
  void consumeOnce(String nameServers, String group) throws MQClientException {
    Queue<String> some = new ConcurrentLinkedQueue<>();
    DefaultMQPushConsumer offline = consumer(nameServers, group, some);
    await().atMost(PATIENCE).until(() -> !some.isEmpty());
    // Commits the offsets.
    offline.shutdown();
  }

  private void send() {
    for (int i = 0; !ended; i++) {
      String order = "order " + i;
      try {
        sent.add(order);
        producer.send(new Message(TOPIC, order.getBytes(UTF_8)));
        Thread.sleep(PAUSE_MILLIS);
      } catch (MQClientException | RemotingException | MQBrokerException | InterruptedException e) {
        sent.add("failed: " + e);
        return;
      }
    }
  }

  /**
   * Ends the traffic, and checks that the group received each order once and nothing else, and the
   * topic holds nothing else.
   */
  void assertUndisturbed(Topics topics) throws Exception {
    assertThat(topics.members(GROUP)).hasSize(1);
    ended = true;
    sender.join();
    await().atMost(PATIENCE).until(() -> received.size() >= sent.size());
    assertThat(received).containsExactlyInAnyOrderElementsOf(List.copyOf(sent));
    assertThat(topics.end(TOPIC)).isEqualTo(sent.size());
  }

  @Override
  public void close() {
    ended = true;
    await().atMost(PATIENCE).until(() -> !sender.isAlive());
    producer.shutdown();
    consumer.shutdown();
  }
}
