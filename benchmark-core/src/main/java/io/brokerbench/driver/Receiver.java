package io.brokerbench.driver;

/** Receives the messages of consumers. Thread-safe: clients call it from all their threads. */
@FunctionalInterface
public interface Receiver {

  /** Marks an unknown time. */
  long UNKNOWN_TIME = -1;

  /**
   * Marks an unknown queue: of clients that do not keep the order of queues, or one that a topic
   * got after the consumers started.
   */
  int UNKNOWN_QUEUE = -1;

  /** Marks a delivery whose settlement is not recorded. */
  long UNTIMED = Long.MIN_VALUE;

  /**
   * Consumes a message in the caller's thread. An exception is a defect of brokerbench, not a
   * failure of the broker; the caller keeps it as its {@link Subscription#failure()}.
   *
   * @param body as received; neither modified nor kept
   * @param queue index of its queue among all queues of all topics, on all brokers, from 0; {@link
   *     #UNKNOWN_QUEUE} if the delivery does not name it, or if it has no index
   * @param bornMillis creation time in the producer's client, wall clock of that host, since 1970;
   *     {@link #UNKNOWN_TIME} if the message does not carry it
   * @param storedMillis store time on the broker, wall clock of that host, since 1970; {@link
   *     #UNKNOWN_TIME} if the message does not carry it
   * @param attempt 0 for the first delivery, above 0 for redeliveries
   * @return whether the message is consumed; if false, the broker should deliver it again
   */
  boolean receive(byte[] body, int queue, long bornMillis, long storedMillis, int attempt);

  /**
   * A receiver of messages that arrived together just now, in order, for the caller's thread until
   * its next message.
   */
  default Receiver together() {
    return this;
  }

  /**
   * The message that the caller's thread received last, as a number for {@link #settled}. It is
   * returned once; {@link #UNTIMED} afterwards, and for a message whose settlement is not recorded.
   */
  default long delivery() {
    return UNTIMED;
  }

  /**
   * Records that a message is settled: the client has just given the consumer's acknowledgement or
   * refusal to the broker or, where that is answered, has just got the answer. May be called by any
   * thread, on the receiver of all threads, not on one that {@link #together} returned; never
   * called by a driver whose {@link Driver#whyNoSettleTime} has a reason.
   *
   * @param delivery number of the message, by {@link #delivery}
   */
  default void settled(long delivery) {}

  /**
   * The same for messages that one acknowledgement has settled.
   *
   * @param deliveries numbers of messages, of which the first {@code count} are settled; neither
   *     modified nor kept
   */
  default void settled(long[] deliveries, int count) {}
}
