package io.brokerbench.run;

import io.brokerbench.clock.Clock;
import io.brokerbench.load.Consumers;
import io.brokerbench.load.LoadGenerator;
import io.brokerbench.load.Timeline;
import io.brokerbench.record.Fate;
import io.brokerbench.record.Ledger.Counts;
import io.brokerbench.record.PhasedRecords;
import io.brokerbench.record.Receipts;
import io.brokerbench.record.Reckoning.Visibility;
import io.brokerbench.record.Resolution;
import io.brokerbench.record.SendCount;
import io.brokerbench.workload.Workload;
import org.jspecify.annotations.Nullable;

/**
 * The end of a run with consumers or transactions: it goes on until nothing is missing and nothing
 * is still to be asked back, or nothing came for as long as the workload says. For one thread.
 */
final class Drain {

  /** How a drain ended that was not over. */
  static final String STOPPED = "stopped";

  private final Workload workload;
  private final PhasedRecords records;
  private final LoadGenerator load;
  private final @Nullable Consumers consumers;
  private final Timeline timeline;
  private final Clock clock;
  private SendCount expected = new SendCount(0, 0);
  private long toBeResolved;
  private long quietFromNanos;
  private long heard = -1;
  private String endedBy = STOPPED;

  Drain(
      Workload workload,
      PhasedRecords records,
      LoadGenerator load,
      @Nullable Consumers consumers,
      Timeline timeline,
      Clock clock) {
    this.workload = workload;
    this.records = records;
    this.load = load;
    this.consumers = consumers;
    this.timeline = timeline;
    this.clock = clock;
  }

  /** Senders are at rest now; what they sent is what consumers must get. */
  void begin() {
    if (workload.transactions().enabled()) {
      toBeResolved = SendCount.of(records.sends(), this::isToBeResolved).visible();
    }
    if (consumers == null) {
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

  private Receipts.Counts received() {
    return consumers == null ? Receipts.Counts.NONE : consumers.receipts().counts();
  }

  /** Whether it is over. */
  boolean over() {
    Receipts.Counts received = received();
    long sounds = received.deliveries() + load.checks().counts().checks();
    long now = clock.nanoTime();
    if (sounds != heard) {
      heard = sounds;
      quietFromNanos = now;
    }
    if (received.messages() >= expected.visible() + expected.uncertain()
        && received.redelivered() >= received.postponed()
        && load.checks().resolutions() >= toBeResolved) {
      endedBy = "complete";
      return true;
    }
    if (now - quietFromNanos >= workload.consumption().drain().toNanos()) {
      endedBy = "silent";
      return true;
    }
    return false;
  }

  /** Messages that are still missing, at most, or if none is, those to be asked back. */
  long missing() {
    long messages = expected.visible() + expected.uncertain() - received().messages();
    return messages > 0 ? messages : Math.max(0, toBeResolved - load.checks().resolutions());
  }

  /** {@code complete}, {@code silent}, or {@code stopped} if it was not over. */
  String endedBy() {
    return endedBy;
  }

  /** From the end of sending to the last delivery; 0 if it came before. */
  double seconds() {
    long last = consumers == null ? Long.MIN_VALUE : consumers.lastNanos();
    return last <= timeline.endNanos() ? 0 : (last - timeline.endNanos()) / 1e9;
  }
}
