package io.brokerbench.measurement;

import io.brokerbench.driver.BrokerException;
import io.brokerbench.driver.NotPermittedException;
import io.brokerbench.results.Audit.UnaskedCause;
import io.brokerbench.units.Text;

/**
 * Reason why a count of the brokers is missing.
 *
 * @param text description in one line
 * @param cause kind of the reason
 */
public record MissingCount(String text, UnaskedCause cause) {

  /** Brokers of this kind do not report a count. */
  public static final MissingCount NO_COUNT =
      new MissingCount(
          "the brokers do not report how many messages they stored", UnaskedCause.NO_COUNT);

  /** The brokers' count includes messages that the run did not send, or sent again. */
  public static final MissingCount COUNT_OF_ALL =
      new MissingCount(
          "the brokers also count other or repeated messages, and count more than this run sent",
          UnaskedCause.COUNT_OF_ALL);

  /** What the brokers should hold is not known. */
  public static final MissingCount LOST_WORKER =
      new MissingCount(
          "what a lost worker sent after its last report is not known", UnaskedCause.LOST_WORKER);

  /**
   * A count that had not reached the number of acknowledged messages when a signal ended the wait
   * for it.
   */
  public static MissingCount notFinal(long count, long acked) {
    return new MissingCount(
        Text.of(
            "a signal ended the wait for a count, which was %,d of %,d acknowledged messages and"
                + " could still grow",
            count, acked),
        UnaskedCause.NOT_FINAL);
  }

  /** A query that failed; one that is not permitted would fail again. */
  public static MissingCount failed(BrokerException cause) {
    return new MissingCount(
        String.valueOf(cause.getMessage()),
        cause instanceof NotPermittedException ? UnaskedCause.NOT_PERMITTED : UnaskedCause.FAILED);
  }
}
