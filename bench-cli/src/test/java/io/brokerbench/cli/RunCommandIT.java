package io.brokerbench.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.brokerbench.matrix.MatrixCell;
import io.brokerbench.matrix.MatrixDirectory;
import io.brokerbench.testkit.Entries;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code run} as a process, with the broker in memory. */
@Tag("ci")
final class RunCommandIT {

  private static final Duration PATIENCE = Duration.ofMinutes(3);

  private final Path home;
  private final Path results;
  private final List<Process> started = new ArrayList<>();

  RunCommandIT(@TempDir Path home) {
    this.home = home;
    this.results = home.resolve("results");
  }

  @BeforeEach
  void writeWorkload() throws IOException {
    Files.writeString(
        home.resolve("load.yaml"),
        """
        driver: memory
        load: {rate: 200/s, duration: 2s, warmup: 0}
        limits: {achieved: 0, generator-cpu: 1}
        matrix:
          threads: [1, 2]
          message.size: [40, 100]
        reference:
          source: a test
          rows: [{cell: {threads: 2, message.size: 100}, rate: 400/s}]
        """);
  }

  @AfterEach
  void endAll() {
    started.forEach(BenchProcess::kill);
  }

  @Tag("nightly")
  @Test
  void aKilledMatrixGoesOnWithWhatIsLeft() throws Exception {
    Process killed = start();
    await().atMost(PATIENCE).until(() -> !finished().isEmpty());
    List<ProcessHandle> all = killed.descendants().toList();
    assertThat(all).isNotEmpty();
    killed.destroyForcibly().waitFor();
    // Who runs for a killed command ends with it, and no cell is begun any more.
    await().atMost(PATIENCE).until(() -> all.stream().noneMatch(ProcessHandle::isAlive));
    List<Path> before = finished();
    assertThat(Entries.of(results)).singleElement().asString().endsWith("-load.INCOMPLETE");

    Process again = start();
    assertThat(again.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isTrue();
    String out = Files.readString(home.resolve("stdout"));
    assertThat(again.exitValue()).as(out).isIn(0, 4);
    Path matrix = Entries.of(results).get(0);
    assertThat(matrix.toString()).endsWith("-load");
    assertThat(matrix.resolve("run.lock")).doesNotExist();
    for (Path run : before) {
      assertThat(matrix.resolve(run.getFileName())).isDirectory();
    }
    MatrixDirectory directory = MatrixDirectory.read(matrix);
    for (MatrixCell cell : directory.cells()) {
      assertThat(directory.runs(cell)).as(cell.label()).hasSize(1);
    }
    assertThat(out)
        .containsPattern("2 +100 +rate +400/s +\\d+/s +undecided: one run\\n")
        .contains("published: a test");
    assertThat(CommandOutput.of("report", matrix).out()).contains("published: a test");
  }

  @Tag("nightly")
  @Test
  void aMatrixThatGoesOnEndsAsTheWorstOfAllItsRuns() throws Exception {
    assertThat(start().waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isTrue();
    Path matrix = Entries.of(results).get(0);
    MatrixDirectory directory = MatrixDirectory.read(matrix);
    Path kept = directory.runs(directory.cells().get(0)).get(0).directory().resolve("run.json");
    Path lost = directory.runs(directory.cells().get(1)).get(0).directory().resolve("run.json");
    ObjectNode run = (ObjectNode) new ObjectMapper().readTree(kept.toFile());
    run.withObject("/verdict").put("status", "invalid");
    Files.writeString(kept, run.toString());
    Path broken = directory.runs(directory.cells().get(2)).get(0).directory();
    Path file = broken.resolve("run.json");
    ObjectNode faulty = (ObjectNode) new ObjectMapper().readTree(file.toFile());
    faulty.withObject("/verdict").put("status", "suspect");
    WrittenRun.breakPromise(faulty, "3 messages were lost");
    Files.writeString(file, faulty.toString());
    Files.delete(lost);
    Files.move(matrix, matrix.resolveSibling(matrix.getFileName() + ".INCOMPLETE"));

    Process again = start("--", "--accept", "suspect");
    assertThat(again.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isTrue();
    assertThat(again.exitValue()).isEqualTo(4);
    assertThat(home.resolve("stdout"))
        .content()
        .contains(broken.getFileName() + ": broken promise: 3 messages were lost\n");
    assertThat(directory.runs(directory.cells().get(1))).hasSize(1);
  }

  @Test
  void interruptedItEndsItsRunAndSaysHowToGoOn() throws Exception {
    Process process = start("--set", "duration=60s");
    await().atMost(PATIENCE).until(() -> RunFiles.measure(results));
    List<ProcessHandle> all = process.descendants().toList();
    new ProcessBuilder("kill", "-TERM", Long.toString(process.pid())).start().waitFor();
    assertThat(process.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isTrue();
    assertThat(process.exitValue()).isEqualTo(143);
    assertThat(all).noneMatch(ProcessHandle::isAlive);
    // What it measured is there, as a run that was cut short.
    MatrixDirectory directory = MatrixDirectory.read(Entries.of(results).get(0));
    assertThat(directory.runs(directory.cells().get(0))).isEmpty();
    assertThat(finished()).hasSize(1);
  }

  @Tag("nightly")
  @Test
  void aCellWhoseDrainIsInterruptedIsSuspectAndRunAgain() throws Exception {
    Files.writeString(
        home.resolve("load.yaml"),
        """
        tool: consumer
        driver: memory
        load: {rate: 1000/s, duration: 2s, warmup: 0}
        memory: {group-rates: 100/s}
        limits: {achieved: 0, generator-cpu: 1}
        matrix:
          message.size: [40, 100]
        """);
    Process process = start();
    await().atMost(PATIENCE).until(this::aRunDrains);
    new ProcessBuilder("kill", "-TERM", Long.toString(process.pid())).start().waitFor();
    assertThat(process.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isTrue();
    assertThat(process.exitValue()).isEqualTo(143);
    Path run = finished().get(0);
    assertThat(run.toString()).matches(".*\\.(SUSPECT|INVALID)");
    JsonNode verdict =
        new ObjectMapper().readTree(run.resolve("run.json").toFile()).path("verdict");
    assertThat(verdict.path("reasons").valueStream().map(reason -> reason.path("text").asText()))
        .anyMatch(reason -> reason.startsWith("cut short by a signal during the drain: "));
    MatrixDirectory directory = MatrixDirectory.read(Entries.of(results).get(0));
    for (MatrixCell cell : directory.cells()) {
      assertThat(directory.runs(cell)).isEmpty();
    }
  }

  private boolean aRunDrains() throws IOException {
    for (Path file : RunFiles.named("intervals.csv", results)) {
      if (Files.readString(file).contains(",drain,")) {
        return true;
      }
    }
    return false;
  }

  /** Directories of runs that came to their end. */
  private List<Path> finished() throws IOException {
    return RunFiles.named("run.json", results).stream()
        .map(Path::getParent)
        .filter(run -> !run.toString().endsWith(".INCOMPLETE"))
        .toList();
  }

  private Process start(String... more) throws IOException {
    List<Object> args =
        new ArrayList<>(List.of("run", home.resolve("load.yaml"), "--out", results));
    args.addAll(List.of(more));
    Process process = BenchProcess.start(home.resolve("stdout"), args.toArray());
    started.add(process);
    return process;
  }
}
