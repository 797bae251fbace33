package io.brokerbench.driver;

/** Takes what consumers get. Thread-safe: clients call it from all their threads. */
@FunctionalInterface
public interface Receiver {

  /**
   * Consumes a message, in the caller's thread. What it throws is a defect of brokerbench, and
   * never the broker's: the caller keeps it as its {@link Subscription#failure()}.
   *
   * @return whether it is consumed; if not, it is to come again
   */
  boolean receive(Delivery delivery);
}
