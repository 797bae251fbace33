package io.brokerbench.generator;

import io.brokerbench.record.CheckBackBook;
import io.brokerbench.record.Ledger;
import io.brokerbench.record.Receipts;
import java.util.List;

/**
 * The counts of the clients of a run at one moment. While senders and consumers are running, they
 * are only approximately from one moment.
 *
 * @param warmup sends of messages due in the warm-up
 * @param measured sends of messages due in the measured time
 * @param groups consumer groups, in order
 * @param checks check-backs of transactions
 * @param resolutions messages resolved by a check-back, of those whose local transaction ended
 *     unknown
 * @param blockedNanos total time that senders waited because the window was full
 * @param outOfRange latencies that were negative or above an hour
 */
public record Standing(
    Ledger.Counts warmup,
    Ledger.Counts measured,
    List<Group> groups,
    CheckBackBook.Counts checks,
    long resolutions,
    long blockedNanos,
    long outOfRange) {

  /** Before the first message. */
  public static final Standing NONE =
      new Standing(
          Ledger.Counts.NONE, Ledger.Counts.NONE, List.of(), CheckBackBook.Counts.NONE, 0, 0, 0);

  /**
   * The counts of a consumer group.
   *
   * @param receipts its deliveries
   * @param receivedInTime deliveries in the measured time, by their arrival
   * @param lastNanos time of the last delivery; {@link Long#MIN_VALUE} if there was none
   */
  public record Group(Receipts.Counts receipts, long receivedInTime, long lastNanos) {}

  public Standing {
    groups = List.copyOf(groups);
  }

  /** Sends of both phases together. */
  public Ledger.Counts sends() {
    return warmup.plus(measured);
  }

  /** Deliveries to all groups together. */
  public Receipts.Counts receipts() {
    return groups.stream().map(Group::receipts).reduce(Receipts.Counts.NONE, Receipts.Counts::plus);
  }

  /** Time of the last delivery to any group; {@link Long#MIN_VALUE} if there was none. */
  public long lastNanos() {
    return groups.stream().mapToLong(Group::lastNanos).max().orElse(Long.MIN_VALUE);
  }
}
