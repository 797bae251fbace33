package io.brokerbench.workers.run;

import io.brokerbench.clock.Clock;
import io.brokerbench.driver.BrokerException;
import io.brokerbench.driver.Session;
import io.brokerbench.generator.Flip;
import io.brokerbench.generator.Generators.Order;
import io.brokerbench.generator.RunBooks;
import io.brokerbench.generator.RunClients;
import io.brokerbench.generator.Standing;
import io.brokerbench.load.Timeline;
import io.brokerbench.record.SendCount;
import io.brokerbench.results.workers.WorkerUse;
import io.brokerbench.sample.RemoteNodes;
import io.brokerbench.units.Text;
import io.brokerbench.workers.protocol.Boundaries;
import io.brokerbench.workers.protocol.Command;
import io.brokerbench.workers.protocol.CountExpected;
import io.brokerbench.workers.protocol.EndAt;
import io.brokerbench.workers.protocol.Limit;
import io.brokerbench.workers.protocol.Report;
import io.brokerbench.workers.protocol.StartConsumers;
import io.brokerbench.workers.protocol.StartSenders;
import io.brokerbench.workers.protocol.Status;
import io.brokerbench.workers.protocol.StepFrom;
import io.brokerbench.workers.protocol.Stop;
import io.brokerbench.workers.protocol.StopConsumers;
import io.brokerbench.workers.protocol.StopSenders;
import io.brokerbench.workload.InFlight;
import io.brokerbench.workload.Workload;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** Senders and consumers in the processes of workers, for which times are translated. */
final class WorkerClients implements RunClients {

  /** Enough for a boundary to reach every worker before it. */
  private static final long LEAD_NANOS = 500_000_000;

  /** Time in addition to that given to the senders, in which workers answer that they stopped. */
  private static final long ANSWER_NANOS = 5_000_000_000L;

  private final Workload workload;
  private final Clock clock;
  private final Session session;
  private final Timeline timeline;
  private final List<RunningWorker> workers;
  private final WorkerClocks clocks;
  private final MergedFlips flips;
  private final MergedBooks books;
  private boolean consumersStarted;
  private boolean consumersStopped;
  private boolean quantityEnded;

  private WorkerClients(Order run, List<RunningWorker> workers, WorkerClocks clocks) {
    this.workload = run.workload();
    this.clock = run.clock();
    this.session = run.session();
    this.timeline = new Timeline(clock.nanoTime());
    this.workers = List.copyOf(workers);
    this.clocks = clocks;
    this.books = new MergedBooks(run, workers);
    this.flips = new MergedFlips(workers, books.groups(), timeline, clock);
  }

  /**
   * Waits until all workers have connected to the brokers and their clocks are known.
   *
   * @throws BrokerException if a worker does not reach the brokers
   */
  static WorkerClients open(Order run, List<RunningWorker> workers)
      throws BrokerException, InterruptedException {
    try {
      for (RunningWorker worker : workers) {
        worker.awaitReady();
      }
      return new WorkerClients(run, workers, WorkerClocks.start(workers, run.clock()));
    } catch (Throwable e) {
      workers.forEach(RunningWorker::end);
      throw e;
    }
  }

  @Override
  public Clock clock() {
    return clock;
  }

  @Override
  public long leadNanos() {
    return LEAD_NANOS;
  }

  @Override
  public Timeline timeline() {
    return timeline;
  }

  private Stream<RunningWorker> present() {
    return workers.stream().filter(worker -> !worker.isLost());
  }

  private void tell(Function<RunningWorker, Command.Builder> command) {
    present().forEach(worker -> worker.send(command.apply(worker)));
  }

  /**
   * Asks these workers at the same time; returns their answers.
   *
   * @param what each is asked to do, for the message if it does not
   */
  private List<Report> askAll(
      Predicate<RunningWorker> which, Supplier<Command.Builder> command, String what)
      throws BrokerException, InterruptedException {
    Map<RunningWorker, CompletableFuture<Report>> answers = new LinkedHashMap<>();
    present().filter(which).forEach(worker -> answers.put(worker, worker.ask(command.get())));
    List<Report> reports = new ArrayList<>();
    for (Map.Entry<RunningWorker, CompletableFuture<Report>> answer : answers.entrySet()) {
      reports.add(answer.getKey().await(answer.getValue(), what));
    }
    return reports;
  }

  @Override
  public void startConsumers() throws BrokerException, InterruptedException {
    List<Report> unused =
        askAll(
            this::consumes,
            () -> Command.newBuilder().setStartConsumers(StartConsumers.getDefaultInstance()),
            "start its consumers");
    consumersStarted = true;
  }

  private boolean consumes(RunningWorker worker) {
    return worker.seat().clients().count(workload.consumption().clients()) > 0;
  }

  private boolean sends(RunningWorker worker) {
    return worker.seat().senders().count(workload.load().threads()) > 0;
  }

  @Override
  public boolean consumersStarted() {
    return consumersStarted;
  }

  @Override
  public void startAt(long nanos) {
    timeline.startAt(nanos);
    workers.forEach(worker -> worker.startAt(nanos));
  }

  @Override
  public void startSenders() {
    tell(
        worker ->
            Command.newBuilder()
                .setStartSenders(
                    StartSenders.newBuilder()
                        .setStartNanos(worker.toWorker(timeline.startNanos()))));
  }

  @Override
  public void measure(long fromNanos, long toNanos) {
    timeline.measure(fromNanos, toNanos);
    tell(
        worker ->
            Command.newBuilder()
                .setBoundaries(
                    Boundaries.newBuilder()
                        .setMeasuredFromNanos(worker.toWorker(fromNanos))
                        .setEndNanos(worker.toWorker(toNanos))));
  }

