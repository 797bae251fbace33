package io.brokerbench.measurement;

import static io.brokerbench.measurement.RunResults.known;

import io.brokerbench.record.Receipts;
import io.brokerbench.results.Consumption;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Creates the consumer part of a {@code run.json}. */
final class ConsumptionResults {

  private ConsumptionResults() {}

  static Consumption of(Received received) {
    Receipts.Counts counts = received.counts();
    return new Consumption(
        counts.deliveries(),
        counts.messages(),
        counts.redelivered(),
        counts.redeliveredFirsts(),
        counts.postponed(),
        counts.duplicateDeliveries(),
        counts.foreign(),
        received.drainSeconds(),
        received.drainEndedBy(),
        backlog(received.backlog()),
        received.ofSeveral() ? groups(received) : null,
        received.sideCounts());
  }

  private static Consumption.@Nullable Backlog backlog(Received.@Nullable Backlog backlog) {
    return backlog == null
        ? null
        : new Consumption.Backlog(
            backlog.messages(), backlog.caughtUpSeconds() < 0 ? null : backlog.caughtUpSeconds());
  }

  private static Map<String, Consumption.Group> groups(Received received) {
    Map<String, Consumption.Group> groups = new LinkedHashMap<>();
    received.groups().forEach(group -> groups.put(group.name(), group(group)));
    return groups;
  }

  private static Consumption.Group group(Received.Group group) {
    Receipts.Counts counts = group.counts();
    return new Consumption.Group(
        counts.deliveries(),
        counts.messages(),
        group.perSecond(),
        group.reconciliation() == null ? null : group.reconciliation().lost().size(),
        known(group.behind()),
        known(group.progress()));
  }
}
