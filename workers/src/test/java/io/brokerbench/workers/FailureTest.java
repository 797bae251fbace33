package io.brokerbench.workers;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.brokerbench.address.HostPort;
import io.brokerbench.clock.Clock;
import io.brokerbench.workers.controller.WorkerPool;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** Processes that are killed or frozen in mid-run. */
@Tag("nightly")
@Execution(ExecutionMode.CONCURRENT)
final class FailureTest {

  private static final Duration PATIENCE = Duration.ofMinutes(2);

  private final List<AutoCloseable> opened = new ArrayList<>();
  private final List<ProcessHandle> runs = new ArrayList<>();
  private final List<String> console = new CopyOnWriteArrayList<>();

  @AfterEach
  void leavesNothing() throws Exception {
    Collections.reverse(opened);
    for (AutoCloseable each : opened) {
      each.close();
    }
    try {
      await().atMost(PATIENCE).until(() -> runs.stream().noneMatch(ProcessHandle::isAlive));
    } finally {
      runs.forEach(ProcessHandle::destroyForcibly);
    }
  }

  @Test
  void aRunJvmThatIsKilledIsLostAtOnceAndTheNextRunStarts() throws Exception {
    WorkerPool pool = pool(1);
    TestProcess worker = worker(pool.port());
    Recorder run = run(pool);
    TestProcess.signal("KILL", run.pid());
    run.awaits("lost w at 127.0.0.1: its connection ended");
    await()
        .atMost(PATIENCE)
        .until(() -> console.contains("w at 127.0.0.1: its run ended early: exit code 137"));
    run(pool).answers("hello");
    pool.close();
    assertThat(worker.exitCode()).isZero();
  }

  @Test
  void aSupervisorThatIsKilledTakesItsRunWithIt() throws Exception {
    WorkerPool pool = pool(1);
    TestProcess worker = worker(pool.port());
    Recorder run = run(pool);
    ProcessHandle jvm = run.process();
    TestProcess.signal("KILL", worker.handle().pid());
    run.awaits("lost w at 127.0.0.1: its ");
    await().atMost(PATIENCE).until(() -> !jvm.isAlive());
    assertThat(console).contains("w at 127.0.0.1 is gone: its connection ended");
  }

  /** Nothing else would ever wake it. */
  @Test
  void aFrozenRunWhoseSupervisorIsKilledEnds() throws Exception {
    WorkerPool pool = pool(1);
    TestProcess worker = worker(pool.port());
    ProcessHandle jvm = run(pool).process();
    TestProcess.signal("STOP", jvm.pid());
    TestProcess.signal("KILL", worker.handle().pid());
    await().atMost(PATIENCE).until(() -> !jvm.isAlive());
  }

  @Test
  void frozenLocalWorkersEndWithAControllerThatIsKilled() throws Exception {
    TestProcess controller = controller("", "local");
    ProcessHandle run = runOf(controller);
    List<ProcessHandle> all = controller.handle().descendants().toList();
    assertThat(all).hasSize(2).contains(run);
    for (ProcessHandle each : all) {
      TestProcess.signal("STOP", each.pid());
    }
    TestProcess.signal("KILL", controller.handle().pid());
    await().atMost(PATIENCE).until(() -> all.stream().noneMatch(ProcessHandle::isAlive));
  }

  @Test
  void aControllerThatIsKilledEndsRunAndWorker(@TempDir Path directory) throws Exception {
    Path reason = directory.resolve("reason");
    TestProcess controller = controller(reason.toString());
    String port = controller.awaitLine("port ");
    TestProcess worker = worker(Integer.parseInt(port));
    ProcessHandle run = runOf(controller);
    TestProcess.signal("KILL", controller.handle().pid());
    assertThat(worker.exitCode()).isEqualTo(TestWorker.LOST);
    assertThat(worker.lines())
        .last()
        .isEqualTo("the controller at 127.0.0.1:" + port + " is gone: its connection ended");
    assertThat(run.isAlive()).isFalse();
    // The supervisor loses the controller at the same time, and then ends the run.
    assertThat(Files.readString(reason))
        .isIn(
            "the controller at 127.0.0.1:" + port + ": its connection ended",
            "the controller at 127.0.0.1:" + port + ": the supervisor of this worker has ended");
  }

  @Test
  void aTaskThatGoesOnAfterTheLossOfTheControllerIsEnded() throws Exception {
    TestProcess controller = controller(TestTask.STUBBORN);
    TestProcess worker = worker(Integer.parseInt(controller.awaitLine("port ")));
    ProcessHandle run = runOf(controller);
    TestProcess.signal("KILL", worker.handle().pid());
    TestProcess.signal("KILL", controller.handle().pid());
    await().atMost(PATIENCE).until(() -> !run.isAlive());
  }

  @Test
  void localWorkersEndWithAControllerThatIsKilled() throws Exception {
    TestProcess controller = controller("", "local");
    ProcessHandle run = runOf(controller);
    List<ProcessHandle> all = controller.handle().descendants().toList();
    assertThat(all).hasSize(2).contains(run);
    TestProcess.signal("KILL", controller.handle().pid());
    await().atMost(PATIENCE).until(() -> all.stream().noneMatch(ProcessHandle::isAlive));
  }