  @Override
  public void endAt(long nanos) {
    timeline.endAt(nanos);
    tell(
        worker ->
            Command.newBuilder().setEndAt(EndAt.newBuilder().setNanos(worker.toWorker(nanos))));
  }

  @Override
  public void stepFrom(long nanos) {
    timeline.stepFrom(nanos);
    tell(
        worker ->
            Command.newBuilder()
                .setStepFrom(StepFrom.newBuilder().setNanos(worker.toWorker(nanos))));
  }

  @Override
  public void limit(InFlight limit) {
    tell(
        worker ->
            Command.newBuilder()
                .setLimit(Limit.newBuilder().setSends(limit.sends()).setEach(limit.each())));
  }

  @Override
  public boolean quantityEnded() {
    if (!quantityEnded) {
      List<RunningWorker> sending = workers.stream().filter(this::sends).toList();
      quantityEnded =
          sending.stream().allMatch(worker -> worker.status().getQuantityEndedNanos() != 0);
      if (quantityEnded && workload.consumption().backlog().isEmpty()) {
        endAt(
            sending.stream()
                .mapToLong(worker -> worker.fromWorker(worker.status().getQuantityEndedNanos()))
                .max()
                .orElse(clock.nanoTime()));
      }
    }
    return quantityEnded;
  }

  @Override
  public boolean settled() {
    return present().allMatch(worker -> worker.status().getSettled());
  }

  @Override
  public void stop() {
    timeline.stop();
    tell(worker -> Command.newBuilder().setStop(Stop.getDefaultInstance()));
  }

  @Override
  public void stopSenders(long deadlineNanos) throws InterruptedException {
    timeline.stop();
    long within = Math.max(0, deadlineNanos - clock.nanoTime());
    long deadline = clock.nanoTime() + within + ANSWER_NANOS;
    StopSenders command = StopSenders.newBuilder().setWithinNanos(within).build();
    List<CompletableFuture<Report>> answers =
        present().map(worker -> worker.ask(Command.newBuilder().setStopSenders(command))).toList();
    for (CompletableFuture<Report> answer : answers) {
      Optional<Report> unused = RunningWorker.await(answer, deadline - clock.nanoTime());
    }
  }

  @Override
  public void stopConsumers() {
    if (!workload.consumption().any() || consumersStopped) {
      return;
    }
    consumersStopped = true;
    try {
      List<Report> unused =
          askAll(
              this::consumes,
              () -> Command.newBuilder().setStopConsumers(StopConsumers.getDefaultInstance()),
              "stop its consumers");
    } catch (BrokerException e) {
      // The loss of a worker is reported by loss().
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public void check() {
    for (RunningWorker worker : workers) {
      Status status = worker.status();
      if (!status.getFailure().isEmpty()) {
        throw new IllegalStateException(
            Text.of("worker %s: %s", worker.info().label(), status.getFailure()));
      }
    }
  }

  @Override
  public Optional<String> loss() {
    // Asked at each poll of the run, so without a stream over the workers.
    RunningWorker first = null;
    for (RunningWorker worker : workers) {
      if (worker.isLost() && (first == null || worker.lostNanos() < first.lostNanos())) {
        first = worker;
      }
    }
    return Optional.ofNullable(first)
        .map(
            worker ->
                Text.of(
                    "aborted after %.0f s: a worker was lost: %s",
                    Math.max(0, (worker.lostNanos() - timeline.startNanos()) / 1e9),
                    worker.loss()));
  }

  @Override
  public Standing standing() {
    return Standings.sum(workers.stream().map(RunningWorker::standing).toList(), books.groups());
  }

  @Override
  public void cut() {
    flips.cut();
  }

  @Override
  public Optional<Flip> flip() {
    return flips.flip();
  }

  @Override
  public void discardPauses() {
    // Workers do so when their senders start.
  }

  @Override
  public RemoteNodes machines() {
    return flips;
  }

  @Override
  public List<WorkerUse> parts() {
    return flips.parts(workload);
  }

  @Override
  public void packBooks() {
    // Workers pack theirs.
  }

  @Override
  public OptionalLong awaited() {
    return flips.awaited();
  }

  @Override
  public Map<String, OptionalLong> backlogs() {
    return flips.backlogs(workload.consumption());
  }

  @Override
  public SortedMap<String, Long> figures() {
    return flips.figures(session.figures());
  }

  @Override
  public OptionalLong readings(String figure) {
    return session.readings(figure);
  }

  @Override
  public List<String> incidents() {
    return flips.incidents(session.incidents());
  }

  @Override
  public DrainGoal drainGoal() {
    long visible = 0;
    long uncertain = 0;
    long resolutions = 0;
    try {
      for (Report report :
          askAll(
              this::sends,
              () -> Command.newBuilder().setCountExpected(CountExpected.getDefaultInstance()),
              "count what it sent")) {
        visible += report.getExpected().getVisible();
        uncertain += report.getExpected().getUncertain();
        resolutions += report.getExpected().getResolutions();
      }
    } catch (BrokerException e) {
      // The loss of a worker is reported by loss().
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return new DrainGoal(new SendCount(visible, uncertain), resolutions);
  }

  @Override
  public RunBooks books() {
    return books.received();
  }

  @Override
  public Session audited() {
    return books.audited();
  }

  @Override
  public void close() {
    clocks.close();
    workers.forEach(RunningWorker::end);
    RunningWorker.awaitEnd(workers);
  }
}
