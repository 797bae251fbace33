package io.brokerbench.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.brokerbench.testkit.Entries;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Several processes that would run the same file into the same directory. */
@Tag("ci")
final class HeldDirectoryIT {

  private static final Duration PATIENCE = Duration.ofMinutes(3);

  private final Path home;
  private final Path results;
  private final List<Process> started = new ArrayList<>();

  HeldDirectoryIT(@TempDir Path home) throws IOException {
    this.home = home;
    this.results = home.resolve("results");
    String load =
        """
        driver: memory
        load: {rate: 200/s, duration: 60s, warmup: 0}
        limits: {achieved: 0.01, generator-cpu: 1}
        """;
    for (String command : List.of("run", "night")) {
      Files.writeString(home.resolve(command + ".yaml"), load + "matrix: {threads: [1, 2]}\n");
    }
    Files.writeString(home.resolve("find.yaml"), load + "find: {start: 200/s, curve: false}\n");
  }

  @AfterEach
  void endAll() {
    started.forEach(BenchProcess::kill);
  }

  @ParameterizedTest
  @ValueSource(strings = {"run", "find", "night"})
  void ofTwoStartedTogetherOneRunsAndTheOtherIsRefusedInOneLine(String command) throws Exception {
    Process one = start(command, "one");
    Process other = start(command, "other");
    await().atMost(PATIENCE).until(() -> !one.isAlive() || !other.isAlive());
    Process refused = one.isAlive() ? other : one;
    Process holder = one.isAlive() ? one : other;
    Path shown = home.resolve(one.isAlive() ? "other" : "one");
    assertThat(refused.exitValue()).as(Files.readString(shown)).isEqualTo(2);
    assertThat(Files.readAllLines(shown))
        .singleElement()
        .asString()
        .contains(
            Entries.of(results).get(0).toString(),
            " is being run by process " + holder.pid() + " on ",
            "wait until it has ended");
    assertThat(Entries.of(results)).hasSize(1);
    assertThat(holder.isAlive()).isTrue();
  }

  @Test
  void theLockIsGoneWithTheKilledProcessAndWithItsLastRun() throws Exception {
    Process killed = start("run", "killed");
    await().atMost(PATIENCE).until(this::aRunMeasures);
    ProcessHandle child = killed.children().findFirst().orElseThrow();
    signal("STOP", child.pid());
    killed.destroyForcibly().waitFor();

    Process early = start("run", "early");
    assertThat(early.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isTrue();
    assertThat(early.exitValue()).isEqualTo(2);
    assertThat(Files.readAllLines(home.resolve("early")))
        .singleElement()
        .asString()
        .contains("the last run of process " + killed.pid() + " on ", "has not ended yet");

    child.destroyForcibly();
    await().atMost(PATIENCE).until(() -> !child.isAlive());
    start("run", "later");
    await()
        .atMost(PATIENCE)
        .until(() -> Files.readString(home.resolve("later")).contains("run 1/2: "));
    // No lock stays beside it.
    assertThat(Entries.of(results)).hasSize(1);
  }

  private static void signal(String signal, long pid) throws Exception {
    new ProcessBuilder("kill", "-" + signal, Long.toString(pid)).start().waitFor();
  }

  private boolean aRunMeasures() throws IOException {
    return !RunFiles.named("run.json", results).isEmpty();
  }

  private Process start(String command, String output) throws IOException {
    String out = command.equals("night") ? "--history" : "--out";
    Process process =
        BenchProcess.start(
            home.resolve(output), command, home.resolve(command + ".yaml"), out, results);
    started.add(process);
    return process;
  }
}
