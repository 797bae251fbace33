package io.brokerbench.record;

import io.brokerbench.record.Reconciliation.Expectation;
import io.brokerbench.record.Reconciliation.Visibility;
import java.util.ArrayList;
import java.util.List;

/**
 * Counts the acknowledged messages that a consumer group must receive, while senders are running.
 * Visits each message once, and again only while it has no outcome. For one thread.
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

  public AwaitedSends(SendBook sent, Expectation expectation) {
    this.sent = sent;
    this.expectation = expectation;
  }

  /** Number of such messages so far. */
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

  /** Counts a message if it is expected; returns false while it has no outcome. */
  private boolean settled(int producer, long sequence) {
    if (!sent.hasEnded(producer, sequence)) {
      return false;
    }
    if (sent.outcome(producer, sequence) == SendOutcome.ACKED
        && expectation.of(producer, sequence) == Visibility.YES) {
      count++;
    }
    return true;
  }
}
