package io.brokerbench.result;

import io.brokerbench.record.MessageSet;
import io.brokerbench.record.OrderCheck;
import io.brokerbench.record.Reckoning;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * {@code audit.csv}: which messages were lost, recovered, and so on, by producer and sequence, a
 * row for each range of sequences that follow each other; of several groups also by group.
 */
final class AuditCsv {

  /** Rows of one kind and group; whoever loses more will not read them. */
  private static final int MAX_ROWS = 100_000;

  private AuditCsv() {}

  /** The file's text; only its first line if there is nothing to tell. */
  static String of(Received received) {
    StringBuilder csv = new StringBuilder("kind,producer,firstSequence,lastSequence");
    csv.append(received.ofSeveral() ? ",group\n" : "\n");
    for (Received.Group group : received.groups()) {
      String end = received.ofSeveral() ? "," + group.name() + "\n" : "\n";
      sets(group)
          .forEach(
              (kind, messages) -> {
                for (MessageSet.Range range : messages.ranges(MAX_ROWS)) {
                  csv.append(kind).append(',').append(range.producer());
                  csv.append(',').append(range.first()).append(',').append(range.last());
                  csv.append(end);
                }
              });
    }
    return csv.toString();
  }

  private static Map<String, MessageSet> sets(Received.Group group) {
    Map<String, MessageSet> sets = new LinkedHashMap<>();
    Reckoning reckoning = group.reckoning();
    if (reckoning != null) {
      sets.put("lost", reckoning.lost());
      sets.put("recovered", reckoning.recovered());
      sets.put("indeterminate", reckoning.indeterminate());
      sets.put("phantom", reckoning.phantom());
    }
    sets.put("duplicated", group.receipts().duplicates());
    sets.put("corrupt", group.receipts().corrupt());
    OrderCheck order = group.receipts().order();
    if (order != null) {
      sets.put("reordered", order.reordered());
      sets.put("reorderedInShard", order.reorderedInShard());
    }
    return sets;
  }
}
