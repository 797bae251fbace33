package io.brokerbench.load;

import io.brokerbench.clock.Clock;
import io.brokerbench.driver.FirstFailure;
import io.brokerbench.driver.Outgoing;
import io.brokerbench.driver.Producer;
import io.brokerbench.fault.SentMessages;
import io.brokerbench.record.PhasedRecords;
import io.brokerbench.record.PhasedRecords.Records;
import io.brokerbench.record.SendOutcome;
import io.brokerbench.results.Metric;
import io.brokerbench.schedule.IntendedTimes;
import io.brokerbench.schedule.Pacer;
import io.brokerbench.workload.Load;
import io.brokerbench.workload.Load.SendMode;
import io.brokerbench.workload.Workload;
import org.jspecify.annotations.Nullable;

/**
 * One sender thread, the only loop that sends: it waits for the intended time, creates the message,
 * passes it to the producer, and records the outcome. {@link #completed} is called by the client's
 * threads.
 */
final class Sender implements Runnable {

  private final int index;
  private final Clock clock;
  private final Timeline timeline;
  private final PhasedRecords records;
  private final @Nullable SentMessages sent;
  private final Producer producer;
  private final MessageFactory messages;
  private final Pacer pacer;
  private final @Nullable IntendedTimes times;
  private final @Nullable LocalTransactions transactions;
  private final @Nullable InFlightWindow window;
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
   * Creates a sender. The parts of the records become fields, because the loop reads them for each
   * message.
   *
   * @param spinNanos time before the intended time during which it spins
   * @param failure keeps exceptions on the client's threads, which would hide them
   */
  Sender(
      Workload workload,
      Share share,
      Path path,
      long spinNanos,
      Recording recording,
      FirstFailure failure) {
    this.index = share.index();
    this.messages = share.messages();
    this.quota = share.quota();
    this.times = share.times();
    this.producer = path.producer();
    this.transactions = path.transactions();
    this.window = path.window();
    this.answered = path.answered();
    this.records = recording.records();
    this.sent = recording.sent();
    this.timeline = recording.timeline();
    this.clock = recording.clock();
    this.batch = workload.message().batch();
    this.settleNanos = workload.load().settle().toNanos();
    this.failurePauseNanos = workload.load().failurePause().toNanos();
    this.pauseNanos = workload.load().pause().toNanos();
    this.failure = failure;
    this.pacer = new Pacer(clock, spinNanos, this::over);
  }

