package io.brokerbench.driver;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The running consumers of a group. Thread-safe. */
public interface Subscription extends AutoCloseable {

  /**
   * Additional counts of the clients, by name, such as {@code rebalances}: {@code leastOf..} is a
   * minimum of several clients, {@code mostOf..} a maximum, any other a sum.
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
