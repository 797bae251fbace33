package io.brokerbench.record;

import io.brokerbench.record.Reconciliation.Expectation;
import io.brokerbench.record.Reconciliation.Visibility;

/**
 * Number of sent messages by visibility.
 *
 * @param visible acknowledged messages that must be received
 * @param uncertain messages that may be received: without an answer, or known only to the broker
 */
public record SendCount(long visible, long uncertain) {

  /** Counts the messages; exact once senders have stopped. */
  public static SendCount of(SendBook sent, Expectation expectation) {
    long visible = 0;
    long uncertain = 0;
    for (int producer = 0; producer < sent.producers(); producer++) {
      long attempted = sent.attempted(producer);
      for (long sequence = 0; sequence < attempted; sequence++) {
        SendOutcome outcome = sent.outcome(producer, sequence);
        Visibility visibility = expectation.of(producer, sequence);
        if (outcome == SendOutcome.REJECTED || visibility == Visibility.NO) {
          continue;
        }
        if (outcome == SendOutcome.ACKED && visibility == Visibility.YES) {
          visible++;
        } else {
          uncertain++;
        }
      }
    }
    return new SendCount(visible, uncertain);
  }
}
