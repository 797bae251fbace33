package io.brokerbench.result;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.brokerbench.record.OrderCheck;
import io.brokerbench.record.Receipts;
import io.brokerbench.record.Reckoning;
import io.brokerbench.result.Received.Group;
import java.util.List;
import java.util.OptionalLong;
import java.util.function.Function;
import java.util.function.ToLongFunction;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The consumers' side in {@code run.json}; what is not known is null. */
final class ConsumptionJson {

  private ConsumptionJson() {}

  /** What became of every message, summed over groups; docs/METRICS.md explains each word. */
  static void audit(ObjectNode node, @Nullable Received received, Audit audit, boolean filtered) {
    List<Group> groups = received == null ? List.of() : received.groups();
    List<Reckoning> reckonings = known(groups, Group::reckoning);
    sum(node, "delivered", reckonings, Reckoning::delivered);
    sum(node, "lost", reckonings, reckoning -> reckoning.lost().size());
    sum(node, "recovered", reckonings, reckoning -> reckoning.recovered().size());
    sum(node, "indeterminate", reckonings, reckoning -> reckoning.indeterminate().size());
    sum(node, "phantom", reckonings, reckoning -> reckoning.phantom().size());
    sum(node, "unselected", reckonings, Reckoning::unselected);
    List<Receipts> receipts = known(groups, Group::receipts);
    sum(
        node,
        "duplicated",
        reckonings.isEmpty() ? List.of() : receipts,
        each -> each.duplicates().size());
    sum(node, "corrupt", receipts, Receipts::corruptDeliveries);
    sum(node, "unexpected", receipts, each -> each.counts().unexpected());
    List<OrderCheck> orders = known(receipts, Receipts::order);
    sum(node, "reordered", orders, order -> order.reordered().size());
    sum(node, "reorderedInShard", orders, order -> order.reorderedInShard().size());
    put(
        node,
        "largestDisplacement",
        orders.stream().mapToLong(OrderCheck::largestDisplacement).max());
    progress(node, groups, filtered ? OptionalLong.empty() : audit.brokerCount());
  }

  /** The progress of all groups together, and whether each has behind it what brokers hold. */
  private static void progress(ObjectNode node, List<Group> groups, OptionalLong held) {
    boolean told =
        !groups.isEmpty() && groups.stream().allMatch(group -> group.progress().isPresent());
    sum(
        node,
        "consumerProgress",
        told ? groups : List.of(),
        group -> group.progress().orElseThrow());
    // Clients do not report how far they are beyond the last message that a filter let through.
    if (told && held.isPresent()) {
      node.put(
          "agreesWithProgress", groups.stream().allMatch(group -> group.progress().equals(held)));
    } else {
      node.putNull("agreesWithProgress");
    }
  }

  /** A part of each, where there is one. */
  private static <T, P> List<P> known(List<T> wholes, Function<T, @Nullable P> part) {
    return wholes.stream().flatMap(whole -> Stream.ofNullable(part.apply(whole))).toList();
  }

  /** Null if there is nobody to know it. */
  private static <T> void sum(
      ObjectNode node, String name, List<T> parts, ToLongFunction<T> count) {
    put(
        node,
        name,
        parts.isEmpty()
            ? OptionalLong.empty()
            : OptionalLong.of(parts.stream().mapToLong(count).sum()));
  }

  static void consumption(ObjectNode node, Received received) {
    Receipts.Counts counts = received.counts();
    node.put("deliveries", counts.deliveries());
    node.put("messages", counts.messages());
    node.put("redelivered", counts.redelivered());
    node.put("redeliveredFirsts", counts.redeliveredFirsts());
    node.put("postponed", counts.postponed());
    sum(
        node,
        "duplicateDeliveries",
        received.groups(),
        group -> group.receipts().duplicateDeliveries());
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
    if (received.ofSeveral()) {
      ObjectNode groups = node.putObject("groups");
      received.groups().forEach(group -> group(groups.putObject(group.name()), group));
    }
  }

  private static void group(ObjectNode node, Group group) {
    Receipts.Counts counts = group.receipts().counts();
    node.put("deliveries", counts.deliveries());
    node.put("messages", counts.messages());
    Reckoning reckoning = group.reckoning();
    put(
        node,
        "lost",
        reckoning == null ? OptionalLong.empty() : OptionalLong.of(reckoning.lost().size()));
    put(node, "backlogAtEnd", group.behind());
    put(node, "consumerProgress", group.progress());
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

  private static void put(ObjectNode node, String name, OptionalLong value) {
    if (value.isPresent()) {
      node.put(name, value.getAsLong());
    } else {
      node.putNull(name);
    }
  }
}
