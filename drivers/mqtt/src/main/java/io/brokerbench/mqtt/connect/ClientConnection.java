package io.brokerbench.mqtt.connect;

import io.brokerbench.driver.Completion;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/**
 * One connection. After a loss, the connection and its subscriptions are opened again, until it is
 * closed. Thread-safe.
 */
public interface ClientConnection {

  /** Connects; fails with a {@link io.brokerbench.driver.BrokerException}. */
  CompletableFuture<Void> connect();

  /**
   * Publishes a message and completes exactly once: with QoS 0 when the message is written, with
   * QoS 1 on PUBACK, with QoS 2 on PUBCOMP.
   */
  void publish(String topic, byte[] body, Completion completion);

  /** Removes the retained message of a topic, if any; completes when the request is written. */
  CompletableFuture<Void> clear(String topic);

  /**
   * Subscribes; fails with a {@link io.brokerbench.driver.BrokerException}.
   *
   * @return the QoS granted for each filter; above 2 if the subscription is refused
   */
  CompletableFuture<List<Integer>> subscribe(List<String> filters, int qos);

  boolean isOpen();

  /** Closes the connection; the broker keeps a persistent session. */
  CompletableFuture<Void> disconnect();
}
