package io.brokerbench.measurement;

import static io.brokerbench.measurement.CompletedRun.known;

import io.brokerbench.record.OrderCheck;
import io.brokerbench.record.Receipts;
import io.brokerbench.record.Reconciliation;
import io.brokerbench.results.Consumption;
import io.brokerbench.results.Consumption.Backlog;
import io.brokerbench.results.Consumption.DrainEnd;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Results of the consumers.
 *
 * @param groups consumer groups, of which each receives every message; at least one
 * @param drainSeconds from the end of sending to the last message; 0 if none arrived after it
 * @param drainEndedBy reason for the end of the drain
 * @param backlog built before consumption started; null if none was
 */
public record Received(
    List<Group> groups, double drainSeconds, DrainEnd drainEndedBy, @Nullable Backlog backlog) {

  /**
   * A consumer group.
   *
   * @param counts of its deliveries
   * @param receipts the messages of the counts, without those of a worker that was lost; null
   *     before the end of the run
   * @param reconciliation reconciliation with the senders; null without senders in this process
   * @param perSecond deliveries per second in the measured time
   * @param behind messages that it had yet to receive at the end of the run; empty if unknown
   * @param progress as recorded by the brokers; empty if they do not report it
   * @param sideCounts additional counts of clients and brokers
   */
  public record Group(
      String name,
      Receipts.Counts counts,
      @Nullable Receipts receipts,
      @Nullable Reconciliation reconciliation,
      double perSecond,
      OptionalLong behind,
      OptionalLong progress,
      Map<String, Long> sideCounts) {

    /**
     * Messages that brokers held at the end without a record that the group has consumed them;
     * empty if unknown.
     *
     * @param brokerCount messages that the brokers hold; empty if unknown
     */
    public OptionalLong unconsumed(OptionalLong brokerCount) {
      return brokerCount.isPresent() && progress.isPresent()
          ? OptionalLong.of(Math.max(0, brokerCount.getAsLong() - progress.getAsLong()))
          : OptionalLong.empty();
    }

    private Consumption.Group result() {
      OrderCheck.Counts order = counts.order();
      return new Consumption.Group(
          counts.deliveries(),
          counts.messages(),
          perSecond,
          reconciliation == null ? null : reconciliation.lost().size(),
          known(behind),
          known(progress),
          reconciliation == null ? null : reconciliation.indeterminate().size(),
          reconciliation == null ? null : reconciliation.phantom().size(),
          reconciliation == null ? null : Objects.requireNonNull(receipts).duplicates().size(),
          counts.corruptDeliveries(),
          counts.unexpected(),
          order == null ? null : order.reordered(),
          order == null ? null : order.reorderedInShard());
    }
  }

  /** Whether there are several groups, so that output must name the group. */
  public boolean ofSeveral() {
    return groups.size() > 1;
  }

  /** Deliveries per second in the measured time, of all groups together. */
  public double perSecond() {
    return groups.stream().mapToDouble(Group::perSecond).sum();
  }

  /** Counts of all groups together. */
  public Receipts.Counts counts() {
    return groups.stream().map(Group::counts).reduce(Receipts.Counts.NONE, Receipts.Counts::plus);
  }

  /**
   * Additional counts of clients and brokers, of all groups together: the minimum of a {@code
   * leastOf..}, the maximum of a {@code mostOf..}, the sum of all others.
   */
  public SortedMap<String, Long> sideCounts() {
    SortedMap<String, Long> all = new TreeMap<>();
    groups.forEach(
        group ->
            group
                .sideCounts()
                .forEach((name, count) -> all.merge(name, count, Consumption.together(name))));
    return all;
  }

  /** The consumer part of a {@code run.json}. */
  Consumption result() {
    Receipts.Counts counts = counts();
    Map<String, Consumption.Group> byName = new LinkedHashMap<>();
    groups.forEach(group -> byName.put(group.name(), group.result()));
    return new Consumption(
        counts.deliveries(),
        counts.messages(),
        counts.redelivered(),
        counts.redeliveredFirsts(),
        counts.postponed(),
        counts.duplicateDeliveries(),
        counts.foreign(),
        drainSeconds,
        drainEndedBy,
        backlog,
        ofSeveral() ? byName : null,
        sideCounts());
  }
}
