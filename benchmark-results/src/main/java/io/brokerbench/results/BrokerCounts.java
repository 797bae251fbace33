package io.brokerbench.results;

import org.jspecify.annotations.Nullable;

/**
 * Messages of the whole run that were sent to a broker, compared with its own count.
 *
 * @param attempted passed to the client for this broker
 * @param acked acknowledged
 * @param unknown without a known outcome
 * @param rejected rejected
 * @param held held by the broker; null if it did not report it
 * @param agrees whether {@code held} is at least the number of acknowledged messages and at most
 *     that of acknowledged and unknown ones together; null without a count
 */
public record BrokerCounts(
    long attempted,
    long acked,
    long unknown,
    long rejected,
    @Nullable Long held,
    @Nullable Boolean agrees) {

  /** Compares the outcomes with a count; every message without an outcome is unknown. */
  public static BrokerCounts of(long attempted, long acked, long rejected, @Nullable Long held) {
    long unknown = attempted - acked - rejected;
    return new BrokerCounts(
        attempted,
        acked,
        unknown,
        rejected,
        held,
        held == null ? null : held >= acked && held <= acked + unknown);
  }

  /** Whether the broker's count contradicts the outcomes. */
  public boolean disagrees() {
    return Boolean.FALSE.equals(agrees);
  }

  /** Whether the broker holds fewer messages than it acknowledged. */
  public boolean lacks() {
    return held != null && held < acked;
  }

  /** The same without the broker's count. */
  public BrokerCounts withoutCount() {
    return new BrokerCounts(attempted, acked, unknown, rejected, null, null);
  }
}
