package io.brokerbench.run;

import io.brokerbench.clock.Clock;
import io.brokerbench.load.ConsumerGroups;
import io.brokerbench.load.LoadGenerator;
import io.brokerbench.load.Timeline;
import io.brokerbench.record.Fate;
import io.brokerbench.record.Ledger.Counts;
import io.brokerbench.record.PhasedRecords;
import io.brokerbench.record.Receipts;
import io.brokerbench.record.Reckoning.Visibility;
import io.brokerbench.record.Resolution;
import io.brokerbench.record.SendCount;
import io.brokerbench.result.Received;
import io.brokerbench.workload.Workload;
import java.util.List;

/**
 * The end of a run with consumers or transactions: it goes on until nothing is missing and nothing
 * is still to be asked back, or nothing came to any group for as long as the workload says. For one
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
  private String endedBy = Received.STOPPED;

  Drain(
      Workload workload,
      PhasedRecords records,
      LoadGenerator load,
      ConsumerGroups groups,
      Timeline timeline,
      Clock clock) {
    this.workload = workload;
    this.records = records;
    this.load = load;
    this.groups = groups;
    this.timeline = timeline;
    this.clock = clock;
  }

  /** Senders are at rest now; what they sent is what consumers must get. */
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
    Fate fate = workload.transactions().fate(workload.seed(), producer, sequence);
    return fate.local() == Resolution.UNKNOWN && fate.end() != Resolution.UNKNOWN
        ? Visibility.YES
        : Visibility.NO;
  }

  /** Messages that a group has yet to get, at most. */
  private long missing(Receipts.Counts received) {
    return Math.max(0, expected.visible() + expected.uncertain() - received.messages());
  }

  private boolean hasAll(Receipts.Counts received) {
    return missing(received) == 0 && received.redelivered() >= received.postponed();
  }

  private List<Receipts.Counts> received() {
    return groups.all().stream().map(group -> group.receipts().counts()).toList();
  }

  /** Whether it is over. */
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
      endedBy = "complete";
      return true;
    }
    if (now - quietFromNanos >= workload.consumption().drain().toNanos()) {
      endedBy = "silent";
      return true;
    }
    return false;
  }

  /** Messages that groups have yet to get, at most, or if none is, those to be asked back. */
  long missing() {
    long messages = received().stream().mapToLong(this::missing).sum();
    return messages > 0 ? messages : Math.max(0, toBeResolved - load.checks().resolutions());
  }

  /** {@code complete}, {@code silent}, or {@code stopped} if it was not over. */
  String endedBy() {
    return endedBy;
  }

  /** From the end of sending to the last delivery; 0 if it came before. */
  double seconds() {
    long last = groups.lastNanos();
    return last <= timeline.endNanos() ? 0 : (last - timeline.endNanos()) / 1e9;
  }
}
