package io.brokerbench.workers.link;

/**
 * Learns what happens on a {@link WorkerLink}. One call at a time, from any thread; as long as
 * {@link #received} runs, no further message is read. After {@link #ended} or {@link #lost} there
 * is no call.
 */
public interface LinkListener {

  /** A message arrived. */
  void received(byte[] payload);

  /** The other side has been silent for a while, but may still answer. */
  void silent();

  /** The other side ended the run as planned; only on the controller. */
  void ended();

  /**
   * The other side is gone.
   *
   * @param reason a clause with its name: "a at 10.0.0.5: its connection ended"
   */
  void lost(String reason);
}
