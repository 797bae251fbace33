package io.brokerbench.record;

import io.brokerbench.record.Reckoning.Expectation;
import io.brokerbench.record.Reckoning.Visibility;
import java.util.ArrayList;
import java.util.List;

/**
 * Counts, while senders are at work, the acknowledged messages that a consumer group is to see.
 * Looks at each message but once, and again only while nobody told of it. For one thread.
 */
public final class AwaitedSends {

  private static final class Row {
    final List<Long> open = new ArrayList<>();
    long next;
  }

  private final SendBook sent;
  private final Expectation expectation;
  private final List<Row> rows = new ArrayList<>();
  private long count;

  /** Nothing counted yet. */
  public AwaitedSends(SendBook sent, Expectation expectation) {
    this.sent = sent;
    this.expectation = expectation;
  }

  /** How many there are now. */
  public long count() {
    int producers = sent.producers();
    while (rows.size() < producers) {
      rows.add(new Row());
    }
    for (int producer = 0; producer < producers; producer++) {
      follow(producer, rows.get(producer));
    }
    return count;
  }

  private void follow(int producer, Row row) {
    row.open.removeIf(sequence -> settled(producer, sequence));
    for (long attempted = sent.attempted(producer); row.next < attempted; row.next++) {
      if (!settled(producer, row.next)) {
        row.open.add(row.next);
      }
    }
  }

  /** Counts it if it is one of those; false if nobody told of it yet. */
  private boolean settled(int producer, long sequence) {
    if (!sent.hasEnded(producer, sequence)) {
      return false;
    }
    if (sent.outcome(producer, sequence) == Outcome.ACKED
        && expectation.of(producer, sequence) == Visibility.YES) {
      count++;
    }
    return true;
  }
}
