package io.brokerbench.load;

import io.brokerbench.clock.Clock;
import io.brokerbench.clock.ClockStamp;
import io.brokerbench.driver.FirstFailure;
import io.brokerbench.driver.TransactionHandler;
import io.brokerbench.record.CheckBackBook;
import io.brokerbench.record.LatencyRecorder;
import io.brokerbench.record.MessageHeader;
import io.brokerbench.record.PhasedRecords;
import io.brokerbench.record.Resolution;
import io.brokerbench.results.Metric;
import io.brokerbench.workload.Workload;
import java.util.Objects;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The transactions of one sender: runs the local transactions and measures their times. {@link
 * #check} may be called by any thread, all other methods only by the sender's thread.
 */
final class LocalTransactions implements TransactionHandler {

  private static final int WORK_DRAW = 100;

  private final int sender;
  private final Workload workload;
  private final CheckBackBook checks;
  private final Timeline timeline;
  private final PhasedRecords records;
  private final Clock clock;
  private final Supplier<ClockStamp> stamp;
  private final Worker worker;
  private final FirstFailure failure;
  private @Nullable Send send;
  private long executedNanos;

  /**
   * @param failure keeps exceptions of this class, which clients take for an unknown outcome and
   *     would hide
   */
  LocalTransactions(
      int sender,
      Workload workload,
      CheckBackBook checks,
      Recording recording,
      FirstFailure failure) {
    this.sender = sender;
    this.workload = workload;
    this.checks = checks;
    this.timeline = recording.timeline();
    this.records = recording.records();
    this.clock = recording.clock();
    this.stamp = recording.stamp();
    this.worker = new Worker(workload.transactions().work(), workload.seed(), WORK_DRAW, clock);
    this.failure = failure;
  }

  void begin(Send next) {
    send = next;
    executedNanos = 0;
  }

  @Override
  public Resolution execute(byte[] body) {
    try {
      return execute();
    } catch (RuntimeException | Error e) {
      failure.keep(e);
      throw e;
    }
  }

  private Resolution execute() {
    Send current = Objects.requireNonNull(send, "no send is under way");
    long halfNanos = clock.nanoTime();
    current.phase.recorder(Metric.HALF_SEND).record(sender, halfNanos - current.sentNanos);
    worker.work(halfNanos, sender, current.sequence);
    executedNanos = clock.nanoTime();
    current.phase.recorder(Metric.LOCAL_TRANSACTION).record(sender, executedNanos - halfNanos);
    return workload.transactions().outcome(workload.seed(), sender, current.sequence).local();
  }

  @Override
  public void endFailed() {
    executedNanos = 0;
  }

  /** Notes that the client has completed a send. */
  void ended(Send ended, long nowNanos) {
    if (executedNanos != 0) {
      ended.phase.recorder(Metric.END_TRANSACTION).record(sender, nowNanos - executedNanos);
    }
  }

  @Override
  public Resolution check(byte[] body, int number) {
    try {
      MessageHeader header = MessageHeader.read(body).orElse(null);
      Resolution answer = checks.check(header, number);
      if (header != null && header.intact() && header.run() == checks.run()) {
        record(header, clock.nanoTime());
      }
      return answer;
    } catch (RuntimeException | Error e) {
      failure.keep(e);
      throw e;
    }
  }

  /** Brokers may check back with a producer on another machine than the message's sender. */
  private void record(MessageHeader header, long nowNanos) {
    ClockStamp own = stamp.get();
    long intendedNanos = header.intendedNanosOn(own);
    long errorNanos = header.errorNanosOn(own, nowNanos);
    // Between clocks that have not been compared, the intended time is not known.
    boolean known = errorNanos <= LatencyRecorder.MAX_NANOS;
    records
        .of(timeline.phaseOf(known ? intendedNanos : nowNanos))
        .recorder(Metric.CHECK_BACK)
        .record(sender, nowNanos - intendedNanos, errorNanos);
  }
}
