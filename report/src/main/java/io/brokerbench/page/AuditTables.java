package io.brokerbench.page;

import com.fasterxml.jackson.databind.JsonNode;
import io.brokerbench.document.Block;
import io.brokerbench.document.Block.Paragraph;
import io.brokerbench.document.Table;
import io.brokerbench.report.Units;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What became of each message, and what the brokers say of it. */
final class AuditTables {

  private static final Map<String, String> MEANINGS = new LinkedHashMap<>();

  static {
    MEANINGS.put("attempted", "sent, or tried to be, in the whole run");
    MEANINGS.put("acked", "acknowledged");
    MEANINGS.put("unknown", "nobody told what became of them");
    MEANINGS.put("rejected", "surely not stored");
    MEANINGS.put("brokerCount", "the brokers hold, by their own offsets");
    MEANINGS.put("replicaCount", "the slave holds");
    MEANINGS.put("delivered", "acknowledged and received");
    MEANINGS.put("lost", "acknowledged, and never received");
    MEANINGS.put("recovered", "received, though the answer to its send was lost");
    MEANINGS.put("indeterminate", "unknown, and not received");
    MEANINGS.put("phantom", "rejected, and received nevertheless");
    MEANINGS.put("unselected", "left out by the filter");
    MEANINGS.put("duplicated", "received more than once");
    MEANINGS.put("reordered", "received after a later one of the same producer and queue");
    MEANINGS.put("corrupt", "received with a wrong checksum");
    MEANINGS.put("unexpected", "received, and not of this run");
    MEANINGS.put("consumerProgress", "the group has taken, by the brokers' own count");
  }

  /** What differs where no send is answered: one way, QoS 0. */
  private static final Map<String, String> ONE_WAY_MEANINGS =
      Map.of(
          "acked", "acknowledged: no send is answered here",
          "unknown", "sent; no answer was to come",
          "delivered", "sent and received",
          "indeterminate", "sent, and never received");

  private AuditTables() {}

  static List<Block> of(JsonNode run) {
    List<Block> blocks = new ArrayList<>();
    JsonNode audit = run.path("audit");
    if (audit.path("unasked").isTextual()) {
      blocks.add(new Paragraph("Not compared with the brokers: " + audit.path("unasked").asText()));
    }
    if (audit.path("agreesWithBroker").isBoolean()) {
      blocks.add(
          new Paragraph(
              audit.path("agreesWithBroker").asBoolean()
                  ? "The brokers' own counts agree with ours."
                  : "The brokers' own counts DISAGREE with ours."));
    }
    boolean answered = run.at("/promise/acknowledged").asBoolean(true);
    Table.Builder table = Table.of("Messages of the whole run", "lrl", "", "messages", "meaning");
    MEANINGS.forEach(
        (name, meaning) -> {
          if (audit.path(name).isNumber()) {
            table.add(
                name,
                Units.count(audit.path(name).asLong()),
                answered ? meaning : ONE_WAY_MEANINGS.getOrDefault(name, meaning));
          }
        });
    Table counts = table.build();
    if (!counts.rows().isEmpty()) {
      blocks.add(counts);
    }
    Table outcomes = outcomes(run.path("sends"));
    if (!outcomes.rows().isEmpty()) {
      blocks.add(outcomes);
    }
    return blocks;
  }

  private static Table outcomes(JsonNode sends) {
    Table.Builder table = Table.of("Sends of measured time", "llr", "outcome", "kind", "messages");
    sends
        .path("byStatus")
        .properties()
        .forEach(
            each -> table.add("answered", each.getKey(), Units.count(each.getValue().asLong())));
    for (String outcome : List.of("rejected", "unknown")) {
      sends
          .path(outcome)
          .properties()
          .forEach(
              each -> table.add(outcome, each.getKey(), Units.count(each.getValue().asLong())));
    }
    return table.build();
  }
}
