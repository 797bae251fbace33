package io.brokerbench.load;

import io.brokerbench.driver.BrokerException;
import io.brokerbench.driver.Seat;
import io.brokerbench.driver.Session;
import io.brokerbench.record.AwaitedSends;
import io.brokerbench.record.CheckBackBook;
import io.brokerbench.record.FanOutTracker;
import io.brokerbench.record.OrderCheck;
import io.brokerbench.record.PhasedRecords;
import io.brokerbench.record.Receipts;
import io.brokerbench.record.SendBook;
import io.brokerbench.record.page.PageStore;
import io.brokerbench.workload.Filter;
import io.brokerbench.workload.Workload;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.function.LongSupplier;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The consumer groups of a run, each of which receives every message; none if the run has no
 * consumers. Controlled by one thread; the figures may be read by any thread.
 */
public final class ConsumerGroups implements AutoCloseable {

  private final List<ConsumerGroup> groups;
  private final boolean awaitedIsKnown;
  private final LongSupplier awaited;

  /**
   * Creates the groups without starting them.
   *
   * @param seat whose consumer clients are here
   * @param run number in the headers of the messages to account for
   * @param checks answers the check-backs of transactions
   */
  public ConsumerGroups(
      Workload workload,
      Seat seat,
      int run,
      Session session,
      Recording recording,
      CheckBackBook checks) {
    int count = workload.consumption().any() ? workload.consumption().groups() : 0;
    FanOutTracker copies =
        workload.consumption().fansOut()
            ? new FanOutTracker(count, recording.records().sends().store())
            : null;
    this.groups =
        IntStream.range(0, count)
            .mapToObj(
                group ->
                    new ConsumerGroup(
                        group,
                        workload,
                        receipts(workload, seat, run, session, recording),
                        session,
                        copies,
                        recording))
            .toList();
    this.awaitedIsKnown =
        workload.load().threads() > 0
            && (session.promise().acknowledged() || workload.allVisible())
            && workload.message().hasHeader()
            && !workload.message().deliversLater()
            && workload.consumption().filter().type() != Filter.Type.SQL92;
    PhasedRecords records = recording.records();
    AwaitedSends some = new AwaitedSends(records.sends(), workload::visibilityWhenSent);
    this.awaited =
        workload.allVisible()
            ? () -> records.counts().successCount()
            : () -> some.count() + checks.madeVisible();
  }

  private static Receipts receipts(
      Workload workload, Seat seat, int run, Session session, Recording recording) {
    SendBook sends = recording.records().sends();
    OrderCheck order = order(workload, session, sends.store());
    return seat.joins() ? Receipts.ofSeveral(run, sends, order) : new Receipts(run, sends, order);
  }

  /**
   * Checks the order of deliveries to a group; null if the session does not keep it, or messages
   * are delivered in the order of their times.
   */
  public static @Nullable OrderCheck order(Workload workload, Session session, PageStore store) {
    return session.keepsOrder() && !workload.message().deliversLater()
        ? OrderCheck.of(
            workload.load().threads(), session.queues(), workload.message().shards(), store)
        : null;
  }

  /** In the order of their names. */
  public List<ConsumerGroup> all() {
    return groups;
  }

  public boolean any() {
    return !groups.isEmpty();
  }

  /** Starts the groups one after the other; returns when every consumer of each has its queues. */
  public void start() throws BrokerException, InterruptedException {
    for (ConsumerGroup group : groups) {
      group.start();
    }
  }

  /** Whether there are groups and all of them were started. */
  public boolean started() {
    return any() && groups.stream().allMatch(ConsumerGroup::started);
  }

  /**
   * Messages acknowledged, or sent one way, that each group must receive so far: those that wait
   * for a check-back are not among them. Empty if unknown, as of messages for later, which brokers
   * hold until their time. For one thread.
   */
  public OptionalLong awaited() {
    return awaitedIsKnown ? OptionalLong.of(awaited.getAsLong()) : OptionalLong.empty();
  }

  /**
   * Those of them that each group has yet to receive, by its name, in the groups' order. For the
   * same thread.
   */
  public Map<String, OptionalLong> backlogs() {
    // Read before the receipts, so that a message that arrives in between does not count as
    // missing.
    OptionalLong messages = any() ? awaited() : OptionalLong.empty();
    Map<String, OptionalLong> backlogs = new LinkedHashMap<>();
    for (ConsumerGroup group : groups) {
      long received = group.receipts().counts().messages();
      backlogs.put(
          group.name(),
          messages.isPresent()
              ? OptionalLong.of(Math.max(0, messages.getAsLong() - received))
              : OptionalLong.empty());
    }
    return backlogs;
  }

  /** The first exception that escaped from a group; null if there is none. */
  public @Nullable Throwable failure() {
    return groups.stream()
        .map(ConsumerGroup::failure)
        .filter(Objects::nonNull)
        .findFirst()
        .orElse(null);
  }

  @Override
  public void close() {
    groups.forEach(ConsumerGroup::close);
  }
}
