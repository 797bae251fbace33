package io.brokerbench.night;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.brokerbench.command.ExitCode;
import io.brokerbench.file.BadInputException;
import io.brokerbench.matrix.Matrix;
import io.brokerbench.matrix.MatrixCell;
import io.brokerbench.matrix.MatrixDirectory;
import io.brokerbench.testkit.PartialRun;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Verdicts on nights of written runs. */
final class NightTest {

  private final Path history;
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private Instant now = Instant.parse("2026-11-22T03:00:00Z");

  NightTest(@TempDir Path home) {
    this.history = home;
  }

  /** A night of two runs of each tool at this rate. */
  private ExitCode night(double rate, String status, String... tools) throws Exception {
    return end(runs(2, rate, status, tools), 2);
  }

  private MatrixDirectory runs(int repeat, double rate, String status, String... tools)
      throws Exception {
    Matrix matrix =
        new Matrix(
            Map.of(MatrixCell.TOOL, List.of(tools)), List.of(), repeat, 1, OptionalDouble.empty());
    now = now.plusSeconds(3600);
    MatrixDirectory directory =
        MatrixDirectory.resumeOrCreate(
                history, "test", "same", matrix.cells(), Optional.empty(), now)
            .finish();
    for (MatrixCell cell : matrix.cells()) {
      for (int i = 1; i <= repeat; i++) {
        write(directory, i, cell, status, "", rate + i);
      }
    }
    return directory;
  }

  private static void write(
      MatrixDirectory night, int number, MatrixCell cell, String status, String reason, double rate)
      throws IOException {
    Path run =
        night
            .path()
            .resolve(String.format(Locale.ROOT, "20261122T03000%dZ-%s", number, cell.name()));
    Files.createDirectory(run);
    Files.writeString(
        run.resolve("run.json"),
        PartialRun.complete(
            String.format(
                Locale.ROOT,
                """
                {"command": "%s", "verdict": {"status": "%s", "reasons": [%s]},
                 "throughput": {"ackedPerSecond": %f}}
                """,
                cell.tool().orElseThrow(),
                status,
                reason,
                rate)));
  }

  private ExitCode end(MatrixDirectory directory, int repeat) throws Exception {
    return Night.of(new NightHistory(history), List.of("rate=20%"))
        .end(
            directory,
            repeat,
            List.of("commit abc"),
            List.of(),
            new PrintStream(out, true, StandardCharsets.UTF_8));
  }

  private String accepted() throws IOException {
    return Files.readString(history.resolve("accepted")).strip();
  }

  private String record(String night) throws IOException {
    return Files.readString(history.resolve(night).resolve("night.txt"));
  }

  @Test
  void theFirstNightAndOneThatIsAsFastAreAccepted() throws Exception {
    assertThat(night(1000, "valid", "producer")).isEqualTo(ExitCode.VALID);
    assertThat(accepted()).isEqualTo("20261122T040000Z-test");
    assertThat(night(1000, "suspect", "producer")).isEqualTo(ExitCode.VALID);
    assertThat(accepted()).isEqualTo("20261122T050000Z-test");
    assertThat(record(accepted()))
        .isEqualTo(
            """
            night 20261122T050000Z-test
            commit abc
            compared with 20261122T040000Z-test
            accepted: night 20261122T050000Z-test, in place of 20261122T040000Z-test
            """);
    Path night = history.resolve(accepted());
    assertThat(night.resolve("comparison.json")).exists();
    assertThat(night.resolve("comparison.txt")).content().contains("none of 1 figures");
    assertThat(night.resolve("table.txt")).content().contains("producer");
  }

  @Test
  void theMicrobenchmarksOfANightAreComparedButDecideNothing() throws Exception {
    for (int nanos : List.of(10, 20)) {
      MatrixDirectory night = runs(2, 1000, "valid", "producer");
      Files.writeString(
          night.path().resolve("microbench.json"),
          String.format(
              Locale.ROOT,
              """
              [{"benchmark": "a.Codec.encode", "mode": "avgt", "primaryMetric":
                {"scoreUnit": "ns/op", "rawData": [[%1$d, %1$d, %1$d]]}}]
              """,
              nanos));
      assertThat(end(night, 2)).isEqualTo(ExitCode.VALID);
    }
    assertThat(history.resolve(accepted()).resolve("microbench.txt"))
        .content()
        .containsPattern("Codec.encode +10.00 +20.00 ");
  }

  @Test
  void aRunThatASignalCutShortIsNotCompared() throws Exception {
    night(1000, "valid", "producer");
    MatrixDirectory night = runs(2, 500, "valid", "producer");
    write(
        night,
        3,
        night.cells().get(0),
        "suspect",
        "{\"code\": \"load.interrupted\", \"text\": \"cut short by a signal after 5.0 s\"}",
        5000);
    assertThat(end(night, 2)).isEqualTo(ExitCode.LIMIT_MISSED);
    assertThat(night.path().resolve("comparison.txt"))
        .content()
        .contains(night.path() + ": 2 runs\n")
        .contains("left out    20261122T030003Z-c01-producer: cut short by a signal after 5.0 s");
  }

