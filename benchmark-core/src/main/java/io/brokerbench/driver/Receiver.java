package io.brokerbench.driver;

import java.util.List;

/** Receives the messages of consumers. Thread-safe: clients call it from all their threads. */
@FunctionalInterface
public interface Receiver {

  /**
   * Consumes a message in the caller's thread. An exception is a defect of brokerbench, not a
   * failure of the broker; the caller keeps it as its {@link Subscription#failure()}.
   *
   * @return whether the message is consumed; if false, the broker should deliver it again
   */
  boolean receive(Delivery delivery);

  /**
   * Consumes messages that arrived together, in order, up to the first one that is not consumed.
   *
   * @return number of messages consumed; the broker should deliver all others again
   */
  default int receive(List<Delivery> deliveries) {
    int consumed = 0;
    while (consumed < deliveries.size() && receive(deliveries.get(consumed))) {
      consumed++;
    }
    return consumed;
  }
}
