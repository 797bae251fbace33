package io.brokerbench.rocketmq;

import io.brokerbench.driver.Completion;
import io.brokerbench.driver.Outgoing;
import io.brokerbench.driver.Producer;
import io.brokerbench.driver.TransactionHandler;
import org.apache.rocketmq.client.producer.SendResult;
import org.apache.rocketmq.client.producer.TransactionMQProducer;

/**
 * Sends in transactions. The client chooses the queue; where the half message is not stored as
 * promised, it rolls back without asking for the local transaction.
 */
final class TransactionalProducer implements Producer {

  private final Messages messages;
  private final TransactionMQProducer client;
  private final TransactionHandler handler;
  private final TransactionHandlers handlers;

  TransactionalProducer(
      Messages messages,
      TransactionMQProducer client,
      TransactionHandler handler,
      TransactionHandlers handlers) {
    this.messages = messages;
    this.client = client;
    this.handler = handler;
    this.handlers = handlers;
    handlers.add(handler);
  }

  /**
   * {@inheritDoc}
   *
   * @throws IllegalStateException if a handler failed, this one or one that was asked back
   */
  @Override
  public void send(Outgoing[] outgoing, Completion completion) {
    SendResult result;
    try {
      result = client.sendMessageInTransaction(messages.of(outgoing[0]), handler);
    } catch (Exception e) {
      RocketMqProducer.failed(e, completion);
      return;
    }
    RocketMqProducer.sent(result, completion);
    handlers.check();
  }

  @Override
  public void close() {
    handlers.check();
  }
}
