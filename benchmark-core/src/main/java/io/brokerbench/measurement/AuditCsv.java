package io.brokerbench.measurement;

import io.brokerbench.record.MessageSet;
import io.brokerbench.record.OrderCheck;
import io.brokerbench.record.Receipts;
import io.brokerbench.record.Reconciliation;
import java.util.Objects;

/**
 * {@code audit.csv}: the messages that were lost, recovered, and so on, by producer and sequence,
 * one row per range of consecutive sequences; with several groups also by group.
 * docs/metrics/audit.md explains it.
 */
final class AuditCsv {

  /** Name of the file in a result directory. */
  static final String FILE = "audit.csv";

  /** Maximum number of rows per kind and group; more would not be read. */
  private static final int MAX_ROWS = 100_000;

  private final boolean ofSeveral;
  private final StringBuilder csv = new StringBuilder("kind,producer,firstSequence,lastSequence");

  private AuditCsv(boolean ofSeveral) {
    this.ofSeveral = ofSeveral;
    csv.append(ofSeveral ? ",group\n" : "\n");
  }

  /**
   * The text of the file; only its header line if there are no such messages.
   *
   * @param received of a run that has ended
   */
  static String of(Received received) {
    AuditCsv audit = new AuditCsv(received.ofSeveral());
    received.groups().forEach(audit::add);
    return audit.csv.toString();
  }

  private void add(Received.Group group) {
    Reconciliation reconciliation = group.reconciliation();
    if (reconciliation != null) {
      rows("lost", reconciliation.lost(), group);
      rows("recovered", reconciliation.recovered(), group);
      rows("indeterminate", reconciliation.indeterminate(), group);
      rows("phantom", reconciliation.phantom(), group);
    }
    Receipts receipts = Objects.requireNonNull(group.receipts());
    rows("duplicated", receipts.duplicates(), group);
    rows("corrupt", receipts.corrupt(), group);
    rows("early", receipts.early(), group);
    OrderCheck order = receipts.order();
    if (order != null) {
      rows("reordered", order.reordered(), group);
      rows("reorderedInShard", order.reorderedInShard(), group);
    }
  }

  private void rows(String kind, MessageSet messages, Received.Group group) {
    for (MessageSet.Range range : messages.ranges(MAX_ROWS)) {
      String row = kind + "," + range.producer() + "," + range.first() + "," + range.last();
      csv.append(row).append(ofSeveral ? "," + group.name() : "").append('\n');
    }
  }
}
