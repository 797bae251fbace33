package io.brokerbench.load;

import io.brokerbench.clock.Clock;
import io.brokerbench.clock.ClockStamp;
import io.brokerbench.driver.BrokerException;
import io.brokerbench.driver.Session;
import io.brokerbench.record.CheckBook;
import io.brokerbench.record.PhasedRecords;
import io.brokerbench.workload.Load;
import io.brokerbench.workload.Load.SendMode;
import io.brokerbench.workload.Workload;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * All sender threads of a run. Conducted by one thread; the figures may be read by any.
 *
 * <p>An exception that escapes a sender is kept and ends the run: a load that shrinks in silence
 * would be a false measurement.
 */
public final class LoadGenerator {

  /** The kind of outcome of sends that had none when the run ended. */
  public static final String NO_ANSWER = "client-no-answer";

  private static final int STOPPED_SETTLE_SECONDS = 3;
  private static final long POLL_NANOS = 1_000_000;

  private final Workload workload;
  private final Clock clock;
  private final PhasedRecords records;
  private final Timeline timeline;
  private final List<Window> windows = new ArrayList<>();
  private final List<Thread> threads = new ArrayList<>();
  private final CheckBook checks;
  private volatile @Nullable Throwable failure;

  /**
   * Opens a producer for each thread.
   *
   * @param run number in the message headers
   * @throws BrokerException if one cannot be opened
   */
  public LoadGenerator(
      Workload workload,
      int run,
      Session session,
      PhasedRecords records,
      Timeline timeline,
      Clock clock)
      throws BrokerException {
    this.workload = workload;
    this.clock = clock;
    this.records = records;
    this.timeline = timeline;
    Load load = workload.load();
    this.checks = new CheckBook(run);
    ClockStamp stamp = ClockStamp.of(clock, session.clockOffset());
    boolean reusable = load.mode() == SendMode.SYNC;
    if (load.mode() == SendMode.ASYNC) {
      int windows = load.inFlight().each() ? load.threads() : Math.min(1, load.threads());
      for (int i = 0; i < windows; i++) {
        this.windows.add(new Window(load.inFlight().sends(), clock));
      }
    }
    for (int i = 0; i < load.threads(); i++) {
      int index = i;
      LocalTransactions transactions =
          workload.transactions().enabled()
              ? new LocalTransactions(i, workload, checks, timeline, records, clock)
              : null;
      Sender sender =
          new Sender(
              i,
              workload,
              new MessageFactory(workload, run, i, stamp, reusable, clock),
              load.quota(i, workload.message().batch()),
              load.schedule()
                  .map(
                      schedule ->
                          schedule.times(index, load.threads(), workload.message().batch())),
              transactions == null
                  ? session.producer(i)
                  : session.transactionalProducer(i, transactions),
              transactions,
              windows.isEmpty() ? null : windows.get(i % windows.size()),
              load.mode() == SendMode.SYNC && session.promise().acknowledged(),
              records,
              timeline,
              clock);
      Thread thread = new Thread(sender, "sender-" + i);
      thread.setDaemon(true);
      thread.setUncaughtExceptionHandler((t, e) -> failure = e);
      threads.add(thread);
    }
  }

  public void start() {
    threads.forEach(Thread::start);
  }

  /** Whether every sender has ended; never, if there are none. */
  public boolean finished() {
    return !threads.isEmpty() && threads.stream().noneMatch(Thread::isAlive);
  }

  /** How many sender threads there are. */
  public int senders() {
    return threads.size();
  }

  /** Check-backs of the transactions. */
  public CheckBook checks() {
    return checks;
  }

  /**
   * Waits until every sender has ended and every send has its outcome, for the workload's settle
   * time at the most, or {@value #STOPPED_SETTLE_SECONDS} s if the senders were stopped; then stops
   * the senders.
   */
  public void settle() throws InterruptedException {
    long patience = workload.load().settle().toNanos();
    if (timeline.stopped()) {
      patience = Math.min(patience, STOPPED_SETTLE_SECONDS * 1_000_000_000L);
    }
    long deadline = clock.nanoTime() + patience;
    while ((threads.stream().anyMatch(Thread::isAlive) || records.inFlight() > 0)
        && clock.nanoTime() < deadline
        && failure == null) {
      clock.park(POLL_NANOS);
    }
    timeline.stop();
    for (Thread thread : threads) {
      thread.join(Math.max(1, (deadline - clock.nanoTime()) / POLL_NANOS));
    }
  }

  /** Time that senders waited because the window was full, all together. */
  public long blockedNanos() {
    return windows.stream().mapToLong(Window::blockedNanos).sum();
  }

  /** What escaped from a sender; null if nothing did. */
  public @Nullable Throwable failure() {
    return failure;
  }
}
