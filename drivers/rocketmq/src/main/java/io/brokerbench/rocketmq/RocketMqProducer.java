package io.brokerbench.rocketmq;

import io.brokerbench.driver.Completion;
import io.brokerbench.driver.Outgoing;
import io.brokerbench.driver.Producer;
import io.brokerbench.record.Ledger;
import io.brokerbench.record.SendOutcome;
import io.brokerbench.rocketmq.connect.Failure;
import io.brokerbench.rocketmq.connect.RocketMqMessages;
import io.brokerbench.rocketmq.connect.RocketMqOptions;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.rocketmq.client.producer.DefaultMQProducer;
import org.apache.rocketmq.client.producer.SendCallback;
import org.apache.rocketmq.client.producer.SendResult;
import org.apache.rocketmq.client.producer.SendStatus;
import org.apache.rocketmq.common.message.MessageQueue;

/**
 * Sends to the queues of each topic in turn; messages of one shard go to one queue.
 *
 * <p>Each send names its queue: the client then makes a single attempt and reports its result,
 * instead of choosing a queue, retrying and wrapping failures.
 */
final class RocketMqProducer implements Producer {

  private final RocketMqOptions options;
  private final RocketMqMessages messages;
  private final DefaultMQProducer client;
  private final MessageQueue[][] queues;
  private final int[] next;

  /**
   * @param queues of all topics
   */
  RocketMqProducer(
      RocketMqOptions options, DefaultMQProducer client, List<MessageQueue> queues, int index) {
    this.options = options;
    this.messages = options.messages();
    this.client = client;
    Map<String, List<MessageQueue>> byTopic =
        queues.stream().collect(Collectors.groupingBy(MessageQueue::getTopic));
    this.queues =
        options.topics().stream()
            .map(topic -> byTopic.getOrDefault(topic, List.of()).toArray(new MessageQueue[0]))
            .toArray(MessageQueue[][]::new);
    this.next = Stream.of(this.queues).mapToInt(all -> index % all.length).toArray();
  }

  @Override
  public void send(Outgoing[] messages, Completion completion) {
    MessageQueue queue = queueOf(messages[0]);
    try {
      switch (options.mode()) {
        case SYNC -> sent(sendSync(messages, queue), completion);
        case ASYNC -> sendAsync(messages, queue, completion);
        case ONEWAY -> {
          client.sendOneway(this.messages.of(messages[0]), queue);
          completion.complete(SendOutcome.UNKNOWN, Ledger.ONEWAY);
        }
      }
    } catch (Exception e) {
      failed(Failure.of(e), completion);
    }
  }

  private MessageQueue queueOf(Outgoing outgoing) {
    MessageQueue[] ofTopic = queues[outgoing.topic];
    if (outgoing.shard >= 0) {
      return ofTopic[outgoing.shard % ofTopic.length];
    }
    int turn = next[outgoing.topic];
    next[outgoing.topic] = turn + 1 == ofTopic.length ? 0 : turn + 1;
    return ofTopic[turn];
  }

  private SendResult sendSync(Outgoing[] messages, MessageQueue queue) throws Exception {
    return messages.length == 1
        ? client.send(this.messages.of(messages[0]), queue, options.sendTimeoutMillis())
        : client.send(this.messages.of(messages), queue, options.sendTimeoutMillis());
  }

  private void sendAsync(Outgoing[] messages, MessageQueue queue, Completion completion)
      throws Exception {
    SendCallback callback = callback(completion, Failure::of);
    if (messages.length == 1) {
      client.send(this.messages.of(messages[0]), queue, callback, options.sendTimeoutMillis());
    } else {
      client.send(this.messages.of(messages), queue, callback, options.sendTimeoutMillis());
    }
  }

  /**
   * Completes a send with its result or failure.
   *
   * @param classification of what the client reports as the failure
   */
  static SendCallback callback(Completion completion, Function<Throwable, Failure> classification) {
    return new SendCallback() {
      @Override
      public void onSuccess(SendResult result) {
        sent(result, completion);
      }

      @Override
      public void onException(Throwable e) {
        failed(classification.apply(e), completion);
      }
    };
  }

  static void sent(SendResult result, Completion completion) {
    SendStatus status = result.getSendStatus();
    completion.complete(
        status == SendStatus.SEND_OK ? SendOutcome.ACKED : SendOutcome.UNKNOWN, status.name());
  }

  static void failed(Failure failure, Completion completion) {
    completion.complete(failure.outcome(), failure.kind());
  }
}
