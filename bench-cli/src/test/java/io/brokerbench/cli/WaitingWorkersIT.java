package io.brokerbench.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.brokerbench.command.ExitCode;
import io.brokerbench.find.SearchResult;
import io.brokerbench.find.Trial;
import io.brokerbench.matrix.MatrixCell;
import io.brokerbench.matrix.MatrixDirectory;
import io.brokerbench.results.RunFile;
import io.brokerbench.results.RunResult;
import io.brokerbench.results.workers.WorkerUse;
import io.brokerbench.stored.StoredRun;
import io.brokerbench.testkit.Entries;
import io.brokerbench.testkit.FreePort;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Workers that are started once and serve all runs of a matrix or a search, each of which has a
 * controller of its own; with the broker in memory.
 */
@Tag("nightly")
final class WaitingWorkersIT {

  private static final List<String> NAMES = List.of("a", "b");
  private static final int PER_SECOND = 200;

  /** More than a matrix waits for a worker that was lost. */
  private static final Duration PATIENCE = Duration.ofMinutes(5);

  private static final String LIMITS =
      "limits: {achieved: 0, generator-cpu: 1, generator-starved: 1, hiccup-p99: 10s, gc: 1}\n";

  private final Path home;
  private final String address;
  private final List<Process> started = new ArrayList<>();

  WaitingWorkersIT(@TempDir Path home) throws IOException {
    this.home = home;
    this.address = "127.0.0.1:" + FreePort.choose();
  }

  @AfterEach
  void endAll() {
    for (Process process : started) {
      List<ProcessHandle> all =
          Stream.concat(process.descendants(), Stream.of(process.toHandle())).toList();
      all.forEach(ProcessHandle::destroyForcibly);
      all.forEach(each -> each.onExit().join());
    }
  }

  @Test
  void oneRegistrationServesAllCells() throws Exception {
    List<Process> workers = startWorkers();
    assertMeasured(start("run", matrixOf(1)), 1);
    assertServed(workers, 2);
  }

  @Tag("nightly")
  @Test
  void oneRegistrationServesAllTrials() throws Exception {
    List<Process> workers = startWorkers();
    Path load =
        Files.writeString(
            home.resolve("search.yaml"),
            """
            driver: memory
            load: {duration: 6s, warmup: 1s, threads: 2, settle: 1s}
            find: {start: 500/s, probes: 2, curve: false}
            """
                + LIMITS);
    Process search = start("find", load);
    assertThat(exitCode(search))
        .as(output("find"))
        .isIn(ExitCode.VALID.code(), ExitCode.RUN_INVALID.code(), ExitCode.LIMIT_MISSED.code());
    Path directory = results();
    List<Trial> trials = SearchResult.read(directory).probes();
    assertThat(trials).hasSize(2);
    for (Trial trial : trials) {
      assertOfBoth(RunFile.read(directory.resolve(trial.result()).resolve(RunFile.NAME)));
    }
    assertServed(workers, 2);
  }

  @Test
  void oneRegistrationServesAllRepeats() throws Exception {
    List<Process> workers = startWorkers();
    Path load =
        Files.writeString(
            home.resolve("repeated.yaml"),
            """
            driver: memory
            load: {rate: %d/s, threads: 2, duration: 1s, warmup: 0, repeat: 3}
            """
                    .formatted(PER_SECOND)
                + LIMITS);
    Process run = start("run", load);
    assertThat(exitCode(run))
        .as(output("run"))
        .isIn(ExitCode.VALID.code(), ExitCode.RUN_INVALID.code());
    List<Path> results = Entries.of(home.resolve("results"));
    assertThat(results).as(output("run")).hasSize(3);
    for (Path each : results) {
      RunResult result = RunFile.read(each.resolve(RunFile.NAME));
      assertOfBoth(result);
      assertThat(result.audit().attempted()).isEqualTo(PER_SECOND);
    }
    assertJoined(workers, 1);
  }

  @Test
  void aRunThatASignalEndsIsRepeatedWithTheSameWorkers() throws Exception {
    List<Process> workers = startWorkers();
    Process matrix = start("run", matrixOf(8));
    await().atMost(PATIENCE).until(() -> RunFiles.measure(home.resolve("results")));
    matrix.children().forEach(ProcessHandle::destroy);
    assertMeasured(matrix, 8);
    assertThat(output("run"))
        .contains("a signal cut the run short (exit code 143): it is run again");
    assertServed(workers, 3);
  }

