package io.brokerbench.driver;

import io.brokerbench.workload.Load.SendMode;

/**
 * Sends on behalf of one sender thread. Only that thread calls {@link #send}; {@link #close} may be
 * called by any thread.
 */
public interface Producer extends AutoCloseable {

  /**
   * Sends the messages as one request.
   *
   * <p>Calls {@link Completion#complete} exactly once, before it returns or later, from any thread;
   * throws nothing. In mode {@link SendMode#SYNC} the caller may reuse the bodies once the outcome
   * is {@code ACKED} or {@code REJECTED}; in all other cases they belong to the client. The {@link
   * Outgoing} objects themselves must not be kept.
   */
  void send(Outgoing[] messages, Completion completion);

  /** Releases what belongs to this producer alone; a session closes its connections itself. */
  @Override
  default void close() {}
}
