package io.brokerbench.driver;

import io.brokerbench.record.Outcome;

/** Takes the outcome of a send. */
@FunctionalInterface
public interface Completion {

  /**
   * Ends a send.
   *
   * @param outcome what is known of the message
   * @param kind the broker's own name for it where the broker told (SEND_OK, SYSTEM_BUSY), else a
   *     name that begins with "client-"; few different ones, for they are counted by name
   */
  void complete(Outcome outcome, String kind);
}
