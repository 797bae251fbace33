package io.brokerbench.rocketmq.connect;

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
 * The client's transaction listener for all producers of a session. Thread-safe: check-backs arrive
 * on client threads, for messages of any producer.
 *
 * <p>The client treats an exception as "unknown" and does not report it; it is kept here and
 * reported to the senders.
 */
public final class TransactionHandlers implements TransactionListener {

  private final AtomicReference<@Nullable TransactionHandler> any = new AtomicReference<>();
  private final AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();

  /** Adds a handler; the first one added answers all check-backs. */
  public void add(TransactionHandler handler) {
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
   * Reports a kept failure.
   *
   * @throws IllegalStateException if a handler failed
   */
  public void check() {
    Throwable thrown = failure.get();
    if (thrown != null) {
      throw new IllegalStateException("a transaction's handler failed: " + thrown, thrown);
    }
  }
}
