package io.brokerbench.record;

import io.brokerbench.record.Reckoning.Expectation;
import io.brokerbench.record.Reckoning.Visibility;

/**
 * What was sent, by what is to be seen of it.
 *
 * @param visible acknowledged, and to be seen
 * @param uncertain to be seen or not: nobody told, or only the broker knows
 */
public record SendCount(long visible, long uncertain) {

  /** Counts; exact while senders are at rest. */
  public static SendCount of(SendBook sent, Expectation expectation) {
    long visible = 0;
    long uncertain = 0;
    for (int producer = 0; producer < sent.producers(); producer++) {
      long attempted = sent.attempted(producer);
      for (long sequence = 0; sequence < attempted; sequence++) {
        Outcome outcome = sent.outcome(producer, sequence);
        Visibility visibility = expectation.of(producer, sequence);
        if (outcome == Outcome.REJECTED || visibility == Visibility.NO) {
          continue;
        }
        if (outcome == Outcome.ACKED && visibility == Visibility.YES) {
          visible++;
        } else {
          uncertain++;
        }
      }
    }
    return new SendCount(visible, uncertain);
  }
}
