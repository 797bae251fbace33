package io.brokerbench.driver;

/**
 * Messages that producers passed to the client for one broker, with their outcomes so far.
 *
 * @param attempted all of them, those without an outcome among them
 * @param acked acknowledged by the broker
 * @param rejected rejected by the broker, or by the client before it
 */
public record BrokerSends(long attempted, long acked, long rejected) {

  /** Those of two sessions together. */
  public BrokerSends plus(BrokerSends other) {
    return new BrokerSends(
        attempted + other.attempted, acked + other.acked, rejected + other.rejected);
  }
}