  @Override
  public void run() {
    pacer.awaitUntil(timeline.startNanos());
    for (long sequence = 0; sequence < quota; sequence += batch) {
      if (!awaitTurn() || !awaitPlace()) {
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
      SendOutcome outcome = send.outcome();
      if (outcome != SendOutcome.ACKED) {
        afterUnsuccessful(outcome);
      }
      if (pauseNanos > 0) {
        pacer.awaitUntil(clock.nanoTime() + pauseNanos);
      }
    }
    sentAll = quota <= 0;
  }

  /** Whether it sent its whole quota without being stopped; to be called by its own thread. */
  boolean sentAll() {
    return sentAll;
  }

  /** Waits until the next message is due; returns false when there is none. */
  private boolean awaitTurn() {
    if (times == null) {
      intendedNanos = clock.nanoTime();
      return !over(intendedNanos);
    }
    do {
      intendedNanos = timeline.startNanos() + times.nextNanos();
    } while (intendedNanos < timeline.stepFromNanos());
    return !over(pacer.awaitUntil(intendedNanos));
  }

  /**
   * Waits for a place in the window; a message that is overdue by then, because a step has started,
   * gives way to the next. Returns false if there is none.
   */
  private boolean awaitPlace() {
    if (window == null) {
      return true;
    }
    while (window.enter(this::over)) {
      if (times == null || intendedNanos >= timeline.stepFromNanos()) {
        return true;
      }
      window.leave();
      if (!awaitTurn()) {
        return false;
      }
    }
    return false;
  }

  private boolean over() {
    return over(clock.nanoTime());
  }

  /** Whether the next message must not be sent any more. */
  private boolean over(long now) {
    long endNanos = timeline.endNanos();
    if (timeline.stopped() || endNanos == Long.MAX_VALUE) {
      return timeline.stopped();
    }
    // In a closed loop, the next message is due at once.
    long dueNanos = times == null ? now : intendedNanos;
    return dueNanos >= endNanos || now - endNanos > settleNanos;
  }

  private Send begin(long sequence) {
    long sentNanos = clock.nanoTime();
    Records phase = records.of(timeline.phaseOf(intendedNanos));
    phase.ledger().attempted(batch, sentNanos < timeline.endNanos());
    records.sends().attempted(index, sequence, batch);
    if (sent != null) {
      sent.attempted(index, sequence, batch, intendedNanos);
    }
    if (times != null) {
      phase.recorder(Metric.LAG).record(index, sentNanos - intendedNanos);
    }
    Send send = new Send(this, phase, sequence, intendedNanos, sentNanos);
    if (transactions != null) {
      transactions.begin(send);
    }
    return send;
  }

  /** Handles an outcome, in any thread. */
  void completed(Send send, SendOutcome outcome, String kind) {
    try {
      ended(send, outcome, kind);
    } catch (RuntimeException | Error e) {
      failure.keep(e);
    }
  }

  /**
   * Records an outcome. Latency covers messages that a broker may have stored, not rejected ones.
   */
  private void ended(Send send, SendOutcome outcome, String kind) {
    long now = clock.nanoTime();
    if (outcome != SendOutcome.REJECTED) {
      send.phase.recorder(Metric.SERVICE).record(index, now - send.sentNanos);
      if (times != null) {
        send.phase.recorder(Metric.RESPONSE).record(index, now - send.intendedNanos);
      }
    }
    if (transactions != null) {
      transactions.ended(send, now);
    }
    records.sends().ended(index, send.sequence, batch, outcome);
    if (sent != null) {
      sent.ended(index, send.sequence, batch, outcome, now - send.intendedNanos);
    }
    send.phase.ledger().ended(outcome, kind, batch, now < timeline.endNanos());
    if (window != null) {
      window.leave();
    }
  }

  private void afterUnsuccessful(@Nullable SendOutcome outcome) {
    if (outcome != SendOutcome.REJECTED) {
      messages.abandonBodies();
    }
    boolean failed =
        outcome == SendOutcome.REJECTED || (answered && outcome == SendOutcome.UNKNOWN);
    if (failed && times == null) {
      clock.park(failurePauseNanos);
    }
  }

  /**
   * The share of the load that one sender has: which messages it sends, how many, and when. For one
   * thread, once: messages and times are consumed.
   *
   * @param index of the sender, from 0
   * @param quota maximum number of messages
   * @param times intended times of the messages; null for a closed loop
   */
  record Share(int index, MessageFactory messages, long quota, @Nullable IntendedTimes times) {

    /**
     * The share of a sender according to the workload.
     *
     * @param run number in the message headers
     */
    static Share of(Workload workload, int run, int index, Recording recording) {
      Load load = workload.load();
      int batch = workload.message().batch();
      boolean reusable = load.mode() == SendMode.SYNC;
      return new Share(
          index,
          new MessageFactory(workload, run, index, recording.stamp(), reusable, recording.clock()),
          load.quota(index, batch),
          load.schedule()
              .map(schedule -> schedule.times(index, load.threads(), batch))
              .orElse(null));
    }
  }

  /**
   * The path of one sender's messages to the brokers.
   *
   * @param transactions of this sender; null where it sends without transactions
   * @param window of this sender or shared by all senders; null where sends wait for their answers
   * @param answered whether each send waits for an answer, so that a send without one is a failure
   */
  record Path(
      Producer producer,
      @Nullable LocalTransactions transactions,
      @Nullable InFlightWindow window,
      boolean answered) {}
}
