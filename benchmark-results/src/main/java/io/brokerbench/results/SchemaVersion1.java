package io.brokerbench.results;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.BooleanNode;
import com.fasterxml.jackson.databind.node.DoubleNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.util.Map;
import java.util.Set;

/**
 * Upgrades files of schema version 1 to version 2. Version 1 gained fields over time; a file
 * without one of them gets the value that was implied then.
 */
final class SchemaVersion1 {

  private static final Set<String> HELPERS = Set.of("namesrv", "proxy");

  private SchemaVersion1() {}

  static void upgrade(ObjectNode run) {
    run.put("schemaVersion", RunResult.SCHEMA_VERSION);
    addIfAbsent(run, "faults", JsonNodeFactory.instance.arrayNode());
    if (run.path("verdict") instanceof ObjectNode verdict) {
      addIfAbsent(verdict, "notes", JsonNodeFactory.instance.arrayNode());
      if (verdict.path("reasons") instanceof ArrayNode reasons) {
        verdict.set("reasons", coded(reasons));
      }
    }
    if (run.path("promise") instanceof ObjectNode promise) {
      addIfAbsent(promise, "exactlyOnce", BooleanNode.FALSE);
      addIfAbsent(promise, "atMostOnce", BooleanNode.FALSE);
    }
    if (run.path("fsync") instanceof ObjectNode fsync) {
      addIfAbsent(fsync, "share", DoubleNode.valueOf(0));
    }
    if (run.path("throughput") instanceof ObjectNode throughput) {
      addIfAbsent(throughput, "sentPerSecond", throughput.path("achievedPerSecond"));
      addIfAbsent(
          throughput,
          "steadyState",
          JsonNodeFactory.instance.objectNode().put("status", "too short").put("cutSeconds", 0));
    }
    if (run.path("audit") instanceof ObjectNode audit) {
      addIfAbsent(audit, "done", BooleanNode.TRUE);
    }
    for (Map.Entry<String, JsonNode> use : run.path("resources").properties()) {
      if (!use.getKey().equals("host") && use.getValue() instanceof ObjectNode process) {
        process.put("role", role(use.getKey()));
      }
    }
  }

  private static ArrayNode coded(ArrayNode texts) {
    ArrayNode reasons = JsonNodeFactory.instance.arrayNode();
    for (JsonNode text : texts) {
      reasons
          .addObject()
          .put("code", code(text.asText()))
          .set("text", TextNode.valueOf(text.asText()));
    }
    return reasons;
  }

  /** The only reason that needs a code: runs with it were repeated. */
  private static String code(String text) {
    return text.startsWith("cut short") ? Verdict.Reason.INTERRUPTED : Verdict.Reason.UNCODED;
  }

  private static String role(String process) {
    return process.equals("generator")
        ? "generator"
        : HELPERS.contains(process) ? "helper" : "broker";
  }

  private static void addIfAbsent(ObjectNode node, String field, JsonNode value) {
    if (!node.has(field)) {
      node.set(field, value);
    }
  }
}