  @Test
  void aSlowerNightAndOneWithFewerCellsOrOthersAreNot() throws Exception {
    night(1000, "valid", "producer", "consumer");
    String first = accepted();
    assertThat(night(500, "valid", "producer", "consumer")).isEqualTo(ExitCode.LIMIT_MISSED);
    assertThat(night(1000, "valid", "producer")).isEqualTo(ExitCode.BROKER_FAILED);
    assertThat(night(1000, "invalid", "producer", "consumer")).isEqualTo(ExitCode.BROKER_FAILED);
    assertThat(night(1000, "valid", "tproducer")).isEqualTo(ExitCode.BAD_INPUT);
    assertThat(accepted()).isEqualTo(first);
    assertThat(out.toString(StandardCharsets.UTF_8))
        .contains("REGRESSION: night 20261122T050000Z-test is not accepted; the accepted one")
        .contains("not accepted: it lacks cells of " + first + " (see \"not here\"); if that is")
        .contains("not accepted: fewer than 2 usable runs of c01-producer, c02-consumer; the")
        .contains("not accepted: it cannot be compared with " + first + "; if that is meant: echo")
        .contains("echo 20261122T080000Z-test > " + history.resolve("accepted"));
    assertThat(record("20261122T070000Z-test").lines().filter(line -> line.startsWith("failed: ")))
        .hasSize(4);
  }

  @Test
  void aNightThatBrokeAPromiseIsNotAccepted() throws Exception {
    MatrixDirectory night = runs(2, 1000, "valid", "producer");
    Path run = night.runs(night.cells().get(0)).get(0).directory().resolve("run.json");
    Files.writeString(
        run,
        Files.readString(run)
            .replaceFirst(
                "\\{",
                """
                {"plannedFaults": {"faults": [], "notInjected": [],
                 "undisturbed": {"due": 0, "sent": 0, "failed": 0},
                 "brokenPromise": "3 messages were lost"},
                """));
    assertThat(end(night, 2)).isEqualTo(ExitCode.LIMIT_MISSED);
    assertThat(history.resolve("accepted")).doesNotExist();
    assertThat(record("20261122T040000Z-test"))
        .contains("20261122T030001Z-c01-producer: broken promise: 3 messages were lost\n")
        .endsWith(
            "not accepted: requirements missed or promises broken: 1; the accepted night remains"
                + " none\n");
  }

  @Test
  void aFinishedNightWithoutItsRecordIsUnjudged() throws Exception {
    NightHistory nights = new NightHistory(history);
    assertThat(nights.unjudged("test", "same")).isEmpty();
    MatrixDirectory night = runs(2, 1000, "valid", "producer");
    assertThat(nights.unjudged("test", "same")).contains(night.path());
    assertThat(nights.unjudged("test", "other")).isEmpty();
    assertThat(nights.unjudged("another", "same")).isEmpty();
    end(night, 2);
    assertThat(nights.unjudged("test", "same")).isEmpty();
    MatrixDirectory.resumeOrCreate(history, "test", "same", night.cells(), Optional.empty(), now);
    assertThat(nights.unjudged("test", "same")).isEmpty();
  }

  @Test
  void anUnjudgedNightBeforeALaterOneStaysUnjudged() throws Exception {
    MatrixDirectory killed = runs(2, 1000, "valid", "producer");
    NightHistory nights = new NightHistory(history);
    assertThat(nights.unjudged("test", "same")).contains(killed.path());
    night(1000, "valid", "producer");
    assertThat(nights.unjudged("test", "same")).isEmpty();
  }

  @Test
  void aNightThatWasAcceptedBeforeItsRecordWasWrittenRemainsSo() throws Exception {
    night(1000, "valid", "producer");
    MatrixDirectory night = runs(2, 1000, "valid", "producer");
    String name = night.path().getFileName().toString();
    // As if the process was killed between the acceptance and the record.
    Path record = Files.createDirectory(night.path().resolve("night.txt"));
    assertThatThrownBy(() -> end(night, 2)).isInstanceOf(IOException.class);
    assertThat(accepted()).isEqualTo(name);
    Files.delete(record);
    String comparison = Files.readString(night.path().resolve("comparison.txt"));

    assertThat(end(night, 2)).isEqualTo(ExitCode.VALID);
    assertThat(accepted()).isEqualTo(name);
    assertThat(night.path().resolve("comparison.txt")).content().isEqualTo(comparison);
    Path file = history.resolve("accepted");
    assertThat(record(name).lines())
        .containsExactly(
            "night " + name,
            "commit abc",
            "accepted: night " + name + ", which " + file + " names already");
  }

  /** As a budget may allow: with one run of each cell, the next night could not be compared. */
  @Test
  void aNightOfOneRepeatDoesNotReplaceOneOfMore() throws Exception {
    assertThat(end(runs(1, 1000, "valid", "producer"), 1)).isEqualTo(ExitCode.VALID);
    assertThat(end(runs(1, 1000, "valid", "producer"), 1)).isEqualTo(ExitCode.VALID);
    night(1000, "valid", "producer");
    String two = accepted();
    assertThat(end(runs(1, 1000, "valid", "producer"), 1)).isEqualTo(ExitCode.BROKER_FAILED);
    assertThat(accepted()).isEqualTo(two);
    assertThat(out.toString(StandardCharsets.UTF_8))
        .endsWith(
            "not accepted: fewer than 2 usable runs of c01-producer; the accepted night remains "
                + two
                + "\n");
  }

  @Test
  void whatIsNeededAtTheEndIsCheckedBeforeTheFirstRun() throws Exception {
    NightHistory nights = new NightHistory(history);
    assertThatThrownBy(() -> Night.of(nights, List.of("10")))
        .isInstanceOf(BadInputException.class)
        .hasMessageContaining("--limit");
    Files.createDirectory(history.resolve("empty"));
    Files.writeString(history.resolve("accepted"), "empty\n");
    assertThatThrownBy(() -> Night.of(nights, List.of()))
        .isInstanceOf(BadInputException.class)
        .hasMessageContaining("no run.json");
  }
}
