package io.brokerbench.rocketmq;

import io.brokerbench.driver.Completion;
import io.brokerbench.driver.Outgoing;
import io.brokerbench.driver.Producer;
import io.brokerbench.record.Ledger;
import io.brokerbench.record.SendOutcome;
import io.brokerbench.rocketmq.SendsByBroker.Tally;
import io.brokerbench.rocketmq.connect.Failure;
import io.brokerbench.rocketmq.connect.RocketMqMessages;
import io.brokerbench.rocketmq.connect.RocketMqOptions;
import java.util.List;
import java.util.Map;
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
  private final Target[][] targets;
  private final int[] next;

  /** A queue, with the messages to its broker. */
  private record Target(MessageQueue queue, Tally tally) {}

  /**
   * @param queues of all topics
   * @param sends counts the messages of this producer, too
   */
  RocketMqProducer(
      RocketMqOptions options,
      DefaultMQProducer client,
      List<MessageQueue> queues,
      SendsByBroker sends,
      int index) {
    this.options = options;
    this.messages = options.messages();
    this.client = client;
    Map<String, List<MessageQueue>> byTopic =
        queues.stream().collect(Collectors.groupingBy(MessageQueue::getTopic));
    this.targets =
        options.topics().stream()
            .map(
                topic ->
                    byTopic.getOrDefault(topic, List.of()).stream()
                        .map(queue -> new Target(queue, sends.of(queue.getBrokerName())))
                        .toArray(Target[]::new))
            .toArray(Target[][]::new);
    this.next = Stream.of(targets).mapToInt(all -> index % all.length).toArray();
  }

  @Override
  public void send(Outgoing[] messages, Completion completion) {
    Target target = targetOf(messages[0]);
    MessageQueue queue = target.queue;
    Tally tally = target.tally;
    tally.attempted(messages.length);
    try {
      switch (options.mode()) {
        case SYNC -> sent(sendSync(messages, queue), messages.length, tally, completion);
        case ASYNC -> sendAsync(messages, queue, callback(messages.length, tally, completion));
        case ONEWAY -> {
          client.sendOneway(this.messages.of(messages[0]), queue);
          completion.complete(SendOutcome.UNKNOWN, Ledger.ONEWAY);
        }
      }
    } catch (Exception e) {
      failed(e, messages.length, tally, completion);
    }
  }

  private Target targetOf(Outgoing outgoing) {
    Target[] ofTopic = targets[outgoing.topic];
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

  private void sendAsync(Outgoing[] messages, MessageQueue queue, SendCallback callback)
      throws Exception {
    if (messages.length == 1) {
      client.send(this.messages.of(messages[0]), queue, callback, options.sendTimeoutMillis());
    } else {
      client.send(this.messages.of(messages), queue, callback, options.sendTimeoutMillis());
    }
  }

  private static SendCallback callback(int messages, Tally tally, Completion completion) {
    return new SendCallback() {
      @Override
      public void onSuccess(SendResult result) {
        sent(result, messages, tally, completion);
      }

      @Override
      public void onException(Throwable e) {
        failed(e, messages, tally, completion);
      }
    };
  }

  private static void sent(SendResult result, int messages, Tally tally, Completion completion) {
    tally.ended(outcome(result), messages);
    sent(result, completion);
  }

  private static void failed(Throwable thrown, int messages, Tally tally, Completion completion) {
    Failure failure = Failure.of(thrown);
    tally.ended(failure.outcome(), messages);
    failed(failure, completion);
  }

  private static SendOutcome outcome(SendResult result) {
    return result.getSendStatus() == SendStatus.SEND_OK ? SendOutcome.ACKED : SendOutcome.UNKNOWN;
  }

  static void sent(SendResult result, Completion completion) {
    completion.complete(outcome(result), result.getSendStatus().name());
  }

  static void failed(Failure failure, Completion completion) {
    completion.complete(failure.outcome(), failure.kind());
  }
}
