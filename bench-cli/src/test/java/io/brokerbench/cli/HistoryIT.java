package io.brokerbench.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.brokerbench.command.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Processes that add nights to a history together, or are killed; branches that do. */
@Tag("ci")
final class HistoryIT {

  private static final int NIGHTS = 20;
  private static final Duration PATIENCE = Duration.ofMinutes(2);

  private final Path home;
  private final Path figures;
  private final List<Process> started = new ArrayList<>();
  private final Object[] add;

  HistoryIT(@TempDir Path home) {
    this.home = home;
    Path history = home.resolve("history");
    this.figures = history.resolve("figures");
    List<Object> arguments = new ArrayList<>(List.of("history", "add", "--history", history));
    WrittenNights nights = new WrittenNights(home);
    for (int i = 0; i < NIGHTS; i++) {
      arguments.add(nights.night(i, 1));
    }
    this.add = arguments.toArray();
  }

  @AfterEach
  void endAll() {
    started.forEach(Process::destroyForcibly);
  }

  @Test
  void addsAtOnceLoseNothing() throws Exception {
    List<Path> outputs = List.of(home.resolve("one"), home.resolve("other"));
    for (Path output : outputs) {
      start(output);
    }
    for (Process each : started) {
      assertThat(each.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isTrue();
      assertThat(each.exitValue()).as("%s", outputs).isZero();
    }
    long added = 0;
    for (Path output : outputs) {
      added += Files.readAllLines(output).stream().filter(line -> line.startsWith("added")).count();
    }
    assertThat(added).isEqualTo(NIGHTS);
    assertThat(files()).hasSize(NIGHTS).allMatch(name -> name.endsWith(".json"));
  }

  @Test
  void whatAKilledAddLeftIsCompletedByTheNext() throws Exception {
    Process killed = start(home.resolve("killed"));
    await().atMost(PATIENCE).until(() -> !killed.isAlive() || Files.exists(figures));
    killed.destroyForcibly().waitFor();
    Object[] arguments = Arrays.copyOfRange(add, 1, add.length);
    assertThat(CommandOutput.of("history", arguments).code()).isEqualTo(ExitCode.VALID);
    assertThat(files()).hasSize(NIGHTS).allMatch(name -> name.endsWith(".json"));
    CommandOutput shown = CommandOutput.of("history", "show", "--history", home.resolve("history"));
    assertThat(shown.code()).isEqualTo(ExitCode.VALID);
    assertThat(shown.err()).isEmpty();
  }

  /** Each branch adds nights of its own, and some that the other adds, too. */
  @Test
  void branchesWithTheSameNightsAreMergedWithoutAConflict() throws Exception {
    Path history = Files.createDirectory(home.resolve("history"));
    GitHubActionIT.git(history, "init", "--quiet");
    GitHubActionIT.git(history, "commit", "--quiet", "--allow-empty", "-m", "Empty");
    GitHubActionIT.git(history, "branch", "other");
    addTo(history, nights(0, 12));
    GitHubActionIT.git(history, "checkout", "--quiet", "other");
    assertThat(figures).doesNotExist();
    addTo(history, nights(8, NIGHTS));
    GitHubActionIT.git(history, "merge", "--quiet", "-m", "Both", "-");
    assertThat(files()).hasSize(NIGHTS);
    CommandOutput shown = CommandOutput.of("history", "show", "--history", history);
    assertThat(shown.code()).as(shown.err()).isEqualTo(ExitCode.VALID);
  }

  /** The command that adds some of the nights. */
  private Object[] nights(int from, int to) {
    List<Object> arguments = new ArrayList<>(List.of(add).subList(1, 4));
    arguments.addAll(List.of(add).subList(4 + from, 4 + to));
    return arguments.toArray();
  }

  private static void addTo(Path history, Object... arguments) throws Exception {
    assertThat(CommandOutput.of("history", arguments).code()).isEqualTo(ExitCode.VALID);
    GitHubActionIT.git(history, "add", "--all");
    GitHubActionIT.git(history, "commit", "--quiet", "-m", "Nights");
  }

  private Process start(Path output) throws IOException {
    Process process = BenchProcess.start(output, add);
    started.add(process);
    return process;
  }

  private List<String> files() throws IOException {
    try (Stream<Path> files = Files.list(figures)) {
      return files.map(file -> file.getFileName().toString()).toList();
    }
  }
}
