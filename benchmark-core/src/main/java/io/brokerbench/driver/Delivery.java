package io.brokerbench.driver;

/** A message as delivered to a consumer. Callers must not modify the body. */
public final class Delivery {

  /** Marks an unknown time. */
  public static final long UNKNOWN_TIME = -1;

  private final byte[] body;
  private final int queue;
  private final long bornMillis;
  private final long storedMillis;
  private final int attempt;

  /**
   * Creates a delivery.
   *
   * @param body as received; not copied
   * @param queue index of its queue among all queues of the topic, on all brokers, from 0
   * @param bornMillis creation time in the producer's client, wall clock of that host, since 1970;
   *     {@link #UNKNOWN_TIME} if the message does not carry it
   * @param storedMillis store time on the broker, wall clock of that host, since 1970; {@link
   *     #UNKNOWN_TIME} if the message does not carry it
   * @param attempt 0 for the first delivery, above 0 for redeliveries
   */
  public Delivery(byte[] body, int queue, long bornMillis, long storedMillis, int attempt) {
    this.body = body;
    this.queue = queue;
    this.bornMillis = bornMillis;
    this.storedMillis = storedMillis;
    this.attempt = attempt;
  }

  public byte[] body() {
    return body;
  }

  public int queue() {
    return queue;
  }

  public long bornMillis() {
    return bornMillis;
  }

  public long storedMillis() {
    return storedMillis;
  }

  public int attempt() {
    return attempt;
  }
}
