package io.brokerbench.driver;

/**
 * A connection of a client that neither sends nor receives messages. For one thread at a time,
 * except {@link #isOpen}.
 */
public interface IdleConnection extends AutoCloseable {

  /**
   * Subscribes to something that has no messages; returns when a broker has confirmed it. What the
   * subscription creates at the brokers is gone when the connection or the session is closed.
   *
   * @throws ConnectionFailedException if the subscription is refused, or not confirmed in time
   */
  void subscribe() throws ConnectionFailedException, InterruptedException;

  /** Whether it is open, as far as the client knows; it may have been lost. For any thread. */
  boolean isOpen();

  /** Closes the connection, and waits for that for a limited time; ignores failures. */
  @Override
  void close();
}
