package io.brokerbench.rabbitmq.connect;

import com.rabbitmq.client.AMQP.BasicProperties;
import io.brokerbench.driver.Outgoing;
import java.util.HashMap;
import java.util.List;

/** Routing keys and properties of a publisher's messages. Not thread-safe. */
public final class RabbitMqMessages {

  private static final int TRANSIENT = 1;
  private static final int PERSISTENT = 2;

  private final String exchange;
  private final List<String> routingKeys;
  private final int[] inTurn;
  private final BasicProperties plain;
  private int turn;

  public RabbitMqMessages(RabbitMqOptions options, int publisher, List<String> routingKeys) {
    Queues queues = options.queues();
    this.exchange = queues.exchangeName();
    this.routingKeys = routingKeys;
    this.inTurn = queues.share(publisher, Math.max(1, options.publishers()));
    this.plain =
        new BasicProperties.Builder()
            .deliveryMode(options.persistent() ? PERSISTENT : TRANSIENT)
            .build();
  }

  public String exchange() {
    return exchange;
  }

  /** Routing key of the next queue in turn; messages of one shard share a queue. */
  public String routingKey(Outgoing message) {
    if (message.shard >= 0) {
      return routingKeys.get(message.shard % routingKeys.size());
    }
    String key = routingKeys.get(inTurn[turn]);
    turn = turn + 1 == inTurn.length ? 0 : turn + 1;
    return key;
  }

  /** Properties of a message; the same object for all messages without a key or properties. */
  public BasicProperties properties(Outgoing message) {
    return message.key == null && message.properties.isEmpty() ? plain : own(message).build();
  }

  /** Properties with a correlation id, which identifies the message if it is returned. */
  public BasicProperties properties(Outgoing message, long number) {
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
