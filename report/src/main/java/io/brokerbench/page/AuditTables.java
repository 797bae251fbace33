package io.brokerbench.page;

import io.brokerbench.document.Block;
import io.brokerbench.document.Block.Paragraph;
import io.brokerbench.document.Table;
import io.brokerbench.results.Audit;
import io.brokerbench.results.BrokerCounts;
import io.brokerbench.results.RunResult;
import io.brokerbench.results.Sends;
import io.brokerbench.units.Units;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Tables of the audit and of the outcomes of sends. */
final class AuditTables {

  private AuditTables() {}

  static List<Block> of(RunResult run) {
    List<Block> blocks = new ArrayList<>();
    Audit audit = run.audit();
    if (audit.unasked() != null) {
      blocks.add(new Paragraph("Not compared with the brokers: " + audit.unasked()));
    }
    if (audit.agreesWithBroker() != null) {
      blocks.add(
          new Paragraph(
              audit.agreesWithBroker()
                  ? "The brokers' own counts agree with the counts of this run."
                  : "The brokers' own counts DISAGREE with the counts of this run."));
    }
    blocks.add(counts(audit, run.promise().acknowledged()));
    if (audit.brokers() != null) {
      blocks.add(brokers(audit.brokers()));
    }
    Table outcomes = outcomes(run.sends());
    if (!outcomes.rows().isEmpty()) {
      blocks.add(outcomes);
    }
    return blocks;
  }

  /** Where no send is answered (one way, QoS 0), some counts have a different meaning. */
  private static Table counts(Audit audit, boolean answered) {
    Counts rows = new Counts(Table.of("Messages of the whole run", "lrl", "|messages|meaning"));
    rows.add("attempted", audit.attempted(), "passed to the client in the whole run");
    rows.add(
        "acked",
        audit.acked(),
        answered ? "acknowledged" : "acknowledged: no send is answered here");
    rows.add(
        "unknown", audit.unknown(), answered ? "without an answer" : "sent; no answer expected");
    rows.add("rejected", audit.rejected(), "rejected, and not stored");
    rows.add("brokerCount", audit.brokerCount(), "held by the brokers, by their own count");
    rows.add("replicaCount", audit.replicaCount(), "held by the slave");
    rows.add(
        "delivered",
        audit.delivered(),
        answered ? "acknowledged and received" : "sent and received");
    rows.add("lost", audit.lost(), "acknowledged, and never received");
    rows.add("recovered", audit.recovered(), "received, although its send was not answered");
    rows.add(
        "indeterminate",
        audit.indeterminate(),
        answered ? "unknown, and not received" : "sent, and never received");
    rows.add(
        "phantom",
        audit.phantom(),
        "rejected, rolled back or filtered out, and received nevertheless");
    rows.add(
        "unselected",
        audit.unselected(),
        "not received; a filter or an open transaction may be the reason");
    rows.add("duplicated", audit.duplicated(), "received again without a redelivery");
    rows.add(
        "reordered",
        audit.reordered(),
        "received after a later one of the same producer and queue");
    rows.add("corrupt", audit.corrupt(), "received with a wrong checksum");
    rows.add("unexpected", audit.unexpected(), "received, and not of this run");
    rows.add(
        "consumerProgress",
        audit.consumerProgress(),
        "consumed by the group, by the brokers' own count");
    return rows.table.build();
  }

  private static Table brokers(Map<String, BrokerCounts> brokers) {
    Table.Builder table =
        Table.of(
            "Messages of the whole run by broker, and what it holds by its own count",
            "lrrrrrl",
            "broker|attempted|acked|unknown|rejected|held|agrees");
    brokers.forEach(
        (name, counts) ->
            table.add(
                name,
                Units.count(counts.attempted()),
                Units.count(counts.acked()),
                Units.count(counts.unknown()),
                Units.count(counts.rejected()),
                counts.held() == null ? "not reported" : Units.count(counts.held()),
                counts.held() == null ? "" : counts.disagrees() ? "NO" : "yes"));
    return table.build();
  }

  private record Counts(Table.Builder table) {
    void add(String name, @Nullable Long count, String meaning) {
      if (count != null) {
        table.add(name, Units.count(count), meaning);
      }
    }
  }

  private static Table outcomes(Sends sends) {
    Table.Builder table = Table.of("Sends of measured time", "llr", "outcome|kind|messages");
    outcomes(table, "answered", sends.ackedByStatus());
    outcomes(table, "rejected", sends.rejected());
    outcomes(table, "unknown", sends.unknown());
    return table.build();
  }

  private static void outcomes(Table.Builder table, String outcome, Map<String, Long> counts) {
    counts.forEach((kind, count) -> table.add(outcome, kind, Units.count(count)));
  }
}
