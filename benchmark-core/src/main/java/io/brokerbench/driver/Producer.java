package io.brokerbench.driver;

import io.brokerbench.workload.Load.SendMode;

/**
 * Sends for one sender thread. Only that thread calls {@link #send}; {@link #close} may come from
 * any other.
 */
public interface Producer extends AutoCloseable {

  /**
   * Sends the messages as one request.
   *
   * <p>Calls {@link Completion#complete} exactly once, before it returns or later, from any thread;
   * throws nothing. In mode {@link SendMode#SYNC} the bodies are the caller's again once the
   * completion said {@code ACKED} or {@code REJECTED}; else they are the client's for good. The
   * {@link Outgoing} objects themselves must not be kept.
   */
  void send(Outgoing[] messages, Completion completion);

  @Override
  void close();
}
