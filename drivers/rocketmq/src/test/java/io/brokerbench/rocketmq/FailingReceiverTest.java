package io.brokerbench.rocketmq;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.brokerbench.driver.FirstFailure;
import io.brokerbench.driver.Receiver;
import io.brokerbench.rocketmq.connect.RocketMqConsumerOptions;
import io.brokerbench.workload.ConsumptionSettings;
import io.brokerbench.workload.Workload;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.rocketmq.client.consumer.DefaultLitePullConsumer;
import org.apache.rocketmq.client.consumer.DefaultMQPushConsumer;
import org.apache.rocketmq.client.consumer.listener.ConsumeConcurrentlyContext;
import org.apache.rocketmq.client.consumer.listener.ConsumeConcurrentlyStatus;
import org.apache.rocketmq.client.consumer.listener.ConsumeOrderlyStatus;
import org.apache.rocketmq.client.consumer.listener.MessageListenerConcurrently;
import org.apache.rocketmq.client.consumer.listener.MessageListenerOrderly;
import org.apache.rocketmq.common.message.MessageExt;
import org.apache.rocketmq.common.message.MessageQueue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What escapes on its way is kept, whatever the client makes of exceptions. */
final class FailingReceiverTest {

  private static final String TOPIC = "t";

  private final FirstFailure failure = new FirstFailure();

  private static boolean fail() {
    throw new IllegalArgumentException("thrown by the test");
  }

  private Deliveries deliveries(Receiver receiver) {
    return new Deliveries(receiver, List.of(new MessageQueue(TOPIC, "b", 0)), failure);
  }

  static RocketMqConsumerOptions options(RocketMqConsumerOptions.Model model) {
    Workload workload =
        Workload.read(
            Workload.defaults()
                .set("driver", "rocketmq", "test")
                .set("consume.threads", "2", "test")
                .settings());
    ConsumptionSettings consumption = workload.consumption();
    return new RocketMqConsumerOptions(
        false,
        consumption,
        false,
        false,
        model,
        RocketMqConsumerOptions.ReadFrom.AUTO,
        16,
        true,
        true);
  }

  private static MessageExt message() {
    MessageExt message = new MessageExt();
    message.setTopic(TOPIC);
    message.setBrokerName("b");
    message.setBody(new byte[50]);
    return message;
  }

  @ParameterizedTest
  @EnumSource(names = {"CONCURRENT", "ORDERLY", "POP"})
  void ofThePushConsumer(RocketMqConsumerOptions.Model model) throws Exception {
    DefaultMQPushConsumer consumer = new DefaultMQPushConsumer("g");
    PushMember unused =
        new PushMember(
            consumer,
            List.of(TOPIC),
            options(model),
            OptionalLong.empty(),
            deliveries((body, queue, born, stored, attempt) -> fail()));
    List<MessageExt> messages = List.of(message());
    if (consumer.getMessageListener() instanceof MessageListenerOrderly listener) {
      assertThat(listener.consumeMessage(messages, null))
          .isEqualTo(ConsumeOrderlyStatus.SUSPEND_CURRENT_QUEUE_A_MOMENT);
    } else {
      assertThat(acknowledged(consumer, messages)).isZero();
    }
    assertThat(failure.get()).hasMessage("thrown by the test");
  }

  /** Number of messages, from the first one on, that the listener acknowledges. */
  private static int acknowledged(DefaultMQPushConsumer consumer, List<MessageExt> messages) {
    ConsumeConcurrentlyContext context =
        new ConsumeConcurrentlyContext(new MessageQueue(TOPIC, "b", 0));
    assertThat(
            ((MessageListenerConcurrently) consumer.getMessageListener())
                .consumeMessage(messages, context))
        .isEqualTo(ConsumeConcurrentlyStatus.CONSUME_SUCCESS);
    return context.getAckIndex() + 1;
  }

  @ParameterizedTest
  @EnumSource(names = {"CONCURRENT", "POP"})
  void whatFollowsAFailureInTheSameCallIsPostponedUnseen(RocketMqConsumerOptions.Model model)
      throws Exception {
    DefaultMQPushConsumer consumer = new DefaultMQPushConsumer("g");
    AtomicInteger seen = new AtomicInteger();
    PushMember unused =
        new PushMember(
            consumer,
            List.of(TOPIC),
            options(model),
            OptionalLong.empty(),
            deliveries((body, queue, born, stored, attempt) -> seen.incrementAndGet() != 2));
    assertThat(consumer.getConsumeMessageBatchMaxSize()).isEqualTo(32);
    assertThat(acknowledged(consumer, List.of(message(), message(), message()))).isEqualTo(1);
    assertThat(seen).hasValue(2);
    assertThat(acknowledged(consumer, List.of(message(), message()))).isEqualTo(2);
  }

  /** Its threads are ours: they go on, and would else die with a stack trace. */
  @Test
  void ofThePullConsumer() throws Exception {
    AtomicBoolean polled = new AtomicBoolean();
    pull(
        new DefaultLitePullConsumer("g") {
          @Override
          public List<MessageExt> poll(long timeout) {
            return polled.getAndSet(true) ? List.of() : List.of(message());
          }
        },
        (body, queue, born, stored, attempt) -> fail());
  }

  @Test
  void ofThePullConsumerItself() throws Exception {
    pull(
        new DefaultLitePullConsumer("g") {
          @Override
          public List<MessageExt> poll(long timeout) {
            throw new IllegalArgumentException("thrown by the test");
          }
        },
        (body, queue, born, stored, attempt) -> true);
  }

  private void pull(DefaultLitePullConsumer consumer, Receiver receiver) throws Exception {
    PullMember member =
        new PullMember(
            consumer,
            List.of(TOPIC),
            options(RocketMqConsumerOptions.Model.PULL_ASSIGN),
            OptionalLong.empty(),
            deliveries(receiver));
    member.begin(List.of());
    await().until(() -> failure.get() != null);
    assertThat(failure.get()).hasMessage("thrown by the test");
  }
}
