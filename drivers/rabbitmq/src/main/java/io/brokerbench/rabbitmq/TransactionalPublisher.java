package io.brokerbench.rabbitmq;

import com.rabbitmq.client.Channel;
import io.brokerbench.driver.BrokerException;
import io.brokerbench.driver.Completion;
import io.brokerbench.driver.Outgoing;
import io.brokerbench.driver.Producer;
import io.brokerbench.driver.TransactionHandler;
import io.brokerbench.record.Outcome;
import io.brokerbench.record.Resolution;
import java.io.IOException;

/** Publishes each message in a transaction of its channel: publish, local transaction, commit. */
final class TransactionalPublisher implements Producer {

  static final String COMMITTED = "tx.commit-ok";
  static final String ROLLED_BACK = "tx.rollback-ok";

  private final Messages messages;
  private final TransactionHandler handler;
  private final Link<Channel> link;
  private final boolean mandatory;

  /** Opens its channel. */
  TransactionalPublisher(
      RabbitMqOptions options, Messages messages, Trunk trunk, TransactionHandler handler)
      throws BrokerException {
    this.messages = messages;
    this.handler = handler;
    this.mandatory = options.mandatory();
    this.link =
        new Link<>(
            trunk,
            channel -> {
              channel.txSelect();
              return channel;
            });
  }

  @Override
  public void send(Outgoing[] batch, Completion completion) {
    Channel channel = link.get();
    if (channel == null) {
      completion.complete(Outcome.REJECTED, Publisher.NOT_CONNECTED);
      return;
    }
    Outgoing message = batch[0];
    try {
      channel.basicPublish(
          messages.exchange(),
          messages.routingKey(message),
          mandatory,
          messages.properties(message),
          message.body);
      if (handler.execute(message.body) == Resolution.ROLLBACK) {
        channel.txRollback();
        completion.complete(Outcome.ACKED, ROLLED_BACK);
      } else {
        channel.txCommit();
        completion.complete(Outcome.ACKED, COMMITTED);
      }
    } catch (IOException | RuntimeException e) {
      completion.complete(Outcome.UNKNOWN, Confirms.LOST);
    }
  }

  /** Its connection goes with the session. */
  @Override
  public void close() {}
}
