package io.brokerbench.result;

import io.brokerbench.record.MessageSet;
import io.brokerbench.record.OrderCheck;
import io.brokerbench.record.Reckoning;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * {@code audit.csv}: which messages were lost, recovered, and so on, by producer and sequence, a
 * row for each range of sequences that follow each other.
 */
final class AuditCsv {

  /** Rows of one kind; whoever loses more will not read them. */
  private static final int MAX_ROWS = 100_000;

  private AuditCsv() {}

  /** The file's text; only its first line if there is nothing to tell. */
  static String of(Received received) {
    StringBuilder csv = new StringBuilder("kind,producer,firstSequence,lastSequence\n");
    sets(received)
        .forEach(
            (kind, messages) -> {
              for (MessageSet.Range range : messages.ranges(MAX_ROWS)) {
                csv.append(kind).append(',').append(range.producer());
                csv.append(',').append(range.first()).append(',').append(range.last());
                csv.append('\n');
              }
            });
    return csv.toString();
  }

  private static Map<String, MessageSet> sets(Received received) {
    Map<String, MessageSet> sets = new LinkedHashMap<>();
    Reckoning reckoning = received.reckoning();
    if (reckoning != null) {
      sets.put("lost", reckoning.lost());
      sets.put("recovered", reckoning.recovered());
      sets.put("indeterminate", reckoning.indeterminate());
      sets.put("phantom", reckoning.phantom());
    }
    sets.put("duplicated", received.receipts().duplicates());
    sets.put("corrupt", received.receipts().corrupt());
    OrderCheck order = received.receipts().order();
    if (order != null) {
      sets.put("reordered", order.reordered());
      sets.put("reorderedInShard", order.reorderedInShard());
    }
    return sets;
  }
}
