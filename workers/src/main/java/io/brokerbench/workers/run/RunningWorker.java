package io.brokerbench.workers.run;

import com.google.protobuf.InvalidProtocolBufferException;
import io.brokerbench.clock.Clock;
import io.brokerbench.clock.ClockOffset;
import io.brokerbench.clock.ClockStamp;
import io.brokerbench.clock.ClockTracker;
import io.brokerbench.driver.BrokerException;
import io.brokerbench.driver.Seat;
import io.brokerbench.fault.SentMessages;
import io.brokerbench.generator.Standing;
import io.brokerbench.record.Books;
import io.brokerbench.results.clocks.ChronyTracking;
import io.brokerbench.results.clocks.ClockComparison;
import io.brokerbench.units.Causes;
import io.brokerbench.units.Text;
import io.brokerbench.workers.controller.WorkerInfo;
import io.brokerbench.workers.link.LinkListener;
import io.brokerbench.workers.link.LinkLostException;
import io.brokerbench.workers.link.WorkerLink;
import io.brokerbench.workers.protocol.ClockReading;
import io.brokerbench.workers.protocol.Command;
import io.brokerbench.workers.protocol.End;
import io.brokerbench.workers.protocol.FlipReport;
import io.brokerbench.workers.protocol.ReadClock;
import io.brokerbench.workers.protocol.Report;
import io.brokerbench.workers.protocol.Status;
import io.brokerbench.workers.protocol.UseClock;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A worker in a run, as the controller sees it. Thread-safe. */
final class RunningWorker implements LinkListener {

  /** Silence after which the link reports it. */
  private static final double SILENT_SECONDS = 3;

  /**
   * Time in which a worker that is waited for must report some progress, such as connections that
   * it opened or a part of its books; a silent one is lost earlier.
   */
  private static final int PATIENCE_SECONDS = 120;

  /** Between two looks at that time. */
  private static final int LOOK_MILLIS = 100;

  /** Longer than the time from one flip of a run to the next. */
  private static final long FLIP_NANOS = 1_500_000_000;

  /** Longer than client libraries take to close their connections. */
  private static final int END_SECONDS = 10;

  private final WorkerInfo info;
  private final WorkerLink link;
  private final Seat seat;
  private final Clock clock;
  private final Consumer<String> progress;
  private final ClockTracker tracker = new ClockTracker();
  private final AtomicLong ids = new AtomicLong();
  private final Map<Long, CompletableFuture<Report>> asked = new ConcurrentHashMap<>();
  private final Map<Long, Long> readingsSent = new ConcurrentHashMap<>();
  private final CompletableFuture<Report> ready = new CompletableFuture<>();
  private final CompletableFuture<Void> ended = new CompletableFuture<>();
  private volatile Optional<ChronyTracking> chrony = Optional.empty();
  private volatile Status status = Status.getDefaultInstance();
  private volatile @Nullable FlipReport flip;
  private volatile @Nullable Books books;
  private volatile @Nullable SentMessages messages;
  private volatile long startNanos;
  private volatile long startOfWorkerNanos;
  private volatile @Nullable Long startErrorNanos;
  private volatile long lostNanos;
  private volatile String lost = "";
  private volatile boolean ending;
  private volatile boolean sharesMachine;
  private volatile long silentFromNanos;
  private volatile double silentSeconds;

  /** When it was last asked for a flip, and so for a reading of its clock. */
  private volatile long flipNanos;

  /** When it was last asked for something, or last reported progress. */
  private volatile long progressNanos;

  RunningWorker(
      WorkerInfo info, WorkerLink link, Seat seat, Clock clock, Consumer<String> progress) {
    this.info = info;
    this.link = link;
    this.seat = seat;
    this.clock = clock;
    this.progress = progress;
    this.progressNanos = clock.nanoTime();
    this.flipNanos = progressNanos - FLIP_NANOS;
    link.listen(this);
  }

  WorkerInfo info() {
    return info;
  }

  Seat seat() {
    return seat;
  }

  /**
   * Waits until it has connected to the brokers.
   *
   * @throws BrokerException if it cannot
   */
  void awaitReady() throws BrokerException, InterruptedException {
    await(ready, "connect to the brokers");
  }

  /** Whether nothing can be expected from it any more. */
  boolean isLost() {
    return !lost.isEmpty();
  }

  /** Why it was lost; empty if it was not. */
  String loss() {
    return lost;
  }

  /** When it was lost, on this process's clock. */
  long lostNanos() {
    return lostNanos;
  }

  /** The longest time for which it was silent, in seconds; 0 if that is not remarkable. */
  double silentSeconds() {
    return silentSeconds;
  }

  /** Its latest counts, whose times are on this process's clock. */
  Standing standing() {
    return standing(status);
  }

  /** The counts of a status, whose times are on this process's clock. */
  Standing standing(Status of) {
    return RunWire.standing(of, startOfWorkerNanos - startNanos);
  }

  /** Its latest state. */
  Status status() {
    return status;
  }

