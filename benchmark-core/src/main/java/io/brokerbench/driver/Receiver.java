package io.brokerbench.driver;

/** Takes what consumers get. Thread-safe: clients call it from all their threads. */
@FunctionalInterface
public interface Receiver {

  /**
   * Consumes a message, in the caller's thread.
   *
   * @return whether it is consumed; if not, it is to come again
   */
  boolean receive(Delivery delivery);
}