  @Test
  void aFrozenRunIsSilentThenLostWhileAnIdleOneIsNot() throws Exception {
    WorkerPool pool = pool(2);
    worker(pool.port());
    worker(pool.port());
    List<Recorder> both = runs(pool);
    Recorder frozen = both.get(0);
    TestProcess.signal("STOP", frozen.pid());
    frozen.awaits("silent");
    TestProcess.signal("CONT", frozen.pid());
    frozen.answers("a pause is no loss");
    TestProcess.signal("STOP", frozen.pid());
    frozen.awaits("lost");
    assertThat(frozen.events())
        .hasSize(5)
        .endsWith("silent", "lost w at 127.0.0.1: nothing was heard from it for 10 s");
    both.get(1).answers("the first message for more than 10 s");
    for (Recorder next : runs(pool)) {
      next.answers("hello");
    }
    assertThat(ProcessHandle.of(frozen.pid())).isEmpty();
  }

  @Test
  void aFrozenControllerEndsRunAndWorker(@TempDir Path directory) throws Exception {
    Path reason = directory.resolve("reason");
    TestProcess controller = controller(reason.toString());
    String port = controller.awaitLine("port ");
    TestProcess worker = worker(Integer.parseInt(port));
    ProcessHandle run = runOf(controller);
    TestProcess.signal("STOP", controller.handle().pid());
    await().atMost(PATIENCE).until(() -> !run.isAlive());
    assertThat(reason)
        .hasContent("the controller at 127.0.0.1:" + port + ": nothing was heard from it for 5 s");
    // The worker waits longer: a run has ended, but nothing is under load.
    assertThat(worker.handle().isAlive()).isTrue();
    assertThat(worker.exitCode()).isEqualTo(TestWorker.LOST);
    assertThat(worker.lines())
        .last()
        .isEqualTo(
            "the controller at 127.0.0.1:" + port + " is gone: nothing was heard from it for 10 s");
  }

  @Test
  void aWorkerWhoseNextControllerIsNotThereEnds() throws Exception {
    WorkerPool pool = pool(1);
    String address = "127.0.0.1:" + pool.port();
    TestProcess worker = worker(pool.port());
    pool.await();
    pool.close(true);
    await().atMost(PATIENCE.multipliedBy(3)).until(() -> !worker.handle().isAlive());
    assertThat(worker.exitCode()).isEqualTo(TestWorker.LOST);
    assertThat(worker.lines())
        .containsExactly(
            "joined the controller at " + address + " as w",
            "waiting for the controller of the next run",
            "waiting for the controller at " + address + ": it does not accept connections",
            "the controller at " + address + " is gone: it was unreachable for 60 s");
  }

  private WorkerPool pool(int workers) throws Exception {
    WorkerPool pool =
        WorkerPool.listen(
            new HostPort("127.0.0.1", 0), Optional.empty(), workers, Clock.system(), console::add);
    opened.add(pool);
    return pool;
  }

  private TestProcess worker(int port) throws Exception {
    TestProcess worker = TestProcess.start(TestWorker.class, port);
    opened.add(worker);
    return worker;
  }

  private TestProcess controller(Object... arguments) throws Exception {
    TestProcess controller = TestProcess.start(TestController.class, arguments);
    opened.add(controller);
    return controller;
  }

  private ProcessHandle runOf(TestProcess controller) {
    ProcessHandle run =
        ProcessHandle.of(Long.parseLong(controller.awaitLine("run "))).orElseThrow();
    runs.add(run);
    return run;
  }

  private Recorder run(WorkerPool pool) throws Exception {
    return runs(pool).get(0);
  }

  private List<Recorder> runs(WorkerPool pool) throws Exception {
    List<byte[]> orders = pool.await().stream().map(worker -> new byte[0]).toList();
    List<Recorder> started = pool.startRun(orders).stream().map(Recorder::of).toList();
    started.forEach(run -> runs.add(run.process()));
    return started;
  }

  /** A controller with one worker, which starts a run and waits for its own end. */
  static final class TestController {

    private TestController() {}

    /**
     * Starts it.
     *
     * @param args the order of the run, and "local" for a local worker
     */
    public static void main(String[] args) throws Exception {
      Consumer<String> console = line -> System.out.println(line);
      try (WorkerPool pool =
          args.length > 1
              ? WorkerPool.local(1, Optional.of(TestTask.class), Clock.system(), console)
              : WorkerPool.listen(
                  new HostPort("127.0.0.1", 0), Optional.empty(), 1, Clock.system(), console)) {
        System.out.println("port " + pool.port());
        pool.await();
        Recorder run = Recorder.of(pool.startRun(List.of(args[0].getBytes(UTF_8))).get(0));
        System.out.println("run " + run.pid());
        while (System.in.read() >= 0) {
          // Ends with the test.
        }
        run.events().forEach(console);
      }
    }
  }
}
