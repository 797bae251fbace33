package io.brokerbench.rocketmq;

import io.brokerbench.driver.Completion;
import io.brokerbench.driver.Outgoing;
import io.brokerbench.driver.Producer;
import io.brokerbench.driver.TransactionHandler;
import io.brokerbench.record.Resolution;
import io.brokerbench.record.SendOutcome;
import io.brokerbench.rocketmq.connect.TransactionHandlers;
import org.apache.rocketmq.client.apis.ClientException;
import org.apache.rocketmq.client.apis.producer.Transaction;

/**
 * Sends transactional messages through a proxy, which chooses the queue. Without an acknowledgement
 * of the half message, the local transaction is not executed.
 */
record GrpcTransactionalProducer(
    GrpcMessages messages,
    org.apache.rocketmq.client.apis.producer.Producer client,
    TransactionHandler handler,
    TransactionHandlers handlers)
    implements Producer {

  /** Before the kind of the failure of a commit or a rollback. */
  private static final String FAILED_END = "end-";

  /**
   * {@inheritDoc}
   *
   * @throws IllegalStateException if a handler failed, this producer's or one of a check-back
   */
  @Override
  public void send(Outgoing[] outgoing, Completion completion) {
    Transaction transaction;
    try {
      transaction = client.beginTransaction();
      client.send(messages.of(outgoing[0]), transaction);
    } catch (ClientException | RuntimeException e) {
      GrpcProducer.ended(e, completion);
      return;
    }
    String kind = end(transaction, handlers.execute(handler, outgoing[0].body));
    completion.complete(SendOutcome.ACKED, kind);
    handlers.requireNoFailure();
  }

  /** Ends a transaction; returns the kind of the acknowledged send. */
  private String end(Transaction transaction, Resolution resolution) {
    try {
      switch (resolution) {
        case COMMIT -> transaction.commit();
        case ROLLBACK -> transaction.rollback();
        case UNKNOWN -> {
          // The broker checks back.
        }
      }
      return GrpcProducer.OK;
    } catch (ClientException | RuntimeException e) {
      // The half message stays acknowledged; the broker checks back if it did not receive its end.
      handler.endFailed();
      return FAILED_END + GrpcFailure.of(e).kind();
    }
  }

  @Override
  public void close() {
    handlers.requireNoFailure();
  }
}
