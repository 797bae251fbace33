package io.brokerbench.rocketmq;

import java.lang.reflect.Field;
import org.apache.rocketmq.client.consumer.DefaultMQPushConsumer;
import org.apache.rocketmq.client.impl.consumer.ConsumeMessageService;
import org.apache.rocketmq.client.impl.consumer.DefaultMQPushConsumerImpl;
import org.apache.rocketmq.client.impl.consumer.PullAPIWrapper;

/** What the push consumer has and does not show. */
final class ClientInternals {

  private ClientInternals() {}

  /** Has a started consumer ask one broker of each pair, whatever the brokers suggest. */
  static void readFrom(DefaultMQPushConsumer consumer, long brokerId) {
    PullAPIWrapper puller = field(consumer, "pullAPIWrapper", PullAPIWrapper.class);
    puller.setDefaultBrokerId(brokerId);
    puller.setConnectBrokerByUser(true);
  }

  /** Ends the threads that consume what was popped: the consumer's own shutdown leaves them. */
  static void endPopThreads(DefaultMQPushConsumer consumer, long patienceMillis) {
    field(consumer, "consumeMessagePopService", ConsumeMessageService.class)
        .shutdown(patienceMillis);
  }

  @SuppressWarnings("deprecation")
  private static <T> T field(DefaultMQPushConsumer consumer, String name, Class<T> type) {
    try {
      Field field = DefaultMQPushConsumerImpl.class.getDeclaredField(name);
      field.setAccessible(true);
      return type.cast(field.get(consumer.getDefaultMQPushConsumerImpl()));
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("this release of rocketmq-client has no " + name, e);
    }
  }
}
