package io.brokerbench.load;

import io.brokerbench.clock.Clock;
import io.brokerbench.driver.FirstFailure;
import io.brokerbench.driver.Outgoing;
import io.brokerbench.driver.Producer;
import io.brokerbench.record.Metric;
import io.brokerbench.record.Outcome;
import io.brokerbench.record.PhasedRecords;
import io.brokerbench.record.Records;
import io.brokerbench.schedule.IntendedTimes;
import io.brokerbench.schedule.Pacer;
import io.brokerbench.workload.Workload;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * One sender thread: the only loop that sends. It decides when, makes the message, hands it over,
 * and records what became of it; {@link #completed} is called by the client's threads.
 */
final class Sender implements Runnable {

  private final int index;
  private final Clock clock;
  private final Timeline timeline;
  private final PhasedRecords records;
  private final Producer producer;
  private final MessageFactory messages;
  private final Pacer pacer;
  private final @Nullable IntendedTimes times;
  private final @Nullable LocalTransactions transactions;
  private final @Nullable Window window;
  private final boolean answered;
  private final FirstFailure failure;
  private final int batch;
  private final long quota;
  private final long settleNanos;
  private final long failurePauseNanos;
  private final long pauseNanos;
  private long intendedNanos;
  private boolean sentAll;

  /**
   * A sender that has not begun.
   *
   * @param quota messages that it sends at the most
   * @param times when its messages are due; empty for a closed loop
   * @param transactions of its own; null where it sends without
   * @param window its own, or shared by all senders; null where sends wait for their answers
   * @param answered whether each send waits for an answer, so that one without is a failure
   * @param failure keeps what escapes on the client's threads, which hide it
   */
  Sender(
      int index,
      Workload workload,
      MessageFactory messages,
      long quota,
      Optional<IntendedTimes> times,
      Producer producer,
      @Nullable LocalTransactions transactions,
      @Nullable Window window,
      boolean answered,
      FirstFailure failure,
      PhasedRecords records,
      Timeline timeline,
      Clock clock) {
    this.index = index;
    this.clock = clock;
    this.timeline = timeline;
    this.records = records;
    this.producer = producer;
    this.window = window;
    this.quota = quota;
    this.times = times.orElse(null);
    this.batch = workload.message().batch();
    this.settleNanos = workload.load().settle().toNanos();
    this.failurePauseNanos = workload.load().failurePause().toNanos();
    this.pauseNanos = workload.load().pause().toNanos();
    this.answered = answered;
    this.failure = failure;
    this.messages = messages;
    this.transactions = transactions;
    this.pacer = new Pacer(clock, workload.load().spinNanos(), this::over);
  }

  @Override
  public void run() {
    pacer.awaitUntil(timeline.startNanos());
    for (long sequence = 0; sequence < quota; sequence += batch) {
      if (!awaitTurn() || (window != null && !window.enter(this::over))) {
        return;
      }
      if (times == null && window != null) {
        intendedNanos = clock.nanoTime();
      }
      Outgoing[] request = messages.next(sequence, intendedNanos);
      Send send = begin(sequence);
      producer.send(request, send);
      sentAll = sequence + batch >= quota;
      if (sentAll) {
        return;
      }
      Outcome outcome = send.outcome();
      if (outcome != Outcome.ACKED) {
        afterUnsuccessful(outcome);
      }
      if (pauseNanos > 0) {
        pacer.awaitUntil(clock.nanoTime() + pauseNanos);
      }
    }
    sentAll = quota <= 0;
  }

  /** Whether it sent its quota, so that nothing stopped it; for its own thread. */
  boolean sentAll() {
    return sentAll;
  }

  /** Waits until the next message is due; false when there is none. */
  private boolean awaitTurn() {
    if (times == null) {
      intendedNanos = clock.nanoTime();
      return !over(intendedNanos);
    }
    intendedNanos = timeline.startNanos() + times.nextNanos();
    return !over(pacer.awaitUntil(intendedNanos));
  }

  private boolean over() {
    return over(clock.nanoTime());
  }

  /** Whether the message that is due next shall not be sent any more. */
  private boolean over(long now) {
    long endNanos = timeline.endNanos();
    if (timeline.stopped() || endNanos == Long.MAX_VALUE) {
      return timeline.stopped();
    }
    // A closed loop's next message is due whenever its turn comes.
    long dueNanos = times == null ? now : intendedNanos;
    return dueNanos >= endNanos || now - endNanos > settleNanos;
  }

  private Send begin(long sequence) {
    long sentNanos = clock.nanoTime();
    Records phase = records.of(timeline.phaseOf(intendedNanos));
    phase.ledger().attempted(batch, sentNanos < timeline.endNanos());
    records.sends().attempted(index, sequence, batch);
    if (times != null) {
      phase.recorder(Metric.LAG).record(index, sentNanos - intendedNanos);
    }
    Send send = new Send(this, phase, sequence, intendedNanos, sentNanos);
    if (transactions != null) {
      transactions.begin(send);
    }
    return send;
  }

  /** Takes an outcome, in any thread. */
  void completed(Send send, Outcome outcome, String kind) {
    try {
      ended(send, outcome, kind);
    } catch (RuntimeException | Error e) {
      failure.keep(e);
    }
  }

  /**
   * Records an outcome. Latency is that of messages somebody may have taken: not of rejected ones.
   */
  private void ended(Send send, Outcome outcome, String kind) {
    long now = clock.nanoTime();
    if (outcome != Outcome.REJECTED) {
      send.phase.recorder(Metric.SERVICE).record(index, now - send.sentNanos);
      if (times != null) {
        send.phase.recorder(Metric.RESPONSE).record(index, now - send.intendedNanos);
      }
    }
    if (transactions != null) {
      transactions.ended(send, now);
    }
    records.sends().ended(index, send.sequence, batch, outcome);
    send.phase.ledger().ended(outcome, kind, batch, now < timeline.endNanos());
    if (window != null) {
      window.leave();
    }
  }

  private void afterUnsuccessful(@Nullable Outcome outcome) {
    if (outcome != Outcome.REJECTED) {
      messages.abandonBodies();
    }
    boolean failed = outcome == Outcome.REJECTED || (answered && outcome == Outcome.UNKNOWN);
    if (failed && times == null) {
      clock.park(failurePauseNanos);
    }
  }
}
