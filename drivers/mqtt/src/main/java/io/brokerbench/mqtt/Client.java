package io.brokerbench.mqtt;

import io.brokerbench.driver.Completion;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/**
 * One connection. When it is lost it is opened again, and its subscriptions with it, until it is
 * closed. Thread-safe.
 */
interface Client {

  /** Connects; fails with a {@link io.brokerbench.driver.BrokerException}. */
  CompletableFuture<Void> connect();

  /**
   * Publishes, and tells the outcome exactly once: with QoS 0 when it is written, with QoS 1 at
   * PUBACK, with QoS 2 at PUBCOMP.
   */
  void publish(String topic, byte[] body, Completion completion);

  /** Removes the message that the broker retains of a topic, if any; done when that is written. */
  CompletableFuture<Void> clear(String topic);

  /**
   * Subscribes; fails with a {@link io.brokerbench.driver.BrokerException}.
   *
   * @return the quality of service that was granted for each filter; above 2 for none
   */
  CompletableFuture<List<Integer>> subscribe(List<String> filters, int qos);

  /** Ends the connection; the session of a persistent one stays at the broker. */
  CompletableFuture<Void> disconnect();
}
