package io.brokerbench.run;

import io.brokerbench.clock.Clock;
import io.brokerbench.generator.RunClients;
import io.brokerbench.generator.RunClients.DrainGoal;
import io.brokerbench.generator.Standing;
import io.brokerbench.record.Receipts;
import io.brokerbench.record.SendCount;
import io.brokerbench.results.Consumption.DrainEnd;
import io.brokerbench.workload.Workload;

/**
 * The drain of a run with consumers or transactions: it lasts until no message and no check-back is
 * missing, or until no group has received anything for the time configured in the workload, counted
 * from the last time of delivery on, and of missing check-backs for as long as brokers take until
 * the next one besides. For one thread.
 */
final class Drain {

  /**
   * Silence in which the counts of several workers are final: a message that two of them received,
   * which the broker did not mark as redelivered, is in the counts of both, while another one may
   * still be on its way.
   */
  private static final long FINAL_NANOS = 1_000_000_000;

  private final Workload workload;
  private final RunClients clients;
  private final Clock clock;
  private final long finalNanos;
  private final long checkBackNanos;
  private final long heldBackNanos;
  private SendCount expected = new SendCount(0, 0);
  private long toBeResolved;
  private long quietFromNanos;
  private long heard = -1;
  private long heardNanos;
  private DrainEnd endedBy = DrainEnd.STOPPED;

  Drain(Workload workload, RunClients clients) {
    this.workload = workload;
    this.clients = clients;
    this.clock = clients.clock();
    this.finalNanos = workload.workers().count() > 1 ? FINAL_NANOS : 0;
    this.checkBackNanos =
        workload.transactions().enabled() ? clients.audited().checkBackDelay().toNanos() : 0;
    this.heldBackNanos =
        workload.message().longestDeliverAfter().plus(clients.audited().deliveryDelay()).toNanos();
  }

  /**
   * Starts the drain after the senders have stopped; their messages are those expected by
   * consumers.
   */
  void begin() {
    DrainGoal goal = clients.drainGoal();
    toBeResolved = goal.resolutions();
    expected = goal.messages();
    quietFromNanos = clock.nanoTime() + heldBackNanos;
  }

  /** Maximum number of messages that a group has yet to receive. */
  private long missing(Receipts.Counts received) {
    return Math.max(0, expected.visible() + expected.uncertain() - received.messages());
  }

  private boolean hasAll(Receipts.Counts received) {
    return missing(received) == 0 && received.redelivered() >= received.postponed();
  }

  boolean over() {
    Standing standing = clients.standing();
    long sounds =
        standing.receipts().deliveries()
            - standing.receipts().foreign()
            + standing.checks().checks();
    long now = clock.nanoTime();
    if (sounds != heard) {
      heard = sounds;
      heardNanos = now;
      quietFromNanos = Math.max(quietFromNanos, now);
    }
    boolean resolved = standing.resolutions() >= toBeResolved;
    if (standing.groups().stream().allMatch(group -> hasAll(group.receipts()))
        && resolved
        && now - heardNanos >= finalNanos) {
      endedBy = DrainEnd.COMPLETE;
      return true;
    }
    long patience = workload.consumption().drain().toNanos() + (resolved ? 0 : checkBackNanos);
    if (now - quietFromNanos >= patience) {
      endedBy = DrainEnd.SILENT;
      return true;
    }
    return false;
  }

  /**
   * Maximum number of messages that groups have yet to receive, or if there are none, the number of
   * missing check-backs.
   */
  long missing() {
    Standing standing = clients.standing();
    long messages = standing.groups().stream().mapToLong(group -> missing(group.receipts())).sum();
    return messages > 0 ? messages : Math.max(0, toBeResolved - standing.resolutions());
  }

  /** Reason for its end; {@code STOPPED} if it was not over. */
  DrainEnd endedBy() {
    return endedBy;
  }

  /** Seconds from the end of sending to the last delivery; 0 if the delivery was earlier. */
  double seconds() {
    long last = clients.standing().lastNanos();
    long end = clients.timeline().endNanos();
    return last <= end ? 0 : (last - end) / 1e9;
  }
}
