package io.brokerbench.result;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.brokerbench.record.OrderCheck;
import io.brokerbench.record.Receipts;
import io.brokerbench.record.Reckoning;
import org.jspecify.annotations.Nullable;

/** The consumers' side in {@code run.json}; what is not known is null. */
final class ConsumptionJson {

  private ConsumptionJson() {}

  /** What became of every message; docs/METRICS.md explains each word. */
  static void audit(ObjectNode node, @Nullable Received received, Audit audit, boolean filtered) {
    Reckoning reckoning = received == null ? null : received.reckoning();
    put(node, "delivered", reckoning == null ? null : reckoning.delivered());
    put(node, "lost", reckoning == null ? null : reckoning.lost().size());
    put(node, "recovered", reckoning == null ? null : reckoning.recovered().size());
    put(node, "indeterminate", reckoning == null ? null : reckoning.indeterminate().size());
    put(node, "phantom", reckoning == null ? null : reckoning.phantom().size());
    put(node, "unselected", reckoning == null ? null : reckoning.unselected());
    Receipts receipts = received == null ? null : received.receipts();
    put(
        node,
        "duplicated",
        reckoning == null || receipts == null ? null : receipts.duplicates().size());
    put(node, "corrupt", receipts == null ? null : receipts.corruptDeliveries());
    put(node, "unexpected", receipts == null ? null : receipts.counts().unexpected());
    OrderCheck order = receipts == null ? null : receipts.order();
    put(node, "reordered", order == null ? null : order.reordered().size());
    put(node, "reorderedInShard", order == null ? null : order.reorderedInShard().size());
    put(node, "largestDisplacement", order == null ? null : order.largestDisplacement());
    Long progress =
        received == null || received.progress().isEmpty() ? null : received.progress().getAsLong();
    put(node, "consumerProgress", progress);
    // Clients do not report how far they are beyond the last message that a filter let through.
    if (progress == null || filtered || audit.brokerCount().isEmpty()) {
      node.putNull("agreesWithProgress");
    } else {
      node.put("agreesWithProgress", progress == audit.brokerCount().getAsLong());
    }
  }

  static void consumption(ObjectNode node, Received received) {
    Receipts.Counts counts = received.receipts().counts();
    node.put("deliveries", counts.deliveries());
    node.put("messages", counts.messages());
    node.put("redelivered", counts.redelivered());
    node.put("postponed", counts.postponed());
    node.put("duplicateDeliveries", received.receipts().duplicateDeliveries());
    node.put("foreign", counts.foreign());
    node.put("drainSeconds", received.drainSeconds());
    node.put("drainEndedBy", received.drainEndedBy());
    received.sideCounts().forEach(node::put);
    Received.Backlog backlog = received.backlog();
    if (backlog != null) {
      ObjectNode built = node.putObject("backlog");
      built.put("messages", backlog.messages());
      if (backlog.caughtUpSeconds() < 0) {
        built.putNull("caughtUpSeconds");
      } else {
        built.put("caughtUpSeconds", backlog.caughtUpSeconds());
      }
    }
  }

  static void transactions(ObjectNode node, Transacted transacted) {
    node.put("committed", transacted.committed());
    node.put("rolledBack", transacted.rolledBack());
    node.put("unknown", transacted.unknown());
    node.put("checkedCommitted", transacted.checkedCommitted());
    node.put("checkedRolledBack", transacted.checkedRolledBack());
    node.put("abandoned", transacted.abandoned());
    node.put("unresolved", transacted.unresolved());
    node.put("checkBacks", transacted.checks().checks());
    node.put("unexpectedCheckBacks", transacted.checks().unexpected());
    node.put("duplicateCheckBacks", transacted.checks().duplicate());
    node.put("foreignCheckBacks", transacted.checks().foreign());
  }

  private static void put(ObjectNode node, String name, @Nullable Long value) {
    if (value == null) {
      node.putNull(name);
    } else {
      node.put(name, value.longValue());
    }
  }
}
