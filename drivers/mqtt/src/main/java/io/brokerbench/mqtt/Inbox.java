package io.brokerbench.mqtt;

/** Takes what a connection receives. Called by the client library's threads. */
@FunctionalInterface
interface Inbox {

  /**
   * A message.
   *
   * @param qos with which it came
   * @param again whether the broker says that it may have come before
   */
  void arrived(String topic, byte[] body, int qos, boolean again);

  /** Whether taking a message may last, and needs a thread that nobody else waits for. */
  default boolean takesTime() {
    return false;
  }
}
