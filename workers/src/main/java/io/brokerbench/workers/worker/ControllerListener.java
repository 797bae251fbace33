package io.brokerbench.workers.worker;

import io.brokerbench.workers.protocol.ToWorker;

/** Learns what the controller sends. One call at a time; after {@link #lost} there is no call. */
interface ControllerListener {

  /** A message other than a tick or the answer to the Hello. */
  void received(ToWorker message);

  /**
   * The controller is gone.
   *
   * @param reason a clause about it
   */
  void lost(String reason);
}