  /** Its latest figures; empty before the first. */
  Optional<FlipReport> flip() {
    return Optional.ofNullable(flip);
  }

  /** Puts the chunks of its books into those of the controller. */
  void receiveInto(Books given, @Nullable SentMessages givenMessages) {
    messages = givenMessages;
    books = given;
  }

  /** Whether it is on the machine of this process, by the clock that they share. */
  boolean sharesMachine() {
    return sharesMachine;
  }

  /** Its clock, compared with that of this process so far; empty before the first reading. */
  Optional<ClockComparison> clock() {
    return tracker.summary(startNanos);
  }

  /** The state of its machine's clock when it had connected; empty if no chronyd answered. */
  Optional<ChronyTracking> chrony() {
    return chrony;
  }

  /**
   * Fixes the start of the load. From now on times are translated by their distance from it, as the
   * worker's schedule has them.
   */
  void startAt(long nanos) {
    ClockOffset offset = tracker.at(nanos);
    startNanos = nanos;
    startOfWorkerNanos = nanos + offset.nanos();
    startErrorNanos = isLost() ? null : offset.errorNanos();
  }

  /**
   * Maximum error of the start of the load on its clock; null before that is fixed, and if it was
   * lost by then.
   */
  @Nullable Long startErrorNanos() {
    return startErrorNanos;
  }

  /** A time of this process's clock on the worker's clock; the largest number stays. */
  long toWorker(long nanos) {
    return nanos == Long.MAX_VALUE ? nanos : startOfWorkerNanos + (nanos - startNanos);
  }

  /** A time of the worker's clock on this process's clock. */
  long fromWorker(long nanos) {
    return startNanos + (nanos - startOfWorkerNanos);
  }

  /**
   * The moment on this process's clock at which the worker's clock showed a time of the run. Unlike
   * {@link #fromWorker}, it follows the drift of the clocks since the start of the load.
   */
  private long momentOf(long workerNanos) {
    return sharesMachine ? workerNanos : workerNanos - tracker.at(fromWorker(workerNanos)).nanos();
  }

  /** Sends a command that is not answered; nothing is sent to a lost worker. */
  void send(Command.Builder command) {
    if (!isLost()) {
      send(ids.incrementAndGet(), command);
    }
  }

