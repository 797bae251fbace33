package io.brokerbench.rocketmq;

import io.brokerbench.driver.Completion;
import io.brokerbench.driver.Outgoing;
import io.brokerbench.driver.Producer;
import io.brokerbench.driver.TransactionHandler;
import io.brokerbench.rocketmq.connect.Failure;
import io.brokerbench.rocketmq.connect.RocketMqMessages;
import io.brokerbench.rocketmq.connect.TransactionHandlers;
import org.apache.rocketmq.client.producer.SendResult;
import org.apache.rocketmq.client.producer.TransactionMQProducer;

/**
 * Sends transactional messages. The client chooses the queue; if the send status of the half
 * message is not SEND_OK, the client rolls back without executing the local transaction.
 */
record TransactionalProducer(
    RocketMqMessages messages,
    TransactionMQProducer client,
    TransactionHandler handler,
    TransactionHandlers handlers)
    implements Producer {

  /**
   * {@inheritDoc}
   *
   * @throws IllegalStateException if a handler failed, this producer's or one of a check-back
   */
  @Override
  public void send(Outgoing[] outgoing, Completion completion) {
    SendResult result;
    try {
      result = client.sendMessageInTransaction(messages.of(outgoing[0]), handler);
    } catch (Exception e) {
      RocketMqProducer.failed(Failure.of(e), completion);
      return;
    }
    RocketMqProducer.sent(result, completion);
    handlers.requireNoFailure();
  }

  @Override
  public void close() {
    handlers.requireNoFailure();
  }
}
