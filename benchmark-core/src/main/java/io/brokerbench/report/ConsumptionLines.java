package io.brokerbench.report;

import io.brokerbench.record.OrderCheck;
import io.brokerbench.record.Receipts;
import io.brokerbench.record.Reckoning;
import io.brokerbench.result.Received;
import io.brokerbench.result.Transacted;
import java.util.DoubleSummaryStatistics;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.LongSummaryStatistics;
import java.util.Map;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The consumers' side in the closing words: text by title, in order. */
final class ConsumptionLines {

  /** More groups than these are told together. */
  private static final int MOST_LINES = 8;

  private ConsumptionLines() {}

  /**
   * Of the messages received, and of those sent.
   *
   * @param answered whether sends are answered in this run
   */
  static Map<String, String> of(Received received, boolean answered) {
    Map<String, String> lines = new LinkedHashMap<>();
    Receipts.Counts counts = received.counts();
    lines.put(
        "received",
        String.format(
            Locale.ROOT,
            "%s messages in %s deliveries%s",
            Units.count(counts.messages()),
            Units.count(counts.deliveries()),
            some(
                Map.of(
                    "redelivered", counts.redelivered(),
                    "asked for again", counts.postponed(),
                    "of others", counts.foreign()))));
    List<Reckoning> reckonings =
        received.groups().stream().flatMap(group -> Stream.ofNullable(group.reckoning())).toList();
    if (!reckonings.isEmpty()) {
      lines.put("delivery", delivery(reckonings, received, answered));
    }
    lines.put(
        "drain",
        String.format(
                Locale.ROOT,
                "%.2f s after the last send, %s",
                received.drainSeconds(),
                received.drainEndedBy())
            + some(received.sideCounts()));
    Received.Backlog backlog = received.backlog();
    if (backlog != null) {
      lines.put(
          "backlog",
          String.format(
              Locale.ROOT,
              "%s messages, %s",
              Units.count(backlog.messages()),
              backlog.caughtUpSeconds() < 0
                  ? "not drained"
                  : String.format(Locale.ROOT, "drained in %.1f s", backlog.caughtUpSeconds())));
    }
    return lines;
  }

  private static String delivery(List<Reckoning> reckonings, Received received, boolean answered) {
    List<Receipts> receipts = received.groups().stream().map(Received.Group::receipts).toList();
    Map<String, Long> rest = new LinkedHashMap<>();
    rest.put("recovered", sum(reckonings, reckoning -> reckoning.recovered().size()));
    long indeterminate = sum(reckonings, reckoning -> reckoning.indeterminate().size());
    rest.put("indeterminate", answered ? indeterminate : 0);
    rest.put("phantom", sum(reckonings, reckoning -> reckoning.phantom().size()));
    rest.put("duplicated", sum(receipts, each -> each.duplicates().size()));
    rest.put("corrupt", sum(receipts, Receipts::corruptDeliveries));
    rest.put("unexpected", received.counts().unexpected());
    rest.put("unselected", sum(reckonings, Reckoning::unselected));
    List<OrderCheck> orders =
        receipts.stream().flatMap(each -> Stream.ofNullable(each.order())).toList();
    rest.put("reordered", sum(orders, order -> order.reordered().size()));
    long lost = sum(reckonings, reckoning -> reckoning.lost().size());
    return String.format(
        Locale.ROOT,
        "%s delivered, %s %s%s",
        Units.count(sum(reckonings, Reckoning::delivered)),
        Units.count(answered ? lost : indeterminate),
        answered ? "lost" : "never received",
        some(rest));
  }

  private static <T> long sum(List<T> parts, ToLongFunction<T> count) {
    return parts.stream().mapToLong(count).sum();
  }

  /** A line for each group, where there are several: the lines above are sums then. */
  static List<String> groups(Received received) {
    if (received.groups().size() > MOST_LINES) {
      return List.of(together(received.groups()));
    }
    return received.ofSeveral()
        ? received.groups().stream().map(ConsumptionLines::group).toList()
        : List.of();
  }

  /** Least and most of them. */
  private static String together(List<Received.Group> groups) {
    LongSummaryStatistics messages =
        groups.stream()
            .mapToLong(group -> group.receipts().counts().messages())
            .summaryStatistics();
    DoubleSummaryStatistics rates =
        groups.stream().mapToDouble(Received.Group::perSecond).summaryStatistics();
    return String.format(
        Locale.ROOT,
        "%,d, with %s to %s messages each at %s to %s/s",
        groups.size(),
        Units.count(messages.getMin()),
        Units.count(messages.getMax()),
        Units.rate(rates.getMin()),
        Units.rate(rates.getMax()));
  }

  private static String group(Received.Group group) {
    Reckoning reckoning = group.reckoning();
    return String.format(
        Locale.ROOT,
        "%s: %s messages at %s/s%s%s",
        group.name(),
        Units.count(group.receipts().counts().messages()),
        Units.rate(group.perSecond()),
        reckoning == null
            ? ""
            : String.format(Locale.ROOT, ", %s lost", Units.count(reckoning.lost().size())),
        group.behind().isPresent()
            ? String.format(
                Locale.ROOT, ", %s behind at the end", Units.count(group.behind().getAsLong()))
            : "");
  }

  static Map<String, String> of(Transacted transacted) {
    Map<String, Long> checks = new LinkedHashMap<>();
    checks.put("unexpected", transacted.checks().unexpected());
    checks.put("duplicate", transacted.checks().duplicate());
    checks.put("foreign", transacted.checks().foreign());
    return Map.of(
        "transactions",
        String.format(
            Locale.ROOT,
            "%s committed, %s rolled back, %s unknown: %s unresolved after %s check-backs%s",
            Units.count(transacted.committed()),
            Units.count(transacted.rolledBack()),
            Units.count(transacted.unknown()),
            Units.count(transacted.unresolved()),
            Units.count(transacted.checks().checks()),
            some(checks)));
  }

  /** Those that are not zero, or tell who had least. */
  private static String some(Map<String, Long> counts) {
    String text =
        counts.entrySet().stream()
            .filter(count -> count.getValue() != 0 || count.getKey().startsWith(Received.LEAST_OF))
            .sorted(Map.Entry.comparingByKey())
            .map(
                count ->
                    String.format(
                        Locale.ROOT, "%s %s", Units.count(count.getValue()), count.getKey()))
            .collect(Collectors.joining(", "));
    return text.isEmpty() ? "" : "; " + text;
  }
}
