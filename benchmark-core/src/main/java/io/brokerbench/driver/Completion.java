package io.brokerbench.driver;

import io.brokerbench.record.SendOutcome;

/** Receives the outcome of a send. */
@FunctionalInterface
public interface Completion {

  /**
   * Completes a send.
   *
   * @param outcome outcome for all messages of the request
   * @param kind the broker's name for the outcome, if it reported one (SEND_OK, SYSTEM_BUSY),
   *     otherwise a name that starts with "client-"; few different values, because they are counted
   *     by name
   */
  void complete(SendOutcome outcome, String kind);
}
