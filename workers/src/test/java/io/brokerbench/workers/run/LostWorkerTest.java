package io.brokerbench.workers.run;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.brokerbench.address.HostPort;
import io.brokerbench.clock.Clock;
import io.brokerbench.driver.BrokerException;
import io.brokerbench.generator.Generators;
import io.brokerbench.results.Audit;
import io.brokerbench.results.Verdict.Status;
import io.brokerbench.results.workers.WorkerUse;
import io.brokerbench.run.Experiment;
import io.brokerbench.workers.TestProcess;
import io.brokerbench.workers.TestWorker;
import io.brokerbench.workers.controller.WorkerPool;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs of two workers, a and b, of which b is killed or frozen in the measured time. */
@Tag("nightly")
final class LostWorkerTest {

  private static final Duration PATIENCE = Duration.ofMinutes(2);
  private static final int RATE = 200;

  private final Path output;
  private final List<TestProcess> supervisors = new ArrayList<>();
  private final List<ProcessHandle> jvms = new ArrayList<>();

  LostWorkerTest(@TempDir Path output) {
    this.output = output;
  }

  @AfterEach
  void endsProcesses() throws InterruptedException {
    for (TestProcess supervisor : supervisors) {
      supervisor.close();
    }
    jvms.forEach(ProcessHandle::destroyForcibly);
  }

  /** Runs and disturbs; afterwards all processes of the workers have ended by themselves. */
  private ObservedRun run(int seconds, ObservedRun run) throws Exception {
    Experiment experiment =
        ObservedRun.experiment(
            output,
            "workers.count=2",
            "workers.local=true",
            "load.threads=4",
            "load.rate=" + RATE + "/s",
            "load.duration=" + seconds + "s",
            "consume.threads=1",
            "consume.clients=2");
    WorkerPool pool =
        WorkerPool.listen(
            new HostPort(HostPort.LOOPBACK, 0), Optional.empty(), 2, Clock.system(), line -> {});
    try {
      for (String name : List.of("a", "b")) {
        supervisors.add(TestProcess.start(TestWorker.class, pool.port(), name));
      }
      try (Generators workers = new Workers(experiment.workload().workers(), pool, pool.await())) {
        run.run(experiment, workers);
      }
    } catch (BrokerException e) {
      throw new AssertionError(
          "the workers: " + supervisors.stream().map(TestProcess::lines).toList(), e);
    } finally {
      pool.close();
    }
    assertThat(jvms).hasSize(2);
    await()
        .atMost(PATIENCE)
        .until(
            () ->
                jvms.stream().noneMatch(ProcessHandle::isAlive)
                    && supervisors.stream().noneMatch(each -> each.handle().isAlive()));
    return run;
  }

  /** The JVM of the run on b; called in the measured time. */
  private ProcessHandle jvmOfB() {
    for (TestProcess supervisor : supervisors) {
      jvms.addAll(supervisor.handle().children().toList());
    }
    return jvms.get(1);
  }

  private static void signal(String name, ProcessHandle process) {
    try {
      TestProcess.signal(name, process.pid());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static void assertLost(ObservedRun run, String reason) {
    assertThat(run.verdict().status()).isEqualTo(Status.INVALID);
    assertThat(run.verdict().texts())
        .anyMatch(
            text ->
                text.matches(
                    "aborted after \\d+ s: a worker was lost: b at 127\\.0\\.0\\.1: " + reason));
    assertThat(run.directory().toString()).endsWith(".INVALID");
    assertThat(run.directory().resolve("run.json")).content().contains("a worker was lost: b at ");
    assertThat(run.directory().resolve("report.html")).doesNotExist();
    List<WorkerUse> parts = requireNonNull(run.result().workers());
    assertThat(parts).extracting(WorkerUse::name).containsExactly("a", "b");
    assertThat(parts.get(0).lost()).isNull();
    assertThat(parts.get(1).lost()).matches("b at 127\\.0\\.0\\.1: " + reason);
    // What it sent and received is kept.
    assertThat(parts).allMatch(part -> part.sent() > 0 && part.received() > 0);
    assertThat(run.result().sends().attempted())
        .isEqualTo(parts.stream().mapToLong(WorkerUse::sent).sum());
    assertThat(requireNonNull(run.result().consumption()).deliveries())
        .isEqualTo(parts.stream().mapToLong(WorkerUse::received).sum());
    assertThat(run.result().throughput().measuredSeconds()).isLessThan(60);
  }

  @Test
  void aKilledRunJvmEndsTheRun() throws Exception {
    ObservedRun run = run(60, ObservedRun.disturbed(() -> signal("KILL", jvmOfB()), step -> {}));
    assertLost(run, "its connection ended");
  }

  @Test
  void aKilledSupervisorEndsTheRun() throws Exception {
    ObservedRun run =
        run(
            60,
            ObservedRun.disturbed(
                () -> {
                  ProcessHandle unused = jvmOfB();
                  signal("KILL", supervisors.get(1).handle());
                },
                step -> {}));
    assertLost(run, "its connection ended");
  }

  @Test
  void aWorkerThatIsFrozenForGoodEndsTheRun() throws Exception {
    ObservedRun run = run(60, ObservedRun.disturbed(() -> signal("STOP", jvmOfB()), step -> {}));
    assertLost(run, "nothing was heard from it for 10 s");
    assertThat(run.steps()).contains("worker b at 127.0.0.1 is silent");
  }

  @Test
  void aWorkerThatIsFrozenForSecondsMakesTheRunSuspect() throws Exception {
    int seconds = 8;
    ObservedRun run =
        run(
            seconds,
            ObservedRun.disturbed(
                () -> signal("STOP", jvmOfB()),
                step -> {
                  if (step.equals("worker b at 127.0.0.1 is silent")) {
                    signal("CONT", jvms.get(1));
                  }
                }));
    assertThat(run.verdict().status()).as("%s", run.verdict().texts()).isEqualTo(Status.SUSPECT);
    assertThat(run.verdict().texts())
        .anyMatch(text -> text.matches("worker b was silent for \\d+ s: .*"));
    // What was due in the pause was sent after it.
    Audit audit = run.result().audit();
    assertThat(audit.attempted()).isEqualTo((long) RATE * seconds);
    assertThat(audit.delivered()).isEqualTo((long) RATE * seconds);
    assertThat(audit.agreesWithBroker()).isTrue();
  }
}
