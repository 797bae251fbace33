package io.brokerbench.driver;

import java.util.Map;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** The consumers of a group at work. Thread-safe. */
public interface Subscription extends AutoCloseable {

  /**
   * How many messages the group has behind it since the session began, by the brokers' own record
   * of its progress; empty if this kind of consumption has none.
   */
  OptionalLong progress() throws BrokerException;

  /**
   * What the clients and the brokers count apart, by name: {@code rebalances}, {@code retries},
   * {@code deadLetters}, {@code servedBy.<node>}. What cannot be found out is left out, and what
   * cannot be told apart by group is told by the first alone.
   */
  Map<String, Long> counts();

  /**
   * What the receiver, or the driver's own code around it, threw first while it consumed; null if
   * nothing. Brokers and connections that fail are no such failure: they are repaired and counted.
   */
  @Nullable Throwable failure();

  /** Stops the consumers; what they were about to consume may still arrive meanwhile. */
  @Override
  void close();
}
