package io.brokerbench.load;

import io.brokerbench.clock.Clock;
import io.brokerbench.clock.ClockStamp;
import io.brokerbench.driver.BrokerException;
import io.brokerbench.driver.FirstFailure;
import io.brokerbench.driver.Session;
import io.brokerbench.record.CheckBook;
import io.brokerbench.record.PhasedRecords;
import io.brokerbench.workload.Load;
import io.brokerbench.workload.Load.SendMode;
import io.brokerbench.workload.Workload;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
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

  private static final long POLL_NANOS = 1_000_000;

  /** Short against any run: by so much a quantity's end may be late. */
  private static final long OUTCOME_POLL_NANOS = 100_000;

  private final Workload workload;
  private final Clock clock;
  private final PhasedRecords records;
  private final Timeline timeline;
  private final List<Window> windows = new ArrayList<>();
  private final List<Thread> threads = new ArrayList<>();
  private final CheckBook checks;
  private final AtomicInteger sending;
  private final FirstFailure failure = new FirstFailure();
  private volatile boolean sentAll;
  private volatile boolean ended;
  private volatile @Nullable Thread conductor;

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
    this.sending = new AtomicInteger(load.threads());
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
              failure,
              records,
              timeline,
              clock);
      Thread thread = new Thread(() -> run(sender), "sender-" + i);
      thread.setDaemon(true);
      thread.setUncaughtExceptionHandler((t, e) -> failure.keep(e));
      threads.add(thread);
    }
  }

  /** Starts all senders. The thread that calls this is woken when a quantity is sent. */
  public void start() {
    conductor = Thread.currentThread();
    threads.forEach(Thread::start);
  }

  private void run(Sender sender) {
    sender.run();
    if (sender.sentAll() && sending.decrementAndGet() == 0) {
      sentAll = true;
      endQuantity();
    }
  }

  /** Its end is that of its last message, not the moment in which the conducting thread looks. */
  private void endQuantity() {
    Load load = workload.load();
    if (load.mode() == SendMode.ASYNC && load.schedule().isEmpty()) {
      long deadline = clock.nanoTime() + load.settle().toNanos();
      while (records.inFlight() > 0
          && !timeline.stopped()
          && clock.nanoTime() < Math.min(deadline, timeline.endNanos())) {
        clock.park(OUTCOME_POLL_NANOS);
      }
    }
    // A backlog may be built of the whole quantity: the run then goes on without senders.
    if (!workload.consumption().any() || workload.consumption().backlog().isEmpty()) {
      timeline.endAt(clock.nanoTime());
    }
    ended = true;
    LockSupport.unpark(conductor);
  }

  /**
   * Whether the quantity is sent, in a closed loop also answered. The measured time ended at that
   * moment, unless consumers are still to start on a backlog.
   */
  public boolean quantityEnded() {
    return ended || (finished() && !sentAll);
  }

  /** Whether every sender has sent its quota or has ended; never, if there are none. */
  public boolean finished() {
    return sentAll || (!threads.isEmpty() && threads.stream().noneMatch(Thread::isAlive));
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
   * time at most; then stops the senders.
   */
  public void settle() throws InterruptedException {
    long deadline = clock.nanoTime() + workload.load().settle().toNanos();
    while (!settled() && clock.nanoTime() < deadline) {
      clock.park(POLL_NANOS);
    }
    stop(deadline);
  }

  /** Whether every sender has ended and every send has its outcome, or a sender has failed. */
  public boolean settled() {
    return failure.get() != null
        || (threads.stream().noneMatch(Thread::isAlive) && inFlight() == 0);
  }

  /** Messages that were given to the client and have no outcome yet. */
  public long inFlight() {
    return records.inFlight();
  }

  /** Stops the senders, and waits for each until the deadline at most. */
  public void stop(long deadlineNanos) throws InterruptedException {
    timeline.stop();
    for (Thread thread : threads) {
      thread.join(Math.max(1, (deadlineNanos - clock.nanoTime()) / POLL_NANOS));
    }
  }

  /** Time that senders waited because the window was full, all together. */
  public long blockedNanos() {
    return windows.stream().mapToLong(Window::blockedNanos).sum();
  }

  /** What escaped from a sender; null if nothing did. */
  public @Nullable Throwable failure() {
    return failure.get();
  }
}
