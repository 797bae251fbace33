package io.brokerbench.mqtt.connect;

/** Receives the messages of a connection. Called by threads of the client library. */
@FunctionalInterface
public interface MessageListener {

  /**
   * Receives a message.
   *
   * @param qos QoS of the delivery
   * @param again whether the message may have been received before: the broker retained it, and
   *     sends it to a new subscription, or marked it as a duplicate. Not for duplicates with QoS 2,
   *     which are faults even if they are marked
   */
  void arrived(String topic, byte[] body, int qos, boolean again);

  /**
   * The message that arrived last in this thread was acknowledged: its PUBACK or PUBCOMP was handed
   * to the client library. Not called by libraries that acknowledge messages by themselves.
   */
  default void acknowledged() {}

  /** Whether receiving a message may take long, which requires a separate thread. */
  default boolean takesTime() {
    return false;
  }
}
