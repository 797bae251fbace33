package io.brokerbench.run;

import io.brokerbench.clock.Clock;
import io.brokerbench.load.ConsumerGroups;
import io.brokerbench.load.LoadGenerator;
import io.brokerbench.load.Recording;
import io.brokerbench.load.Timeline;
import io.brokerbench.record.Ledger.Counts;
import io.brokerbench.record.PhasedRecords;
import io.brokerbench.record.Receipts;
import io.brokerbench.record.Reconciliation.Visibility;
import io.brokerbench.record.Resolution;
import io.brokerbench.record.SendCount;
import io.brokerbench.record.TransactionOutcome;
import io.brokerbench.results.Consumption.DrainEnd;
import io.brokerbench.workload.Workload;
import java.util.List;

/**
 * The drain of a run with consumers or transactions: it lasts until no message and no check-back is
 * missing, or until no group has received anything for the time configured in the workload. For one
 * thread.
 */
final class Drain {

  private final Workload workload;
  private final PhasedRecords records;
  private final LoadGenerator load;
  private final ConsumerGroups groups;
  private final Timeline timeline;
  private final Clock clock;
  private SendCount expected = new SendCount(0, 0);
  private long toBeResolved;
  private long quietFromNanos;
  private long heard = -1;
  private DrainEnd endedBy = DrainEnd.STOPPED;

  Drain(Workload workload, Recording recording, Traffic traffic) {
    this.workload = workload;
    this.records = recording.records();
    this.load = traffic.load();
    this.groups = traffic.groups();
    this.timeline = recording.timeline();
    this.clock = recording.clock();
  }

  /**
   * Starts the drain after the senders have stopped; their messages are those expected by
   * consumers.
   */
  void begin() {
    if (workload.transactions().enabled()) {
      toBeResolved = SendCount.of(records.sends(), this::isToBeResolved).visible();
    }
    if (!groups.any()) {
      expected = new SendCount(0, 0);
    } else if (workload.allVisible()) {
      Counts sent = records.counts();
      expected = new SendCount(sent.ackedCount(), sent.unknownCount() + sent.inFlight());
    } else {
      expected = SendCount.of(records.sends(), workload::visibility);
    }
    quietFromNanos = clock.nanoTime();
  }

  private Visibility isToBeResolved(int producer, long sequence) {
    TransactionOutcome outcome =
        workload.transactions().outcome(workload.seed(), producer, sequence);
    return outcome.local() == Resolution.UNKNOWN && outcome.end() != Resolution.UNKNOWN
        ? Visibility.YES
        : Visibility.NO;
  }

  /** Maximum number of messages that a group has yet to receive. */
  private long missing(Receipts.Counts received) {
    return Math.max(0, expected.visible() + expected.uncertain() - received.messages());
  }

  private boolean hasAll(Receipts.Counts received) {
    return missing(received) == 0 && received.redelivered() >= received.postponed();
  }

  private List<Receipts.Counts> received() {
    return groups.all().stream().map(group -> group.receipts().counts()).toList();
  }

  /** Whether the drain is over. */
  boolean over() {
    List<Receipts.Counts> received = received();
    long sounds =
        received.stream().mapToLong(counts -> counts.deliveries() - counts.foreign()).sum()
            + load.checks().counts().checks();
    long now = clock.nanoTime();
    if (sounds != heard) {
      heard = sounds;
      quietFromNanos = now;
    }
    if (received.stream().allMatch(this::hasAll) && load.checks().resolutions() >= toBeResolved) {
      endedBy = DrainEnd.COMPLETE;
      return true;
    }
    if (now - quietFromNanos >= workload.consumption().drain().toNanos()) {
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
    long messages = received().stream().mapToLong(this::missing).sum();
    return messages > 0 ? messages : Math.max(0, toBeResolved - load.checks().resolutions());
  }

  /** Reason for its end; {@code STOPPED} if it was not over. */
  DrainEnd endedBy() {
    return endedBy;
  }

  /** Seconds from the end of sending to the last delivery; 0 if the delivery was earlier. */
  double seconds() {
    long last = groups.lastNanos();
    return last <= timeline.endNanos() ? 0 : (last - timeline.endNanos()) / 1e9;
  }
}
