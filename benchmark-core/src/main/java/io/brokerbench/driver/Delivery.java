package io.brokerbench.driver;

/** A message as a consumer got it. Not to be changed. */
public final class Delivery {

  /** No time. */
  public static final long NOT_TOLD = -1;

  private final byte[] body;
  private final int queue;
  private final long bornMillis;
  private final long storedMillis;
  private final int attempt;

  /**
   * A delivery.
   *
   * @param body as it came; not copied
   * @param queue its queue's index among all queues of the topic, on all brokers, from 0
   * @param bornMillis when the producer's client made it, on that host's wall clock, since 1970;
   *     {@link #NOT_TOLD} if that does not come with it
   * @param storedMillis when the broker stored it, on that host's wall clock; likewise
   * @param attempt 0 for the first delivery; more for what the broker delivers again
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
