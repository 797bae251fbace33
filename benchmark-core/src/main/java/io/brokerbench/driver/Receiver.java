package io.brokerbench.driver;

/** Receives the messages of consumers. Thread-safe: clients call it from all their threads. */
@FunctionalInterface
public interface Receiver {

  /** Marks an unknown time. */
  long UNKNOWN_TIME = -1;

  /** Marks an unknown queue, of clients that do not keep the order of queues. */
  int UNKNOWN_QUEUE = -1;

  /**
   * Consumes a message in the caller's thread. An exception is a defect of brokerbench, not a
   * failure of the broker; the caller keeps it as its {@link Subscription#failure()}.
   *
   * @param body as received; neither modified nor kept
   * @param queue index of its queue among all queues of all topics, on all brokers, from 0; {@link
   *     #UNKNOWN_QUEUE} if the delivery does not name it
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
}
