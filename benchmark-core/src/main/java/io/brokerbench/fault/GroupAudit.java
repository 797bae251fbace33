package io.brokerbench.fault;

import io.brokerbench.record.MessageSet;
import io.brokerbench.record.OrderCheck;
import io.brokerbench.record.Receipts;
import io.brokerbench.record.Reconciliation;
import org.jspecify.annotations.Nullable;

/**
 * Messages of a consumer group by the audit's findings.
 *
 * @param lost acknowledged and never received
 * @param indeterminate not received, because the run did not wait for them or because they may not
 *     be stored
 * @param duplicates received again, and not marked by the broker as redelivered
 * @param reordered received after a later one of their sender and queue; null if order is not
 *     checked
 */
public record GroupAudit(
    MessageSet lost,
    MessageSet indeterminate,
    MessageSet duplicates,
    @Nullable MessageSet reordered) {

  public static GroupAudit of(Reconciliation reconciliation, Receipts receipts) {
    OrderCheck order = receipts.order();
    return new GroupAudit(
        reconciliation.lost(),
        reconciliation.indeterminate(),
        receipts.duplicates(),
        order == null ? null : order.reordered());
  }
}
