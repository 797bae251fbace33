package io.brokerbench.driver;

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
}
