package io.brokerbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.brokerbench.command.ExitCode;
import io.brokerbench.matrix.MatrixCell;
import io.brokerbench.workload.SettingsException;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ControlCellTest {

  private static final MatrixCell ONE = new MatrixCell(1, Map.of("tool", "producer"));
  private static final MatrixCell TWO = new MatrixCell(2, Map.of("tool", "consumer"));
  private static final PrintStream NOWHERE =
      new PrintStream(OutputStream.nullOutputStream(), true, StandardCharsets.UTF_8);

  private final Path directory;
  private final List<String> ran = new ArrayList<>();

  ControlCellTest(@TempDir Path directory) {
    this.directory = directory;
  }

  private ControlCell cells(int ofOne, int ofTwo, int ofControl, ExitCode control) {
    return new ControlCell(
        cell -> run(cell.name(), ExitCode.VALID),
        Map.of(ONE, ofOne, TWO, ofTwo),
        cell -> run("control", control),
        ofControl,
        NOWHERE);
  }

  private ExitCode run(String name, ExitCode code) {
    ran.add(name);
    return code;
  }

  @Test
  void eachTurnBeginsWithTheControlCell() throws InterruptedException {
    ControlCell cells = cells(0, 0, 0, ExitCode.VALID);
    for (MatrixCell cell : List.of(ONE, TWO, TWO, ONE)) {
      assertThat(cells.run(cell)).isEqualTo(ExitCode.VALID);
    }
    assertThat(ran)
        .containsExactly(
            "control", "c01-producer", "c02-consumer", "control", "c02-consumer", "c01-producer");
  }

  @Test
  void aResumedNightRunsOnlyTheTurnsThatTheControlCellLacks() throws InterruptedException {
    ControlCell cells = cells(1, 0, 1, ExitCode.VALID);
    cells.run(TWO);
    cells.run(ONE);
    assertThat(ran).containsExactly("c02-consumer", "control", "c01-producer");
  }

  @Test
  void theNightGoesOnWithoutAControlCellThatFails() throws InterruptedException {
    ControlCell cells = cells(0, 0, 0, ExitCode.BROKER_FAILED);
    assertThat(cells.run(ONE)).isEqualTo(ExitCode.VALID);
    assertThat(cells.run(TWO)).isEqualTo(ExitCode.VALID);
    assertThat(ran).containsExactly("control", "c01-producer", "c02-consumer");
  }

  @Test
  void itIsTheBrokerInMemoryForAsLongAsTheOtherCells() throws Exception {
    String night =
        """
        cluster.flush: sync
        load: {threads: 16, duration: 7s, warmup: 3s}
        matrix: {tool: [producer, tproducer], repeat: 2}
        """;
    PreparedRuns control = control(night).orElseThrow();
    assertThat(control.cells().values())
        .singleElement()
        .satisfies(
            cell ->
                assertThat(cell.settings().values())
                    .containsEntry("driver", "memory")
                    .containsEntry("load.threads", "1")
                    .containsEntry("load.duration", "7s")
                    .containsEntry("load.warmup", "3s"));
    assertThat(control.estimate().runs()).isEqualTo(2);
  }

  @Test
  void itEndsWhereTheOtherCellsEndByTheirMessages() throws Exception {
    PreparedRuns control =
        control("load: {messages: 200, duration: 0}\nmatrix: {tool: [producer]}\n").orElseThrow();
    assertThat(control.estimate().seconds()).isFinite();
  }

  @Test
  void aNightOfTheBrokerInMemoryNeedsNone() throws Exception {
    assertThat(control("driver: memory\nmatrix: {tool: [producer]}\n")).isEmpty();
  }

  private Optional<PreparedRuns> control(String night) throws IOException, SettingsException {
    Path file = Files.writeString(directory.resolve("night.yaml"), night);
    PreparedRuns preparation =
        PreparedRuns.of(
            RunArguments.of(file, List.of()),
            directory.resolve("history").toString(),
            new ParsedCommand.Call(Map.of(), List.of(), NOWHERE, NOWHERE));
    return ControlCell.of(preparation, Map.of());
  }
}
