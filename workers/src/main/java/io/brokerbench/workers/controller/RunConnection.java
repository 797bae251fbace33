package io.brokerbench.workers.controller;

import io.brokerbench.workers.link.StreamLink;
import io.brokerbench.workers.protocol.FromWorker;
import io.brokerbench.workers.protocol.ToWorker;

/**
 * The JVM of a run.
 *
 * @param link what the run has of it
 * @param onConfirmed runs when it has read its welcome
 */
record RunConnection(StreamLink<ToWorker> link, Runnable onConfirmed) implements Peer {

  @Override
  public void confirmed() {
    onConfirmed.run();
  }

  @Override
  public void received(FromWorker message) {
    switch (message.getContentCase()) {
      case PAYLOAD -> link.received(message.getPayload());
      case RUN_ENDED -> ended(message.getRunEnded().getFailure());
      default -> {
        // A message of a worker without a run.
      }
    }
  }

  private void ended(String failure) {
    if (failure.isEmpty()) {
      link.ended();
    } else {
      link.lost(failure);
    }
  }

  @Override
  public void silent() {
    link.silent();
  }

  @Override
  public void lost(String reason) {
    link.lost(reason);
  }
}
