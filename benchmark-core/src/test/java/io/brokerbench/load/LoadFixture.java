package io.brokerbench.load;

import io.brokerbench.clock.Clock;
import io.brokerbench.clock.ClockStamp;
import io.brokerbench.driver.FirstFailure;
import io.brokerbench.driver.Producer;
import io.brokerbench.driver.Session;
import io.brokerbench.driver.TestSession;
import io.brokerbench.driver.TransactionHandler;
import io.brokerbench.driver.memory.MemoryBroker;
import io.brokerbench.driver.memory.MemoryScript;
import io.brokerbench.fault.SentMessages;
import io.brokerbench.record.CheckBackBook;
import io.brokerbench.record.Ledger.Counts;
import io.brokerbench.record.PhasedRecords;
import io.brokerbench.record.page.PageStore;
import io.brokerbench.results.Metric;
import io.brokerbench.results.Phase;
import io.brokerbench.workload.Load.SendMode;
import io.brokerbench.workload.Workload;
import java.util.function.Function;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/** One sender at a time, in the thread of the test. */
final class LoadFixture {

  static final long MILLI = 1_000_000;
  static final long SECOND = 1_000_000_000;

  final Clock clock;
  final Workload workload;
  final Timeline timeline;
  final PhasedRecords records = new PhasedRecords(new PageStore());
  private @Nullable SentMessages sent;

  /** Starts and measures from now. */
  LoadFixture(Clock clock, Workload workload, long lengthNanos) {
    this(clock, workload, clock.nanoTime(), lengthNanos);
  }

  /** Measures from the start. */
  LoadFixture(Clock clock, Workload workload, long startNanos, long lengthNanos) {
    this.clock = clock;
    this.workload = workload;
    this.timeline = new Timeline(startNanos);
    timeline.measure(startNanos, startNanos + lengthNanos);
  }

  /** Keeps times and outcome of each message as well. */
  LoadFixture keeping(SentMessages messages) {
    sent = messages;
    return this;
  }

  /** Sends to a broker with this script, until there is nothing more to send. */
  void send(MemoryScript script) throws Exception {
    try (Session session = new MemoryBroker(clock, script).session(workload)) {
      send(session.producer(0), null);
    }
  }

  /** Sends with this producer, until there is nothing more to send. */
  void send(Producer producer, @Nullable InFlightWindow window) {
    boolean waits = workload.load().mode() == SendMode.SYNC;
    send(new Sender.Path(producer, null, window, waits));
  }

  /** Sends transactions with the producer of their handler, until there is nothing more to send. */
  void sendTransactions(Function<TransactionHandler, Producer> producer) {
    LocalTransactions transactions =
        new LocalTransactions(
            0,
            workload,
            new CheckBackBook(1, records.sends().store()),
            recording(),
            new FirstFailure());
    send(new Sender.Path(producer.apply(transactions), transactions, null, true));
  }

  private void send(Sender.Path path) {
    new Sender(
            workload,
            new Sender.Share(
                0,
                new MessageFactory(workload, 1, 0, this::stamp, path.answered(), clock),
                workload.load().messages() == 0 ? Long.MAX_VALUE : workload.load().messages(),
                workload.load().schedule().map(schedule -> schedule.times(0, 1, 1)).orElse(null)),
            path,
            workload.load().spinNanos(workload.load().threads()),
            recording(),
            new FirstFailure())
        .run();
  }

  private Recording recording() {
    return new Recording(
        records, timeline, clock, this::stamp, new BrokerTime(clock, new TestSession() {}), sent);
  }

  private ClockStamp stamp() {
    return new ClockStamp(1, 0, 0, 0);
  }

  Counts counts() {
    return records.of(Phase.MEASURED).ledger().counts();
  }

  /** Latencies of the measured time since the last call. */
  Histogram latencies(Metric metric) {
    return records.of(Phase.MEASURED).recorder(metric).flip();
  }
}
