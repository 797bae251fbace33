package io.brokerbench.load;

import io.brokerbench.clock.Clock;
import io.brokerbench.driver.TransactionHandler;
import io.brokerbench.record.CheckBook;
import io.brokerbench.record.Draw;
import io.brokerbench.record.MessageHeader;
import io.brokerbench.record.Metric;
import io.brokerbench.record.PhasedRecords;
import io.brokerbench.record.Resolution;
import io.brokerbench.workload.Workload;
import org.jspecify.annotations.Nullable;

/**
 * The transactions of one sender: runs their local part and takes its times. {@link #check} may be
 * called by any thread, all else by the sender's.
 */
final class LocalTransactions implements TransactionHandler {

  /** The number of a message's draw for the length of its work; those before decide its fate. */
  private static final int WORK_DRAW = 100;

  private final int sender;
  private final Workload workload;
  private final CheckBook checks;
  private final Timeline timeline;
  private final PhasedRecords records;
  private final Clock clock;
  private @Nullable Send send;
  private long executedNanos;

  LocalTransactions(
      int sender,
      Workload workload,
      CheckBook checks,
      Timeline timeline,
      PhasedRecords records,
      Clock clock) {
    this.sender = sender;
    this.workload = workload;
    this.checks = checks;
    this.timeline = timeline;
    this.records = records;
    this.clock = clock;
  }

  /** The send that comes next. */
  void begin(Send next) {
    send = next;
    executedNanos = 0;
  }

  @Override
  public Resolution execute(byte[] body) {
    Send current = java.util.Objects.requireNonNull(send, "no send is under way");
    long halfNanos = clock.nanoTime();
    current.phase.recorder(Metric.HALF_SEND).record(sender, halfNanos - current.sentNanos);
    long seed = workload.seed();
    long workNanos =
        workload
            .transactions()
            .work()
            .nanos(Draw.uniform(seed, sender, current.sequence, WORK_DRAW));
    long now = halfNanos;
    while (now - halfNanos < workNanos) {
      clock.park(workNanos - (now - halfNanos));
      now = clock.nanoTime();
    }
    executedNanos = clock.nanoTime();
    current.phase.recorder(Metric.LOCAL_TRANSACTION).record(sender, executedNanos - halfNanos);
    return workload.transactions().fate(seed, sender, current.sequence).local();
  }

  /** The client is through with it. */
  void ended(Send ended, long nowNanos) {
    if (executedNanos != 0) {
      ended.phase.recorder(Metric.END_TRANSACTION).record(sender, nowNanos - executedNanos);
    }
  }

  @Override
  public Resolution check(byte[] body, int number) {
    MessageHeader header = MessageHeader.read(body).orElse(null);
    Resolution answer = checks.check(header, number);
    if (header != null && header.intact() && header.run() == checks.run()) {
      records
          .of(timeline.phaseOf(header.intendedNanos()))
          .recorder(Metric.CHECK_BACK)
          .record(sender, clock.nanoTime() - header.intendedNanos());
    }
    return answer;
  }
}
