package io.brokerbench.rocketmq;

import io.brokerbench.driver.TransactionHandler;
import io.brokerbench.record.Resolution;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.rocketmq.client.producer.LocalTransactionState;
import org.apache.rocketmq.client.producer.TransactionListener;
import org.apache.rocketmq.common.message.Message;
import org.apache.rocketmq.common.message.MessageConst;
import org.apache.rocketmq.common.message.MessageExt;
import org.jspecify.annotations.Nullable;

/**
 * Answers the client's questions about the transactions of a session. Thread-safe: check-backs come
 * on threads of the client, for messages of any producer.
 *
 * <p>The client takes an exception for "unknown" and tells nobody; here it is kept for the senders.
 */
final class TransactionHandlers implements TransactionListener {

  private final AtomicReference<@Nullable TransactionHandler> any = new AtomicReference<>();
  private final AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();

  /** Makes a handler known that can answer check-backs. */
  void add(TransactionHandler handler) {
    any.compareAndSet(null, handler);
  }

  @Override
  public LocalTransactionState executeLocalTransaction(Message message, Object handler) {
    try {
      return state(((TransactionHandler) handler).execute(message.getBody()));
    } catch (RuntimeException | Error e) {
      failure.compareAndSet(null, e);
      return LocalTransactionState.UNKNOW;
    }
  }

  @Override
  public LocalTransactionState checkLocalTransaction(MessageExt message) {
    TransactionHandler handler = any.get();
    if (handler == null) {
      return LocalTransactionState.UNKNOW;
    }
    try {
      return state(handler.check(message.getBody(), number(message)));
    } catch (RuntimeException | Error e) {
      failure.compareAndSet(null, e);
      return LocalTransactionState.UNKNOW;
    }
  }

  private static int number(MessageExt message) {
    String times = message.getProperty(MessageConst.PROPERTY_TRANSACTION_CHECK_TIMES);
    return times == null ? 1 : Integer.parseInt(times);
  }

  private static LocalTransactionState state(Resolution resolution) {
    return switch (resolution) {
      case COMMIT -> LocalTransactionState.COMMIT_MESSAGE;
      case ROLLBACK -> LocalTransactionState.ROLLBACK_MESSAGE;
      case UNKNOWN -> LocalTransactionState.UNKNOW;
    };
  }

  /**
   * Lets nothing be lost.
   *
   * @throws IllegalStateException if a handler failed
   */
  void check() {
    Throwable thrown = failure.get();
    if (thrown != null) {
      throw new IllegalStateException("a transaction's handler failed: " + thrown, thrown);
    }
  }
}
