package io.brokerbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.brokerbench.command.ExitCode;
import io.brokerbench.matrix.Budget;
import io.brokerbench.matrix.MatrixCell;
import io.brokerbench.matrix.MatrixDirectory;
import io.brokerbench.run.RunEstimate;
import io.brokerbench.testkit.Entries;
import io.brokerbench.workload.SettingsException;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Nights whose runs are written, so that {@code night} has nothing to run. */
final class NightCommandTest {

  private static final String NIGHT = "20261122T030000Z-night";

  private final Path file;
  private final Path history;

  NightCommandTest(@TempDir Path home) throws IOException {
    this.file =
        Files.writeString(
            home.resolve("night.yaml"),
            """
            driver: memory
            load: {rate: 200/s, duration: 1s, warmup: 0}
            matrix: {tool: [producer, consumer], repeat: 2}
            """);
    this.history = home.resolve("history");
  }

  private PreparedRuns prepared(Path workload) throws SettingsException {
    PrintStream nowhere =
        new PrintStream(OutputStream.nullOutputStream(), true, StandardCharsets.UTF_8);
    return PreparedRuns.of(
        RunArguments.of(workload, List.of()),
        history.toString(),
        new ParsedCommand.Call(Map.of(), List.of(), nowhere, nowhere));
  }

  /** The directory of a night with all its runs, before its name is final. */
  private MatrixDirectory night() throws Exception {
    PreparedRuns preparation = prepared(file);
    MatrixDirectory night =
        MatrixDirectory.resumeOrCreate(
            history,
            preparation.name(),
            preparation.identity("unknown"),
            List.copyOf(preparation.cells().keySet()),
            Optional.empty(),
            Instant.parse("2026-11-22T03:00:00Z"));
    for (MatrixCell cell : night.cells()) {
      for (int i = 1; i <= 2; i++) {
        new WrittenRun(cell.tool().orElseThrow())
            .into(night.path(), "20261122T03000" + i + "Z-" + cell.name());
      }
    }
    return night;
  }

  private CommandOutput run() {
    return CommandOutput.of("night", file, "--history", history);
  }

  @Test
  void theFileOfEveryNightHasAllModesOfTheThreeBenchmarksThreeTimes() throws SettingsException {
    PreparedRuns night = prepared(Path.of("..", "workloads", "night.yaml"));
    List<String> cells = new ArrayList<>();
    night
        .cells()
        .forEach(
            (cell, experiment) ->
                cells.add(
                    String.join(
                        " ",
                        cell.tool().orElseThrow(),
                        experiment.settings().value("cluster.replication"),
                        experiment.settings().value("cluster.flush"))));
    List<String> expected = new ArrayList<>();
    for (String tool : List.of("producer", "consumer", "tproducer")) {
      for (String mode : List.of("async async", "async sync", "sync async", "sync sync")) {
        expected.add(tool + " " + mode);
      }
    }
    assertThat(cells).containsExactlyInAnyOrderElementsOf(expected);
    assertThat(night.matrix().repeat()).isEqualTo(3);
  }

  /** Two repeats of four cells of 100 s, each after a control cell of 20 s. */
  @Test
  void aRunTakesItsPartOfTheTimeOfTheControlCell() throws Exception {
    RunEstimate all = new RunEstimate(10, 840, "", 0, history, Optional.empty(), Optional.empty());
    assertThat(NightCommand.budget("1h", all, 8)).isEqualTo(new Budget(3600, 105));
  }

  @Test
  void aNameOfMicrobenchmarksThatIsNoExpressionIsRefused() throws IOException {
    Files.writeString(file, "driver: memory\nmicrobench: [MessagePath, '*Path']\n");
    CommandOutput refused = run();
    assertThat(refused.code()).isEqualTo(ExitCode.BAD_INPUT);
    assertThat(refused.err())
        .isEqualTo(
            file
                + ": microbench has \"*Path\", which is no regular expression: Dangling meta"
                + " character '*'\n");
    assertThat(history).doesNotExist();
  }

  @Test
  void microbenchmarksWithoutACheckoutAreRefused() throws IOException {
    Files.writeString(file, "driver: memory\nmicrobench: [MessagePath]\n");
    CommandOutput refused = run();
    assertThat(refused.code()).isEqualTo(ExitCode.BAD_INPUT);
    assertThat(refused.err())
        .isEqualTo(
            file
                + ": microbench needs scripts/microbench.sh of a checkout, because JMH is not in the"
                + " distribution; run scripts/bench night there, or leave microbench out\n");
    assertThat(history).doesNotExist();
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void aNightThatWasKilledAfterItsLastRunIsJudgedByTheSameCommand(boolean named) throws Exception {
    MatrixDirectory night = night();
    if (named) {
      night.finish();
    }
    CommandOutput judged = run();
    assertThat(judged.code()).as(judged.err()).isEqualTo(ExitCode.VALID);
    assertThat(judged.out()).contains("accepted: night " + NIGHT).doesNotContain("run 1/4");
    assertThat(history.resolve("accepted")).content().isEqualTo(NIGHT + "\n");
    assertThat(history.resolve(NIGHT).resolve("night.txt")).isRegularFile();
    assertThat(Entries.of(history)).hasSize(2);
  }
}
