package io.brokerbench.report;

import io.brokerbench.record.OrderCheck;
import io.brokerbench.record.Receipts;
import io.brokerbench.record.Reckoning;
import io.brokerbench.result.Received;
import io.brokerbench.result.Transacted;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;

/** The consumers' side in the closing words: text by title, in order. */
final class ConsumptionLines {

  private ConsumptionLines() {}

  static Map<String, String> of(Received received) {
    Map<String, String> lines = new LinkedHashMap<>();
    Receipts.Counts counts = received.receipts().counts();
    lines.put(
        "received",
        "%s messages in %s deliveries%s"
            .formatted(
                Units.count(counts.messages()),
                Units.count(counts.deliveries()),
                some(
                    Map.of(
                        "redelivered", counts.redelivered(),
                        "asked for again", counts.postponed(),
                        "of others", counts.foreign()))));
    Reckoning reckoning = received.reckoning();
    if (reckoning != null) {
      lines.put("delivery", delivery(reckoning, received));
    }
    lines.put(
        "drain",
        "%.2f s after the last send, %s".formatted(received.drainSeconds(), received.drainEndedBy())
            + some(received.sideCounts()));
    Received.Backlog backlog = received.backlog();
    if (backlog != null) {
      lines.put(
          "backlog",
          "%s messages, %s"
              .formatted(
                  Units.count(backlog.messages()),
                  backlog.caughtUpSeconds() < 0
                      ? "not drained"
                      : "drained in %.1f s".formatted(backlog.caughtUpSeconds())));
    }
    return lines;
  }

  private static String delivery(Reckoning reckoning, Received received) {
    Map<String, Long> rest = new LinkedHashMap<>();
    rest.put("recovered", reckoning.recovered().size());
    rest.put("indeterminate", reckoning.indeterminate().size());
    rest.put("phantom", reckoning.phantom().size());
    rest.put("duplicated", received.receipts().duplicates().size());
    rest.put("corrupt", received.receipts().corruptDeliveries());
    rest.put("unexpected", received.receipts().counts().unexpected());
    rest.put("unselected", reckoning.unselected());
    OrderCheck order = received.receipts().order();
    if (order != null) {
      rest.put("reordered", order.reordered().size());
    }
    return "%s delivered, %s lost%s"
        .formatted(
            Units.count(reckoning.delivered()), Units.count(reckoning.lost().size()), some(rest));
  }

  static Map<String, String> of(Transacted transacted) {
    Map<String, Long> checks = new LinkedHashMap<>();
    checks.put("unexpected", transacted.checks().unexpected());
    checks.put("duplicate", transacted.checks().duplicate());
    checks.put("foreign", transacted.checks().foreign());
    return Map.of(
        "transactions",
        "%s committed, %s rolled back, %s unknown: %s unresolved after %s check-backs%s"
            .formatted(
                Units.count(transacted.committed()),
                Units.count(transacted.rolledBack()),
                Units.count(transacted.unknown()),
                Units.count(transacted.unresolved()),
                Units.count(transacted.checks().checks()),
                some(checks)));
  }

  /** Those that are not zero. */
  private static String some(Map<String, Long> counts) {
    String text =
        counts.entrySet().stream()
            .filter(count -> count.getValue() != 0)
            .sorted(Map.Entry.comparingByKey())
            .map(count -> "%s %s".formatted(Units.count(count.getValue()), count.getKey()))
            .collect(Collectors.joining(", "));
    return text.isEmpty() ? "" : "; " + text;
  }
}
