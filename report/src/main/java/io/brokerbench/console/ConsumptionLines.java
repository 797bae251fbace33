package io.brokerbench.console;

import io.brokerbench.results.Audit;
import io.brokerbench.results.Consumption;
import io.brokerbench.results.Consumption.Group;
import io.brokerbench.results.Transactions;
import io.brokerbench.units.Text;
import io.brokerbench.units.Units;
import java.util.Collection;
import java.util.DoubleSummaryStatistics;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.LongSummaryStatistics;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The consumer part of the summary: text by title, in order. */
final class ConsumptionLines {

  /** Maximum number of groups with a line each; more are summarized in one line. */
  private static final int MOST_LINES = 8;

  private ConsumptionLines() {}

  /**
   * Lines about the messages received and sent.
   *
   * @param answered whether sends are answered in this run
   */
  static Map<String, String> of(Consumption consumption, Audit audit, boolean answered) {
    Map<String, String> lines = new LinkedHashMap<>();
    lines.put(
        "received",
        Text.of(
            "%s messages in %s deliveries%s",
            Units.count(consumption.messages()),
            Units.count(consumption.deliveries()),
            some(
                Map.of(
                    "redelivered", consumption.redelivered(),
                    "asked for again", consumption.postponed(),
                    "of others", consumption.foreign()))));
    if (audit.delivered() != null) {
      lines.put("delivery", delivery(audit.delivered(), audit, answered));
    }
    lines.put(
        "drain",
        Text.of(
                "%.2f s after the last send, %s",
                consumption.drainSeconds(), Text.notation(consumption.drainEndedBy()))
            + some(consumption.side()));
    Consumption.Backlog backlog = consumption.backlog();
    if (backlog != null) {
      Double caughtUp = backlog.caughtUpSeconds();
      String end = caughtUp == null ? "not drained" : Text.of("drained in %.1f s", caughtUp);
      lines.put("backlog", Text.of("%s messages, %s", Units.count(backlog.messages()), end));
    }
    return lines;
  }

  private static String delivery(long delivered, Audit audit, boolean answered) {
    return Text.of(
        "%s delivered, %s %s%s",
        Units.count(delivered),
        Units.count(orZero(answered ? audit.lost() : audit.indeterminate())),
        answered ? "lost" : "never received",
        some(
            Map.of(
                "recovered", orZero(audit.recovered()),
                "indeterminate", answered ? orZero(audit.indeterminate()) : 0,
                "phantom", orZero(audit.phantom()),
                "duplicated", orZero(audit.duplicated()),
                "corrupt", orZero(audit.corrupt()),
                "unexpected", orZero(audit.unexpected()),
                "unselected", orZero(audit.unselected()),
                "reordered", orZero(audit.reordered()))));
  }

  private static long orZero(@Nullable Long count) {
    return count == null ? 0 : count;
  }

  /** One line per group, if there are several; the lines above are sums in that case. */
  static List<String> groups(Consumption consumption) {
    Map<String, Group> groups = consumption.groups();
    if (groups == null) {
      return List.of();
    }
    return groups.size() > MOST_LINES
        ? List.of(together(groups.values()))
        : groups.entrySet().stream().map(group -> group(group.getKey(), group.getValue())).toList();
  }

  /** Minimum and maximum over the groups. */
  private static String together(Collection<Group> groups) {
    LongSummaryStatistics messages = groups.stream().mapToLong(Group::messages).summaryStatistics();
    DoubleSummaryStatistics rates =
        groups.stream().mapToDouble(ConsumptionLines::perSecond).summaryStatistics();
    return Text.of(
        "%,d, with %s to %s messages each at %s to %s/s",
        groups.size(),
        Units.count(messages.getMin()),
        Units.count(messages.getMax()),
        Units.rate(rates.getMin()),
        Units.rate(rates.getMax()));
  }

  private static double perSecond(Group group) {
    return group.receivedPerSecond() == null ? 0 : group.receivedPerSecond();
  }

  private static String group(String name, Group group) {
    return Text.of(
        "%s: %s messages at %s/s%s%s",
        name,
        Units.count(group.messages()),
        Units.rate(perSecond(group)),
        group.lost() == null ? "" : Text.of(", %s lost", Units.count(group.lost())),
        group.backlogAtEnd() == null
            ? ""
            : Text.of(", %s behind at the end", Units.count(group.backlogAtEnd())));
  }

  static String transactions(Transactions transactions) {
    return Text.of(
        "%s committed, %s rolled back, %s unknown: %s unresolved after %s check-backs%s",
        Units.count(transactions.committed()),
        Units.count(transactions.rolledBack()),
        Units.count(transactions.unknown()),
        Units.count(transactions.unresolved()),
        Units.count(transactions.checkBacks()),
        some(
            Map.of(
                "unexpected", transactions.unexpectedCheckBacks(),
                "duplicate", transactions.duplicateCheckBacks(),
                "foreign", transactions.foreignCheckBacks())));
  }

  /** The counts that are not zero, and all minima, in the order of their names. */
  private static String some(Map<String, Long> counts) {
    String text =
        counts.entrySet().stream()
            .filter(
                count -> count.getValue() != 0 || count.getKey().startsWith(Consumption.LEAST_OF))
            .sorted(Map.Entry.comparingByKey())
            .map(count -> Text.of("%s %s", Units.count(count.getValue()), count.getKey()))
            .collect(Collectors.joining(", "));
    return text.isEmpty() ? "" : "; " + text;
  }
}
