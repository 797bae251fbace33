package io.brokerbench.workers.link;

/**
 * The connection of one worker's run to its controller, as either side has it. Messages arrive in
 * order, each once. Thread-safe.
 */
public interface WorkerLink {

  /** The other side, for messages: "a at 10.0.0.5". */
  String name();

  /**
   * Sends a message; waits while the other side does not read, but not within a call of the
   * listener.
   *
   * @param payload at most {@link io.brokerbench.workers.protocol.WorkerProtocol#MAX_PAYLOAD_BYTES}
   * @throws LinkLostException if the connection has ended
   */
  void send(byte[] payload) throws LinkLostException, InterruptedException;

  /** Sets the only listener, once; it first receives what arrived before. */
  void listen(LinkListener listener);

  /**
   * Ends the connection; without effect if it has ended. The listener of the other side learns that
   * it is lost, that of this side learns nothing.
   */
  void close();
}
