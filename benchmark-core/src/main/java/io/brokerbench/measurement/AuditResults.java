package io.brokerbench.measurement;

import static io.brokerbench.measurement.RunResults.known;

import io.brokerbench.measurement.Received.Group;
import io.brokerbench.record.OrderCheck;
import io.brokerbench.record.Receipts;
import io.brokerbench.record.Reconciliation;
import io.brokerbench.results.Audit;
import io.brokerbench.workload.Filter;
import java.util.List;
import java.util.OptionalLong;
import java.util.function.Function;
import java.util.function.ToLongFunction;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Audit of all messages of a completed run, summed over its consumer groups. */
final class AuditResults {

  private AuditResults() {}

  static Audit of(CompletedRun completed) {
    BrokerAudit audit = completed.audit();
    Received received = completed.received();
    List<Group> groups = received == null ? List.of() : received.groups();
    List<Reconciliation> reconciliations = parts(groups, Group::reconciliation);
    List<Receipts.Counts> counts = parts(groups, Group::counts);
    List<OrderCheck.Counts> orders = parts(counts, Receipts.Counts::order);
    OptionalLong progress = progress(groups);
    boolean filtered =
        completed.setup().workload().consumption().filter().type() != Filter.Type.NONE;
    return new Audit(
        audit.done(),
        completed.measurement().allCounts().attempted(),
        audit.acked(),
        audit.unknown(),
        audit.rejected(),
        known(audit.brokerCount()),
        known(audit.replicaCount()),
        audit.brokerCount().isPresent() ? audit.agreesWithBroker() : null,
        audit.unasked() == null ? null : audit.unasked().text(),
        sum(reconciliations, Reconciliation::delivered),
        sum(reconciliations, reconciliation -> reconciliation.lost().size()),
        sum(reconciliations, reconciliation -> reconciliation.recovered().size()),
        sum(reconciliations, reconciliation -> reconciliation.indeterminate().size()),
        sum(reconciliations, reconciliation -> reconciliation.phantom().size()),
        sum(reconciliations, Reconciliation::unselected),
        sum(
            reconciliations.isEmpty() ? List.of() : parts(groups, Group::receipts),
            each -> each.duplicates().size()),
        sum(counts, Receipts.Counts::corruptDeliveries),
        sum(counts, Receipts.Counts::unexpected),
        sum(orders, OrderCheck.Counts::reordered),
        sum(orders, OrderCheck.Counts::reorderedInShard),
        known(orders.stream().mapToLong(OrderCheck.Counts::largestDisplacement).max()),
        known(progress),
        // Clients do not report progress beyond the last message that a filter selected.
        (progress.isPresent() && !filtered && audit.brokerCount().isPresent())
            ? groups.stream().allMatch(group -> group.progress().equals(audit.brokerCount()))
            : null);
  }

  /** Progress of all groups together; empty unless the brokers report it for each group. */
  private static OptionalLong progress(List<Group> groups) {
    return !groups.isEmpty() && groups.stream().allMatch(group -> group.progress().isPresent())
        ? OptionalLong.of(groups.stream().mapToLong(group -> group.progress().orElseThrow()).sum())
        : OptionalLong.empty();
  }

  /** The parts of all elements that have one. */
  private static <T, P> List<P> parts(List<T> wholes, Function<T, @Nullable P> part) {
    return wholes.stream().flatMap(whole -> Stream.ofNullable(part.apply(whole))).toList();
  }

  /** The sum over the parts; null if there are none. */
  private static <T> @Nullable Long sum(List<T> parts, ToLongFunction<T> count) {
    return parts.isEmpty() ? null : parts.stream().mapToLong(count).sum();
  }
}
