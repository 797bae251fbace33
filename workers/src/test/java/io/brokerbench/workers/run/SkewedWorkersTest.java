package io.brokerbench.workers.run;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.InvalidProtocolBufferException;
import io.brokerbench.clock.Clock;
import io.brokerbench.clock.SkewedClock;
import io.brokerbench.driver.BrokerException;
import io.brokerbench.driver.DaemonThreads;
import io.brokerbench.driver.Seat;
import io.brokerbench.generator.Generators;
import io.brokerbench.generator.RunClients;
import io.brokerbench.results.Audit;
import io.brokerbench.results.clocks.ClockComparison;
import io.brokerbench.results.clocks.ClockComparison.Drift;
import io.brokerbench.results.clocks.ClockComparison.Moment;
import io.brokerbench.results.clocks.ClockComparison.Step;
import io.brokerbench.results.workers.ClockCeilings;
import io.brokerbench.results.workers.WorkerUse;
import io.brokerbench.run.Experiment;
import io.brokerbench.workers.controller.WorkerInfo;
import io.brokerbench.workers.link.LinkListener;
import io.brokerbench.workers.link.LinkLostException;
import io.brokerbench.workers.link.WorkerLink;
import io.brokerbench.workers.protocol.Command;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Consumer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A run of three workers whose clocks are ahead, behind and faster, and set in mid-run. */
@Tag("nightly")
final class SkewedWorkersTest {

  private static final long SECOND_NANOS = 1_000_000_000L;
  private static final double FASTER_PPM = 100;

  /** Above the error of any reading, whose answer may wait for a processor. */
  private static final long STEP_NANOS = 5 * SECOND_NANOS;

  private static final String AHEAD = "ahead";
  private static final String DRIFTING = "drifting";
  private static final String STEPPING = "stepping";
  private static final List<String> NAMES = List.of(AHEAD, DRIFTING, STEPPING);

  private final Path output;
  private final SkewedClock stepping = new SkewedClock(Clock.system(), 0, 0);

  /** In the order of the names. */
  private final List<Clock> clocks =
      List.of(
          new SkewedClock(Clock.system(), SECOND_NANOS, 0),
          new SkewedClock(Clock.system(), -SECOND_NANOS, FASTER_PPM),
          stepping);

  /** The start of the load as each worker was told, on its clock. */
  private final Map<String, Long> starts = new ConcurrentHashMap<>();

  SkewedWorkersTest(@TempDir Path output) {
    this.output = output;
  }

  @Test
  void theTruthIsInEveryIntervalAndTheStepIsNamed() throws Exception {
    Experiment experiment =
        ObservedRun.experiment(
            output,
            "workers.count=3",
            "workers.local=true",
            "load.threads=3",
            "load.rate=300/s",
            "load.duration=5s",
            "consume.threads=1",
            "consume.clients=3");
    ObservedRun run = ObservedRun.disturbed(() -> stepping.step(STEP_NANOS), step -> {});
    try (Threads workers = new Threads()) {
      run.run(experiment, workers);
    }
    Audit audit = run.result().audit();
    assertThat(audit.delivered()).isEqualTo(audit.attempted()).isPositive();

    ClockComparison early = requireNonNull(part(run, AHEAD).clock());
    assertContains(early.first(), SECOND_NANOS);
    assertContains(early.last(), SECOND_NANOS);
    assertThat(early.steps()).isZero();

    ClockComparison fast = requireNonNull(part(run, DRIFTING).clock());
    Drift drift = requireNonNull(fast.drift());
    assertThat(Math.abs(drift.ppm() - FASTER_PPM)).isLessThanOrEqualTo(drift.errorPpm());
    assertThat(fast.steps()).isZero();

    ClockComparison set = requireNonNull(part(run, STEPPING).clock());
    assertContains(set.first(), 0);
    assertContains(set.last(), STEP_NANOS);
    assertThat(set.steps()).isEqualTo(1);
    Step step = set.describedSteps().get(0);
    assertThat(Math.abs(step.nanos() - STEP_NANOS)).isLessThanOrEqualTo(step.errorNanos());
    assertThat(run.verdict().texts())
        .anyMatch(text -> text.startsWith("worker stepping's clock shows a step of +"))
        .noneMatch(text -> text.matches("worker (ahead|drifting)'s clock .*"));

    // Both loads start at the same moment, as far as their errors tell.
    long apartNanos =
        requireNonNull(starts.get(AHEAD)) - SECOND_NANOS - requireNonNull(starts.get(STEPPING));
    assertThat(Math.abs(apartNanos))
        .isLessThanOrEqualTo(
            requireNonNull(part(run, AHEAD).startErrorNanos())
                + requireNonNull(part(run, STEPPING).startErrorNanos()));
  }

