package io.brokerbench.driver;

/** Takes the outcome of a send. */
@FunctionalInterface
public interface Completion {

  /**
   * Ends a send.
   *
   * @param outcome what is known of the message
   * @param kind the broker's name for it (SEND_OK), or the kind of failure (client-timeout); few
   *     different ones, for they are counted by name
   */
  void complete(Outcome outcome, String kind);
}
