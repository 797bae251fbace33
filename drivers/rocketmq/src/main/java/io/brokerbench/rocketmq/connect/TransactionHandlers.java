package io.brokerbench.rocketmq.connect;

import io.brokerbench.driver.FirstFailure;
import io.brokerbench.driver.TransactionHandler;
import io.brokerbench.record.Resolution;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.rocketmq.client.apis.message.MessageView;
import org.apache.rocketmq.client.apis.producer.TransactionChecker;
import org.apache.rocketmq.client.apis.producer.TransactionResolution;
import org.apache.rocketmq.client.producer.LocalTransactionState;
import org.apache.rocketmq.client.producer.TransactionListener;
import org.apache.rocketmq.common.message.Message;
import org.apache.rocketmq.common.message.MessageConst;
import org.apache.rocketmq.common.message.MessageExt;
import org.jspecify.annotations.Nullable;

/**
 * The transaction listener of either client for all producers of a session. Thread-safe:
 * check-backs arrive on client threads, for messages of any producer.
 *
 * <p>The clients treat an exception as "unknown" and do not report it; it is kept here and reported
 * to the senders.
 */
public final class TransactionHandlers implements TransactionListener, TransactionChecker {

  /** Property with the number of the check-back, which proxies pass on. */
  private static final String CHECK_TIMES = MessageConst.PROPERTY_TRANSACTION_CHECK_TIMES;

  private final AtomicReference<@Nullable TransactionHandler> any = new AtomicReference<>();
  private final FirstFailure failure = new FirstFailure();

  /** Adds a handler; the first one added answers all check-backs. */
  public void add(TransactionHandler handler) {
    any.compareAndSet(null, handler);
  }

  /** Executes a local transaction with its handler; unknown if the handler fails. */
  public Resolution execute(TransactionHandler handler, byte[] body) {
    try {
      return handler.execute(body);
    } catch (RuntimeException | Error e) {
      failure.keep(e);
      return Resolution.UNKNOWN;
    }
  }

  /**
   * Answers a check-back.
   *
   * @param number of the check-back as the message states it; null for the first one
   */
  private Resolution answer(byte[] body, @Nullable String number) {
    TransactionHandler handler = any.get();
    if (handler == null) {
      return Resolution.UNKNOWN;
    }
    try {
      return handler.check(body, number == null ? 1 : Integer.parseInt(number));
    } catch (RuntimeException | Error e) {
      failure.keep(e);
      return Resolution.UNKNOWN;
    }
  }

  @Override
  public LocalTransactionState executeLocalTransaction(Message message, Object handler) {
    return state(execute((TransactionHandler) handler, message.getBody()));
  }

  @Override
  public LocalTransactionState checkLocalTransaction(MessageExt message) {
    return state(answer(message.getBody(), message.getProperty(CHECK_TIMES)));
  }

  @Override
  public TransactionResolution check(MessageView message) {
    byte[] body = RocketMqMessages.body(message);
    return switch (answer(body, message.getProperties().get(CHECK_TIMES))) {
      case COMMIT -> TransactionResolution.COMMIT;
      case ROLLBACK -> TransactionResolution.ROLLBACK;
      case UNKNOWN -> TransactionResolution.UNKNOWN;
    };
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
  public void requireNoFailure() {
    Throwable thrown = failure.get();
    if (thrown != null) {
      throw new IllegalStateException("a transaction's handler failed: " + thrown, thrown);
    }
  }
}