  private static void assertContains(Moment offset, long truthNanos) {
    assertThat(Math.abs(offset.offsetNanos() - truthNanos))
        .isLessThanOrEqualTo(offset.errorNanos());
  }

  private static WorkerUse part(ObservedRun run, String name) {
    return requireNonNull(run.result().workers()).stream()
        .filter(each -> each.name().equals(name))
        .findFirst()
        .orElseThrow();
  }

  /** Workers in threads of this process, each with a clock of its own. */
  private final class Threads implements Generators {

    private final List<Pipe> pipes = new ArrayList<>();

    @Override
    public Seat preparation() {
      return Seat.PREPARATION;
    }

    @Override
    public RunClients open(Order run) throws BrokerException, InterruptedException {
      List<Seat> seats =
          Seats.of(run.workload(), run.workload().workers(), run.session().run(), NAMES);
      List<RunningWorker> running = new ArrayList<>();
      for (int i = 0; i < NAMES.size(); i++) {
        String name = NAMES.get(i);
        CompletableFuture<LinkListener> controller = new CompletableFuture<>();
        CompletableFuture<LinkListener> worker = new CompletableFuture<>();
        Pipe toWorker = new Pipe(name, controller, worker, payload -> observe(name, payload));
        Pipe toController = new Pipe("the controller", worker, controller, payload -> {});
        pipes.addAll(List.of(toWorker, toController));
        running.add(
            new RunningWorker(
                new WorkerInfo(name, "127.0.0.1", "17", 2, new ClockCeilings(40, 60_000)),
                toWorker,
                seats.get(i),
                run.clock(),
                run.progress()));
        // Monotonic clocks of different machines have different ids.
        WorkerRun task =
            new WorkerRun(Workers.order(run, seats.get(i)), toController, clocks.get(i), i + 1);
        Thread unused = DaemonThreads.start(name, () -> carryOut(task, toController));
      }
      return WorkerClients.open(run, running);
    }

    private void observe(String name, byte[] payload) {
      try {
        Command command = Command.parseFrom(payload);
        if (command.hasStartSenders()) {
          starts.put(name, command.getStartSenders().getStartNanos());
        }
      } catch (InvalidProtocolBufferException e) {
        throw new AssertionError(e);
      }
    }

    private static void carryOut(WorkerRun task, Pipe toController) {
      try {
        task.run();
        toController.end();
      } catch (LinkLostException | InterruptedException e) {
        toController.close();
      }
    }

    @Override
    public void close() {
      pipes.forEach(pipe -> pipe.delivery.shutdown());
    }
  }

  /** One side of a connection within this process. */
  private static final class Pipe implements WorkerLink {

    private final ExecutorService delivery =
        Executors.newSingleThreadExecutor(DaemonThreads.named("pipe"));

    private final String name;
    private final CompletableFuture<LinkListener> here;
    private final CompletableFuture<LinkListener> there;
    private final Consumer<byte[]> observer;

    Pipe(
        String name,
        CompletableFuture<LinkListener> here,
        CompletableFuture<LinkListener> there,
        Consumer<byte[]> observer) {
      this.name = name;
      this.here = here;
      this.there = there;
      this.observer = observer;
    }

    @Override
    public String name() {
      return name;
    }

    @Override
    public void send(byte[] payload) {
      observer.accept(payload);
      delivery.execute(() -> there.join().received(payload));
    }

    @Override
    public void listen(LinkListener only) {
      here.complete(only);
    }

    /** The run has ended as planned. */
    void end() {
      delivery.execute(() -> there.join().ended());
    }

    @Override
    public void close() {
      delivery.execute(() -> there.join().lost(name + ": its connection ended"));
    }
  }
}
