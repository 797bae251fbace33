package io.brokerbench.rocketmq;

import io.brokerbench.driver.Completion;
import io.brokerbench.driver.Outgoing;
import io.brokerbench.driver.Producer;
import io.brokerbench.record.Ledger;
import io.brokerbench.record.Outcome;
import java.util.ArrayList;
import java.util.List;
import org.apache.rocketmq.client.producer.DefaultMQProducer;
import org.apache.rocketmq.client.producer.SendCallback;
import org.apache.rocketmq.client.producer.SendResult;
import org.apache.rocketmq.client.producer.SendStatus;
import org.apache.rocketmq.common.message.Message;
import org.apache.rocketmq.common.message.MessageQueue;

/**
 * Sends to the topic's queues in turn.
 *
 * <p>The queue is named in each send: the client then makes one attempt and says how it ended,
 * instead of choosing, retrying and wrapping.
 */
final class RocketMqProducer implements Producer {

  private final RocketMqOptions options;
  private final DefaultMQProducer client;
  private final MessageQueue[] queues;
  private int next;

  RocketMqProducer(
      RocketMqOptions options, DefaultMQProducer client, List<MessageQueue> queues, int index) {
    this.options = options;
    this.client = client;
    this.queues = queues.toArray(new MessageQueue[0]);
    this.next = index % this.queues.length;
  }

  @Override
  public void send(Outgoing[] messages, Completion completion) {
    MessageQueue queue = queues[next];
    next = next + 1 == queues.length ? 0 : next + 1;
    try {
      switch (options.mode()) {
        case SYNC -> sent(sendSync(messages, queue), completion);
        case ASYNC -> sendAsync(messages, queue, completion);
        case ONEWAY -> {
          client.sendOneway(message(messages[0]), queue);
          completion.complete(Outcome.UNKNOWN, Ledger.ONEWAY);
        }
      }
    } catch (Exception e) {
      failed(e, completion);
    }
  }

  private SendResult sendSync(Outgoing[] messages, MessageQueue queue) throws Exception {
    return messages.length == 1
        ? client.send(message(messages[0]), queue, options.sendTimeoutMillis())
        : client.send(batch(messages), queue, options.sendTimeoutMillis());
  }

  private void sendAsync(Outgoing[] messages, MessageQueue queue, Completion completion)
      throws Exception {
    SendCallback callback =
        new SendCallback() {
          @Override
          public void onSuccess(SendResult result) {
            sent(result, completion);
          }

          @Override
          public void onException(Throwable e) {
            failed(e, completion);
          }
        };
    if (messages.length == 1) {
      client.send(message(messages[0]), queue, callback, options.sendTimeoutMillis());
    } else {
      client.send(batch(messages), queue, callback, options.sendTimeoutMillis());
    }
  }

  private static void sent(SendResult result, Completion completion) {
    SendStatus status = result.getSendStatus();
    completion.complete(
        status == SendStatus.SEND_OK ? Outcome.ACKED : Outcome.UNKNOWN, status.name());
  }

  private static void failed(Throwable thrown, Completion completion) {
    Failure failure = Failure.of(thrown);
    completion.complete(failure.outcome(), failure.kind());
  }

  private Message message(Outgoing outgoing) {
    Message message = new Message(options.topic(), outgoing.body);
    if (outgoing.key != null) {
      message.setKeys(outgoing.key);
    }
    if (outgoing.tag != null) {
      message.setTags(outgoing.tag);
    }
    if (!outgoing.properties.isEmpty()) {
      outgoing.properties.forEach(message::putUserProperty);
    }
    if (options.delayLevel() > 0) {
      message.setDelayTimeLevel(options.delayLevel());
    }
    return message;
  }

  private List<Message> batch(Outgoing[] messages) {
    List<Message> batch = new ArrayList<>(messages.length);
    for (Outgoing outgoing : messages) {
      batch.add(message(outgoing));
    }
    return batch;
  }

  @Override
  public void close() {
    // The session closes the client, which others share.
  }
}
