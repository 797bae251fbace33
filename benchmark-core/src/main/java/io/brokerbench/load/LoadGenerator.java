package io.brokerbench.load;

import io.brokerbench.clock.Clock;
import io.brokerbench.driver.BrokerException;
import io.brokerbench.driver.FirstFailure;
import io.brokerbench.driver.Seat.Span;
import io.brokerbench.driver.Session;
import io.brokerbench.record.CheckBackBook;
import io.brokerbench.record.PhasedRecords;
import io.brokerbench.record.page.PageStore;
import io.brokerbench.workload.InFlight;
import io.brokerbench.workload.Load;
import io.brokerbench.workload.Load.SendMode;
import io.brokerbench.workload.Workload;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * All sender threads of a run. Controlled by one thread; the figures may be read by any thread.
 *
 * <p>An exception that escapes a sender or a handler of transactions is kept and ends the run: a
 * load that silently shrinks would invalidate the measurement.
 */
public final class LoadGenerator {

  /** Kind of outcome of sends without an answer at the end of the run. */
  public static final String NO_ANSWER = "client-no-answer";

  private static final long POLL_NANOS = 1_000_000;

  /** Maximum delay with which the end of the quantity is detected; short compared to any run. */
  private static final long OUTCOME_POLL_NANOS = 100_000;

  private final Workload workload;
  private final Clock clock;
  private final PhasedRecords records;
  private final Timeline timeline;
  private final List<InFlightWindow> windows = new ArrayList<>();
  private final List<Thread> threads = new ArrayList<>();
  private final CheckBackBook checks;
  private final Span senders;
  private final AtomicInteger sending;
  private final FirstFailure failure = new FirstFailure();
  private volatile boolean sentAll;
  private volatile boolean ended;
  private volatile long endedNanos;
  private volatile @Nullable Thread controller;

  /**
   * Opens a producer for each thread.
   *
   * @param senders indexes of the sender threads that are here
   * @param run number in the message headers
   * @throws BrokerException if a producer cannot be opened
   */
  public LoadGenerator(
      Workload workload, Span senders, int run, Session session, Recording recording)
      throws BrokerException {
    this.workload = workload;
    this.clock = recording.clock();
    this.records = recording.records();
    this.timeline = recording.timeline();
    Load load = workload.load();
    this.senders = senders;
    this.sending = new AtomicInteger(senders.count(load.threads()));
    PageStore store = records.sends().store();
    this.checks =
        sending.get() == load.threads()
            ? new CheckBackBook(run, store, workload::visibility)
            : CheckBackBook.ofSeveral(run, store, workload::visibility);
    if (load.mode() == SendMode.ASYNC) {
      InFlight limit = load.inFlight().first();
      int windows = limit.each() ? sending.get() : Math.min(1, sending.get());
      for (int i = 0; i < windows; i++) {
        this.windows.add(new InFlightWindow(share(limit), clock));
      }
    }
    long spinNanos = load.spinNanos(sending.get());
    for (int i : senders.below(load.threads()).toArray()) {
      Sender.Share share = Sender.Share.of(workload, run, i, recording);
      Sender.Path path = path(i, session, recording);
      Sender sender = new Sender(workload, share, path, spinNanos, recording, failure);
      Thread thread = new Thread(() -> run(sender), "sender-" + i);
      thread.setDaemon(true);
      thread.setUncaughtExceptionHandler((t, e) -> failure.keep(e));
      threads.add(thread);
    }
  }

  private Sender.Path path(int index, Session session, Recording recording) throws BrokerException {
    LocalTransactions transactions =
        workload.transactions().enabled()
            ? new LocalTransactions(index, workload, checks, recording, failure)
            : null;
    return new Sender.Path(
        transactions == null
            ? session.producer(index)
            : session.transactionalProducer(index, transactions),
        transactions,
        windows.isEmpty() ? null : windows.get((index - senders.from()) % windows.size()),
        workload.load().mode() == SendMode.SYNC && session.promise().acknowledged());
  }

  /** Starts all senders. The calling thread is woken when the quantity is sent. */
  public void start() {
    controller = Thread.currentThread();
    threads.forEach(Thread::start);
  }

  private void run(Sender sender) {
    sender.run();
    if (sender.sentAll() && sending.decrementAndGet() == 0) {
      sentAll = true;
      endQuantity();
    }
  }

  /** Ends the measured time with the last message, not when the controlling thread notices it. */
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
    endedNanos = clock.nanoTime();
    // With a backlog, the run continues without senders until consumers have caught up. It also
    // continues where other processes have senders.
    boolean all = senders.count(load.threads()) == load.threads();
    if (all && (!workload.consumption().any() || workload.consumption().backlog().isEmpty())) {
      timeline.endAt(endedNanos);
    }
    ended = true;
    LockSupport.unpark(controller);
  }

  /**
   * Whether the quantity is sent and, in a closed loop, answered. The measured time ended at that
   * moment, except with a backlog, or where other processes have senders.
   */
  public boolean quantityEnded() {
    return ended || (finished() && !sentAll);
  }

  /** When the quantity ended; 0 before that. */
  public long quantityEndedNanos() {
    return ended ? endedNanos : 0;
  }

  /** Whether every sender has sent its quota or has ended; false if there are no senders. */
  public boolean finished() {
    return sentAll || (!threads.isEmpty() && threads.stream().noneMatch(Thread::isAlive));
  }

  public CheckBackBook checks() {
    return checks;
  }

  /**
   * Waits until every sender has ended and every send has its outcome, at most for the workload's
   * settle time; then stops the senders.
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

  /** Messages that were passed to the client and have no outcome yet. */
  public long inFlight() {
    return records.inFlight();
  }

  /** Stops the senders, and waits for each at most until the deadline. */
  public void stop(long deadlineNanos) throws InterruptedException {
    timeline.stop();
    for (Thread thread : threads) {
      thread.join(Math.max(1, (deadlineNanos - clock.nanoTime()) / POLL_NANOS));
    }
  }

  /** Changes the limit of sends in flight, as the load's steps require. */
  public void limit(InFlight limit) {
    windows.forEach(window -> window.resize(share(limit)));
  }

  /**
   * The part of a limit that one window has: a limit of all senders together is divided among
   * processes by their senders. It is at least the number of senders where there are several
   * processes.
   */
  private int share(InFlight limit) {
    if (limit.each()) {
      return limit.sends();
    }
    int all = workload.load().threads();
    long from = senders.from();
    long to = from + senders.count(all);
    return (int) (limit.sends() * to / all - limit.sends() * from / all);
  }

  /** Total time that senders waited because the window was full. */
  public long blockedNanos() {
    return windows.stream().mapToLong(InFlightWindow::blockedNanos).sum();
  }

  /** The first exception that escaped from a sender; null if there is none. */
  public @Nullable Throwable failure() {
    return failure.get();
  }
}
