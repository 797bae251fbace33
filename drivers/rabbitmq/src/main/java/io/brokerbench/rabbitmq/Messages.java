package io.brokerbench.rabbitmq;

import com.rabbitmq.client.AMQP.BasicProperties;
import io.brokerbench.driver.Outgoing;
import java.util.HashMap;
import java.util.List;

/** Where a publisher's messages go, and with which properties. For one thread. */
final class Messages {

  private static final int TRANSIENT = 1;
  private static final int PERSISTENT = 2;

  private final String exchange;
  private final List<String> routingKeys;
  private final int[] inTurn;
  private final BasicProperties plain;
  private int turn;

  /**
   * Of one of several publishers.
   *
   * @param routingKeys of all queues
   */
  Messages(RabbitMqOptions options, int publisher, List<String> routingKeys) {
    Queues queues = options.queues();
    this.exchange = queues.exchangeName();
    this.routingKeys = routingKeys;
    this.inTurn = queues.share(publisher, Math.max(1, options.publishers()));
    this.plain =
        new BasicProperties.Builder()
            .deliveryMode(options.persistent() ? PERSISTENT : TRANSIENT)
            .build();
  }

  String exchange() {
    return exchange;
  }

  /** The queues in turn, but messages of a stream always go to the same one. */
  String routingKey(Outgoing message) {
    if (message.shard >= 0) {
      return routingKeys.get(message.shard % routingKeys.size());
    }
    String key = routingKeys.get(inTurn[turn]);
    turn = turn + 1 == inTurn.length ? 0 : turn + 1;
    return key;
  }

  /** The same object for all messages that have nothing of their own. */
  BasicProperties properties(Outgoing message) {
    return message.key == null && message.properties.isEmpty() ? plain : own(message).build();
  }

  /** With a number by which it is known when it comes back. */
  BasicProperties properties(Outgoing message, long number) {
    return own(message).correlationId(Long.toString(number)).build();
  }

  private BasicProperties.Builder own(Outgoing message) {
    BasicProperties.Builder builder = plain.builder();
    if (message.key != null) {
      builder.messageId(message.key);
    }
    return message.properties.isEmpty()
        ? builder
        : builder.headers(new HashMap<>(message.properties));
  }
}