  @ParameterizedTest
  @ValueSource(strings = {"run", "night"})
  void aMatrixThatLosesAWorkerForGoodEndsAndNamesIt(String command) throws Exception {
    List<Process> workers = startWorkers();
    Process matrix = start(command, matrixOf(8));
    await().atMost(PATIENCE).until(() -> RunFiles.measure(home.resolve("results")));
    Process b = workers.get(1);
    b.descendants().forEach(ProcessHandle::destroyForcibly);
    b.destroyForcibly();
    assertThat(exitCode(matrix)).as(output(command)).isEqualTo(ExitCode.WORKERS_MISSING.code());
    assertThat(output(command))
        .contains(
            "1 of 2 workers joined within 120 s, without b; start what is missing, and give the"
                + " same command again\n",
            "runs without a result are repeated when the same command is given again\n");
    // The first cell has its aborted run, the second none.
    MatrixDirectory directory = MatrixDirectory.read(results());
    assertThat(directory.path().toString()).endsWith(".INCOMPLETE");
    List<StoredRun> runs = new ArrayList<>();
    for (MatrixCell cell : directory.cells()) {
      runs.addAll(directory.runs(cell));
    }
    assertThat(runs).hasSize(1);
    assertThat(Objects.requireNonNull(runs.get(0).result().workers()))
        .extracting(worker -> worker.lost() == null)
        .containsExactly(true, false);
    assertThat(exitCode(workers.get(0))).as(output("a")).isZero();
  }

  private Path matrixOf(int seconds) throws IOException {
    return Files.writeString(
        home.resolve("matrix.yaml"),
        """
        driver: memory
        load: {rate: %d/s, threads: 2, duration: %ds, warmup: 0}
        matrix: {message.size: [40, 100]}
        """
                .formatted(PER_SECOND, seconds)
            + LIMITS);
  }

  private List<Process> startWorkers() throws IOException {
    List<Process> workers = new ArrayList<>();
    for (String name : NAMES) {
      workers.add(
          added(
              BenchProcess.start(home.resolve(name), "worker", "--join", address, "--name", name)));
    }
    return workers;
  }

  /** Starts a command whose output has its name. */
  private Process start(String command, Path file) throws IOException {
    return added(
        BenchProcess.start(
            home.resolve(command),
            command,
            file,
            command.equals("night") ? "--history" : "--out",
            home.resolve("results"),
            "--workers",
            NAMES.size(),
            "--listen",
            address));
  }

  private Process added(Process process) {
    started.add(process);
    return process;
  }

  private static int exitCode(Process process) throws InterruptedException {
    assertThat(process.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isTrue();
    return process.exitValue();
  }

  private String output(String name) throws IOException {
    return Files.readString(home.resolve(name));
  }

  private Path results() throws IOException {
    return Entries.only(home.resolve("results"));
  }

  /** Checks that a matrix has a run of each of its two cells, of this duration. */
  private void assertMeasured(Process matrix, int seconds) throws Exception {
    assertThat(exitCode(matrix))
        .as(output("run"))
        .isIn(ExitCode.VALID.code(), ExitCode.RUN_INVALID.code());
    MatrixDirectory directory = MatrixDirectory.read(results());
    assertThat(directory.cells()).hasSize(2);
    for (MatrixCell cell : directory.cells()) {
      List<StoredRun> runs = directory.runs(cell);
      assertThat(runs).as(output("run")).hasSize(1);
      assertOfBoth(runs.get(0).result());
      assertThat(runs.get(0).result().audit().attempted()).isEqualTo((long) PER_SECOND * seconds);
    }
  }

  private static void assertOfBoth(RunResult run) {
    List<WorkerUse> workers = Objects.requireNonNull(run.workers());
    assertThat(workers).extracting(WorkerUse::name).isEqualTo(NAMES);
    assertThat(workers).allSatisfy(worker -> assertThat(worker.sent()).isPositive());
  }

  /** Checks that each worker joined for each run and once more, to be let go. */
  private void assertServed(List<Process> workers, int runs) throws Exception {
    assertJoined(workers, runs + 1);
  }

  /** Checks that each worker joined so many times before it was let go. */
  private void assertJoined(List<Process> workers, int times) throws Exception {
    for (int i = 0; i < workers.size(); i++) {
      String name = NAMES.get(i);
      assertThat(exitCode(workers.get(i))).as(output(name)).isZero();
      assertThat(
              output(name)
                  .lines()
                  .filter(line -> !line.startsWith("waiting for the controller at")))
          .filteredOn(line -> line.startsWith("joined "))
          .hasSize(times)
          .containsOnly("joined the controller at " + address + " as " + name);
      assertThat(output(name))
          .endsWith("the controller at " + address + " no longer needs this worker\n");
    }
  }
}
