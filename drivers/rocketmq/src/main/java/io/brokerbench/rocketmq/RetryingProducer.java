package io.brokerbench.rocketmq;

import io.brokerbench.driver.Completion;
import io.brokerbench.driver.Outgoing;
import io.brokerbench.driver.Producer;
import io.brokerbench.rocketmq.connect.Failure;
import io.brokerbench.rocketmq.connect.RocketMqMessages;
import io.brokerbench.rocketmq.connect.RocketMqOptions;
import org.apache.rocketmq.client.producer.DefaultMQProducer;
import org.apache.rocketmq.client.producer.SendCallback;
import org.apache.rocketmq.client.producer.SendResult;

/**
 * Sends as most applications do: the client chooses the queue of each attempt, and repeats failed
 * ones. All attempts at a message are one send with one latency.
 */
record RetryingProducer(
    RocketMqOptions options, RocketMqMessages messages, DefaultMQProducer client)
    implements Producer {

  @Override
  public void send(Outgoing[] messages, Completion completion) {
    try {
      switch (options.mode()) {
        case SYNC -> RocketMqProducer.sent(sendSync(messages), completion);
        case ASYNC -> sendAsync(messages, callback(completion));
        case ONEWAY -> throw new IllegalStateException("one-way sends are not repeated");
      }
    } catch (Exception e) {
      RocketMqProducer.failed(Failure.ofLastAttempt(e), completion);
    }
  }

  private static SendCallback callback(Completion completion) {
    return new SendCallback() {
      @Override
      public void onSuccess(SendResult result) {
        RocketMqProducer.sent(result, completion);
      }

      @Override
      public void onException(Throwable e) {
        RocketMqProducer.failed(Failure.ofLastAttempt(e), completion);
      }
    };
  }

  private SendResult sendSync(Outgoing[] messages) throws Exception {
    return messages.length == 1
        ? client.send(this.messages.of(messages[0]), options.sendTimeoutMillis())
        : client.send(this.messages.of(messages), options.sendTimeoutMillis());
  }

  private void sendAsync(Outgoing[] messages, SendCallback callback) throws Exception {
    if (messages.length == 1) {
      client.send(this.messages.of(messages[0]), callback, options.sendTimeoutMillis());
    } else {
      client.send(this.messages.of(messages), callback, options.sendTimeoutMillis());
    }
  }
}
