package io.brokerbench.driver;

import java.util.Map;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** The running consumers of a group. Thread-safe. */
public interface Subscription extends AutoCloseable {

  /**
   * Number of messages that the group has consumed since the session was opened, by the brokers'
   * record of its progress; empty if this kind of consumption has no such record.
   */
  OptionalLong progress() throws BrokerException;

  /**
   * Additional counts of clients and brokers, by name: {@code rebalances}, {@code retries}, {@code
   * deadLetters}, {@code servedBy.<node>}. Unknown counts are omitted; counts that are not
   * available by group are reported by the first group only.
   */
  Map<String, Long> counts();

  /**
   * The first exception thrown by the receiver or by the driver's code around it; null if there is
   * none. Failures of brokers and connections are not included: the driver recovers from them and
   * counts them.
   */
  @Nullable Throwable failure();

  /** Stops the consumers; messages that are being consumed may still arrive during the call. */
  @Override
  void close();
}
