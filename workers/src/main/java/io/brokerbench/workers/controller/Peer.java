package io.brokerbench.workers.controller;

import io.brokerbench.workers.protocol.FromWorker;

/** What a connection is after its Hello. After {@link #lost} there is no call. */
interface Peer {

  /** The peer has read its welcome, and does not connect again. Once, before all other calls. */
  void confirmed();

  /** A message other than Hello or the answer to a tick. */
  void received(FromWorker message);

  /** Nothing was heard for a while. */
  void silent();

  /**
   * The connection has ended.
   *
   * @param reason a clause about the peer
   */
  void lost(String reason);
}