  private void send(long id, Command.Builder command) {
    try {
      link.send(command.setId(id).build().toByteArray());
    } catch (LinkLostException e) {
      lost(String.valueOf(e.getMessage()));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Sends a command; the answer fails if the worker does or is lost. */
  CompletableFuture<Report> ask(Command.Builder command) {
    long id = ids.incrementAndGet();
    CompletableFuture<Report> answer = new CompletableFuture<>();
    asked.put(id, answer);
    long nowNanos = clock.nanoTime();
    progressNanos = nowNanos;
    if (command.hasTakeFlip()) {
      flipNanos = nowNanos;
      readingsSent.put(id, nowNanos);
    }
    try {
      link.send(command.setId(id).build().toByteArray());
    } catch (LinkLostException e) {
      lost(String.valueOf(e.getMessage()));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      answer.completeExceptionally(e);
    }
    if (isLost()) {
      answer.completeExceptionally(new BrokerException(lost));
    }
    return answer;
  }

  /**
   * Waits for its answer as long as it makes progress; otherwise it is lost.
   *
   * @param what it was asked to do, for the message if it does not
   * @throws BrokerException if the worker could not do it, or is lost
   */
  Report await(CompletableFuture<Report> answer, String what)
      throws BrokerException, InterruptedException {
    while (true) {
      try {
        return answer.get(LOOK_MILLIS, TimeUnit.MILLISECONDS);
      } catch (TimeoutException e) {
        if (clock.nanoTime() - progressNanos > PATIENCE_SECONDS * 1_000_000_000L) {
          giveUp(Text.of("it did not %s: no progress for %d s", what, PATIENCE_SECONDS));
        }
      } catch (ExecutionException e) {
        Throwable cause = Objects.requireNonNull(e.getCause());
        throw new BrokerException(String.valueOf(cause.getMessage()), cause);
      }
    }
  }

  /** Waits for an answer until a limit; empty if there is none by then. */
  static Optional<Report> await(CompletableFuture<Report> answer, long nanos)
      throws InterruptedException {
    try {
      return Optional.of(answer.get(Math.max(0, nanos), TimeUnit.NANOSECONDS));
    } catch (ExecutionException | TimeoutException e) {
      return Optional.empty();
    }
  }

  /** Asks for a reading of its clock. */
  void readClock() {
    if (isLost()) {
      return;
    }
    long id = ids.incrementAndGet();
    readingsSent.put(id, clock.nanoTime());
    send(id, Command.newBuilder().setReadClock(ReadClock.getDefaultInstance()));
  }

  /** The same, unless the flips of each second bring readings. */
  void refreshClock() {
    if (clock.nanoTime() - flipNanos >= FLIP_NANOS) {
      readClock();
    }
  }

  /** Number of readings of its clock that were not answered. */
  int openReadings() {
    return readingsSent.size();
  }

  private void read(long id, ClockReading reading) {
    long receivedNanos = clock.nanoTime();
    Long sentNanos = readingsSent.remove(id);
    if (sentNanos == null) {
      return;
    }
    sharesMachine = reading.getClockId() == ClockStamp.ownId();
    tracker.read(sentNanos, reading.getNanos(), receivedNanos);
    ClockStamp stamp = tracker.stamp(reading.getClockId());
    send(
        Command.newBuilder()
            .setUseClock(
                UseClock.newBuilder()
                    .setAtNanos(stamp.atNanos())
                    .setAnchorNanos(stamp.anchorNanos())
                    .setErrorNanos(stamp.errorNanos())));
  }

  @Override
  public void received(byte[] payload) {
    heard();
    try {
      received(Report.parseFrom(payload));
    } catch (InvalidProtocolBufferException | IllegalArgumentException e) {
      misunderstood(e);
    } catch (RuntimeException e) {
      // From here, gRPC would end the stream and say nothing of the reason.
      giveUp("its report cannot be processed: " + Causes.line(e));
    }
  }

  /** It sent a message that is not understood: it is lost. */
  void misunderstood(Exception reason) {
    giveUp("a message that is not understood: " + reason.getMessage());
  }

  /** Declares it lost, because it does not do what is expected of it. */
  void giveUp(String reason) {
    lost(link.name() + ": " + reason);
    link.close();
  }

  private void received(Report report) {
    // Statuses and readings of clocks come whatever it does.
    if (!report.hasStatus() && !report.hasClock()) {
      progressNanos = clock.nanoTime();
    }
    switch (report.getContentCase()) {
      case STEP -> {
        // The steps of one worker stand for those of all. Without senders all of them begin at 0.
        if (seat.senders().from() == 0 && seat.clients().from() == 0) {
          progress.accept(report.getStep());
        }
      }
      case READY -> {
        chrony = RunWire.chrony(report.getReady());
        ready.complete(report);
      }
      case CLOCK -> read(report.getId(), report.getClock());
      case BOOK -> accept(report);
      case MESSAGES -> acceptMessages(report);
      case FAILURE -> failed(report);
      default -> {
        if (report.hasStatus()) {
          status = report.getStatus();
        } else if (report.hasFlip()) {
          status = report.getFlip().getStatus();
          flip = report.getFlip();
        }
        CompletableFuture<Report> answer = asked.remove(report.getId());
        if (answer != null) {
          answer.complete(report);
        }
      }
    }
  }

  private void accept(Report report) {
    Books into = books;
    if (into == null) {
      throw new IllegalArgumentException("books that were not requested");
    }
    boolean unused = into.accept(info.name(), report.getBook().toByteArray());
  }

  private void acceptMessages(Report report) {
    SentMessages into = messages;
    if (into == null) {
      throw new IllegalArgumentException("times of messages that were not requested");
    }
    synchronized (into) {
      into.accept(report.getMessages().toByteArray(), this::momentOf);
    }
  }

  private void failed(Report report) {
    BrokerException failure =
        new BrokerException(Text.of("worker %s: %s", info.label(), report.getFailure()));
    CompletableFuture<Report> answer = asked.remove(report.getId());
    if (answer != null) {
      answer.completeExceptionally(failure);
    } else if (!ready.completeExceptionally(failure)) {
      lost(String.valueOf(failure.getMessage()));
    }
  }

  private void heard() {
    long from = silentFromNanos;
    if (from != 0) {
      silentFromNanos = 0;
      silentSeconds = Math.max(silentSeconds, SILENT_SECONDS + (clock.nanoTime() - from) / 1e9);
    }
  }

  @Override
  public void silent() {
    silentFromNanos = clock.nanoTime();
    progress.accept(Text.of("worker %s is silent", info.label()));
    // It answers as soon as it can, even while it connects to the brokers and reports nothing.
    readClock();
  }

  @Override
  public void ended() {
    lost(Text.of("worker %s: it ended its run", info.label()));
  }

  @Override
  public void lost(String reason) {
    ended.complete(null);
    if (lost.isEmpty() && !ending) {
      lostNanos = clock.nanoTime();
      lost = reason;
    }
    BrokerException failure = new BrokerException(reason);
    ready.completeExceptionally(failure);
    asked.values().forEach(answer -> answer.completeExceptionally(failure));
    asked.clear();
  }

  /** Ends its part of the run; idempotent. */
  void end() {
    if (!ending) {
      ending = true;
      send(Command.newBuilder().setEnd(End.getDefaultInstance()));
    }
  }

  /** Waits for a limited time until the parts of these workers have ended, or they are lost. */
  static void awaitEnd(List<RunningWorker> workers) {
    CompletableFuture.allOf(
            workers.stream().map(worker -> worker.ended).toArray(CompletableFuture[]::new))
        .completeOnTimeout(null, END_SECONDS, TimeUnit.SECONDS)
        .join();
  }
}
