package io.brokerbench.matrix;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.brokerbench.command.ExitCode;
import io.brokerbench.published.Reference;
import io.brokerbench.testkit.PartialRun;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeMap;
import java.util.function.IntToDoubleFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class MatrixRunTest {

  private static final Instant START = Instant.parse("2026-11-22T03:00:00Z");

  private final Path results;
  private final List<String> ran = new ArrayList<>();
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private Instant now = START;
  private int interruptAfter = Integer.MAX_VALUE;
  private int lostSeconds;
  private int validRuns;
  private ExitCode laterCode = ExitCode.VALID;
  private String reason = "";
  private Budget budget = Budget.NONE;
  private IntToDoubleFunction rate = run -> 1000;

  MatrixRunTest(@TempDir Path results) {
    this.results = results;
  }

  private static Matrix matrix(int repeat, OptionalDouble until) {
    return new Matrix(Map.of("threads", List.of("1", "2")), List.of(), repeat, 1, until);
  }

  private MatrixDirectory directory(Matrix matrix, String identity) throws IOException {
    return MatrixDirectory.resumeOrCreate(
        results, "test", identity, matrix.cells(), Optional.empty(), now);
  }

  private ExitCode run(Matrix matrix) throws Exception {
    return prepared(matrix).run();
  }

  private MatrixRun prepared(Matrix matrix) throws Exception {
    MatrixDirectory directory = directory(matrix, "same");
    return new MatrixRun(
        matrix,
        directory,
        cell -> measure(directory, cell),
        new PrintStream(out, true, StandardCharsets.UTF_8),
        () -> now,
        budget);
  }

  /** Pretends a run: leaves what a real one would. */
  private ExitCode measure(MatrixDirectory directory, MatrixCell cell) throws InterruptedException {
    if (ran.size() == interruptAfter) {
      now = now.plusSeconds(lostSeconds);
      throw new InterruptedException();
    }
    ran.add(cell.label());
    ExitCode code = ran.size() <= validRuns ? ExitCode.VALID : laterCode;
    now = now.plusSeconds(code == ExitCode.WORKERS_MISSING ? lostSeconds : 60);
    if (!code.hasResult()) {
      return code;
    }
    try {
      Path run =
          directory
              .path()
              .resolve(
                  String.format(Locale.ROOT, "20261122T0300%02dZ-%s", ran.size(), cell.name()));
      Files.createDirectory(run);
      Files.writeString(
          run.resolve("run.json"),
          PartialRun.complete(
              String.format(
                  Locale.ROOT,
                  """
                  {"command": "producer", "workload": {"name": "x"},
                   "verdict": {"status": "%s", "reasons": [{"code": "%s", "text": "%s"}]},
                   "throughput": {"ackedPerSecond": %f}}
                  """,
                  reason.isEmpty() ? "valid" : "suspect",
                  reason.startsWith("cut short") ? "load.interrupted" : "a.b",
                  reason,
                  rate.applyAsDouble(ran.size()))));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return code;
  }

  @Test
  void everyCellIsRunOnceInEachTurn() throws Exception {
    assertThat(run(matrix(3, OptionalDouble.empty()))).isEqualTo(ExitCode.VALID);
    assertThat(ran).hasSize(6);
    for (int turn = 0; turn < 3; turn++) {
      assertThat(ran.subList(2 * turn, 2 * turn + 2))
          .containsExactlyInAnyOrder("threads=1", "threads=2");
    }
    assertThat(out.toString(StandardCharsets.UTF_8))
        .contains("run 1/6: ", "run 6/6: ", ", 3 of 3, 1 min left")
        .containsPattern("run 3/6: threads=., 2 of 3, 4 min left");
  }

  @Test
  void theOnlyCellOfAMatrixHasNoName() throws Exception {
    run(Matrix.NONE.withRepeat(2));
    assertThat(out.toString(StandardCharsets.UTF_8))
        .containsPattern("^run 1/2: 1 of 2\nrun 2/2: 2 of 2, \\d+ min left\n");
  }

  /** Each run takes a minute, two are a repeat. */
  @ParameterizedTest
  @CsvSource({
    "1,   2, 1, 'the last 2 repeats are dropped, because one takes about 120 s, and 0 s are left'",
    "239, 2, 1, 'the last 2 repeats are dropped, because one takes about 120 s, and 119 s are left'",
    "240, 4, 2, 'the last repeat is dropped, because one takes about 120 s, and 0 s are left'",
    "359, 4, 2, 'the last repeat is dropped, because one takes about 120 s, and 119 s are left'",
    "360, 6, 3, ''",
  })
  void aBudgetDropsRepeatsButNoCell(int seconds, int runs, int repeats, String said)
      throws Exception {
    Matrix matrix = matrix(3, OptionalDouble.empty());
    budget = new Budget(seconds, 1000);
    MatrixRun run = prepared(matrix);
    assertThat(run.run()).isEqualTo(ExitCode.VALID);
    assertThat(ran).hasSize(runs);
    assertThat(run.repeats()).isEqualTo(repeats);
    assertThat(run.complete()).isTrue();
    MatrixDirectory directory = directory(matrix, "same");
    for (MatrixCell cell : matrix.cells()) {
      assertThat(directory.runs(cell)).hasSize(repeats);
    }
    String text = out.toString(StandardCharsets.UTF_8);
    List<String> notes = new MatrixTable(directory, Optional.empty()).notes();
    if (said.isEmpty()) {
      assertThat(text).doesNotContain("budget");
      assertThat(notes).noneMatch(note -> note.contains("budget"));
    } else {
      assertThat(text).endsWith(said + "\n");
      assertThat(notes).anyMatch(note -> note.endsWith(said));
    }
  }

  /** A minute before the runs and two repeats of two minutes leave nothing of five minutes. */
  @Test
  void whatIsMeasuredBeforeTheRunsIsAPartOfTheBudget() throws Exception {
    Matrix matrix = matrix(3, OptionalDouble.empty());
    budget = new Budget(300, 1000).after(Duration.ofSeconds(60));
    MatrixRun run = prepared(matrix);
    run.run();
    assertThat(run.repeats()).isEqualTo(2);
    assertThat(out.toString(StandardCharsets.UTF_8))
        .endsWith(
            "budget of 5 min: the last repeat is dropped, because one takes about 120 s, and 0 s"
                + " are left\n");
  }

  @Test
  void whatWasDroppedIsNoLongerShownOnceItIsRun() throws Exception {
    Matrix matrix = matrix(2, OptionalDouble.empty());
    budget = new Budget(1, 1000);
    run(matrix);
    MatrixDirectory directory = directory(matrix, "same");
    assertThat(new MatrixTable(directory, Optional.empty()).lines())
        .anyMatch(line -> line.startsWith("budget of 1 s: the last repeat is dropped, because "));
    budget = Budget.NONE;
    run(matrix);
    assertThat(ran).hasSize(4);
    assertThat(new MatrixTable(directory, Optional.empty()).lines())
        .noneMatch(line -> line.contains("budget"));
  }

  /** Three runs of a minute leave two minutes of five. */
  @Test
  void whoeverGoesOnHasWhatIsLeftOfTheBudget() throws Exception {
    Matrix matrix = matrix(3, OptionalDouble.empty());
    budget = new Budget(300, 60);
    interruptAfter = 3;
    assertThatThrownBy(() -> run(matrix)).isInstanceOf(InterruptedException.class);
    interruptAfter = Integer.MAX_VALUE;
    now = now.plusSeconds(1000);
    MatrixRun rest = prepared(matrix);
    rest.run();
    assertThat(ran).hasSize(4);
    assertThat(rest.repeats()).isEqualTo(2);
    assertThat(out.toString(StandardCharsets.UTF_8))
        .endsWith(
            "budget of 5 min: the last repeat is dropped, because one takes about 120 s, and 60 s"
                + " are left\n");
  }

  /** Two runs of a minute leave eight minutes of ten, enough for the four others. */
  @Test
  void whoeverGoesOnKnowsHowLongTheRunsBeforeTook() throws Exception {
    Matrix matrix = matrix(3, OptionalDouble.empty());
    budget = new Budget(600, 1000);
    interruptAfter = 2;
    assertThatThrownBy(() -> run(matrix)).isInstanceOf(InterruptedException.class);
    interruptAfter = Integer.MAX_VALUE;
    MatrixRun rest = prepared(matrix);
    rest.run();
    assertThat(ran).hasSize(6);
    assertThat(rest.repeats()).isEqualTo(3);
    assertThat(out.toString(StandardCharsets.UTF_8)).doesNotContain("dropped");
  }

  /** Two runs of a minute and four minutes that are lost leave four, enough for the four others. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aRunThatDidNotEndIsNoMeasureOfTheOthers(boolean interrupted) throws Exception {
    Matrix matrix = matrix(3, OptionalDouble.empty());
    budget = new Budget(600, 1000);
    lostSeconds = 240;
    if (interrupted) {
      interruptAfter = 2;
      assertThatThrownBy(() -> run(matrix)).isInstanceOf(InterruptedException.class);
      interruptAfter = Integer.MAX_VALUE;
    } else {
      validRuns = 2;
      laterCode = ExitCode.WORKERS_MISSING;
      assertThat(run(matrix)).isEqualTo(ExitCode.WORKERS_MISSING);
      laterCode = ExitCode.VALID;
    }
    MatrixRun rest = prepared(matrix);
    assertThat(rest.run()).isEqualTo(ExitCode.VALID);
    assertThat(rest.repeats()).isEqualTo(3);
    assertThat(out.toString(StandardCharsets.UTF_8)).doesNotContain("dropped");
  }

  @Test
  void theTimeLeftIsThatOfTheBudget() throws Exception {
    budget = new Budget(300, 1000);
    run(matrix(9, OptionalDouble.empty()));
    assertThat(out.toString(StandardCharsets.UTF_8))
        .containsPattern("run 2/18: threads=., 1 of 9, 4 min left")
        .containsPattern("run 3/18: threads=., 2 of 9, 3 min left")
        .containsPattern("run 4/18: threads=., 2 of 9, 2 min left")
        .contains("budget of 5 min: the last 7 repeats are dropped");
  }

  @Test
  void aBudgetThatBeginsWithARepeatUsesTheEstimateOfARun() throws Exception {
    run(matrix(1, OptionalDouble.empty()));
    budget = new Budget(99, 50);
    run(matrix(2, OptionalDouble.empty()));
    assertThat(ran).hasSize(2);
    budget = new Budget(100, 50);
    run(matrix(2, OptionalDouble.empty()));
    assertThat(ran).hasSize(4);
  }

  @Test
  void whoeverIsInterruptedGoesOnWithTheRestOnly() throws Exception {
    Matrix matrix = matrix(2, OptionalDouble.empty());
    interruptAfter = 3;
    assertThatThrownBy(() -> run(matrix)).isInstanceOf(InterruptedException.class);
    interruptAfter = Integer.MAX_VALUE;
    now = now.plusSeconds(1000);
    assertThat(run(matrix)).isEqualTo(ExitCode.VALID);
    assertThat(ran).hasSize(4);
    MatrixDirectory directory = directory(matrix, "same");
    for (MatrixCell cell : matrix.cells()) {
      assertThat(directory.runs(cell)).hasSize(2);
    }
    assertThat(directory.finish().path()).hasFileName("20261122T030000Z-test");
  }

  @Test
  void ofAnotherWorkloadNothingIsGoneOnWith() throws Exception {
    Matrix matrix = matrix(1, OptionalDouble.empty());
    run(matrix);
    now = now.plusSeconds(1000);
    assertThat(directory(matrix, "other").path()).isNotEqualTo(directory(matrix, "same").path());
  }

  @Test
  void aRunThatASignalCutShortIsRunAgain() throws Exception {
    reason = "cut short by a signal";
    run(matrix(1, OptionalDouble.empty()));
    reason = "";
    run(matrix(1, OptionalDouble.empty()));
    assertThat(ran).hasSize(4);
  }

  @Test
  void preciseEnoughIsEnough() throws Exception {
    rate = run -> 1000 + run;
    run(matrix(10, OptionalDouble.of(0.03)));
    assertThat(ran).hasSize(2 * 3);
  }

  @Test
  void whatIsNotPreciseEnoughIsRunToTheEnd() throws Exception {
    rate = run -> 1000 * (1 + run % 3);
    run(matrix(5, OptionalDouble.of(0.03)));
    assertThat(ran).hasSize(2 * 5);
  }

  @Test
  void aFailedRunStopsNothingAndIsNamed() throws Exception {
    laterCode = ExitCode.BROKER_FAILED;
    assertThat(run(matrix(2, OptionalDouble.empty()))).isEqualTo(ExitCode.BROKER_FAILED);
    assertThat(ran).hasSize(4);
    assertThat(out.toString(StandardCharsets.UTF_8))
        .containsPattern("failed: threads=1, 1 of 2: exit code 3");
  }

  @Test
  void withoutItsWorkersAMatrixEndsAndKeepsWhatItHas() throws Exception {
    Matrix matrix = matrix(2, OptionalDouble.empty());
    validRuns = 1;
    laterCode = ExitCode.WORKERS_MISSING;
    MatrixRun ended = prepared(matrix);
    assertThat(ended.run()).isEqualTo(ExitCode.WORKERS_MISSING);
    assertThat(ended.withoutWorkers()).isTrue();
    assertThat(ran).hasSize(2);
    assertThat(out.toString(StandardCharsets.UTF_8))
        .containsPattern("failed: threads=., 1 of 2: exit code 6");
    laterCode = ExitCode.VALID;
    MatrixRun rest = prepared(matrix);
    assertThat(rest.run()).isEqualTo(ExitCode.VALID);
    assertThat(rest.withoutWorkers()).isFalse();
    assertThat(ran).hasSize(5);
  }

  @Test
  void whatIsWrittenIsReadAgain() throws Exception {
    Reference reference = reference();
    Matrix matrix = matrix(1, OptionalDouble.empty());
    MatrixDirectory written =
        MatrixDirectory.resumeOrCreate(
            results, "test", "x", matrix.cells(), Optional.of(reference), now);
    assertThat(MatrixDirectory.is(written.path())).isTrue();
    assertThat(MatrixDirectory.read(written.path())).isEqualTo(written);
  }

  /** They are not part of its identity, and may be corrected or added meanwhile. */
  @Test
  void whoeverGoesOnTakesThePublishedFiguresOfTheFile() throws Exception {
    Matrix matrix = matrix(1, OptionalDouble.empty());
    MatrixDirectory begun = directory(matrix, "same");
    assertThat(begun.reference()).isEmpty();
    MatrixDirectory resumed =
        MatrixDirectory.resumeOrCreate(
            results, "test", "same", matrix.cells(), Optional.of(reference()), now);
    assertThat(resumed.path()).isEqualTo(begun.path());
    assertThat(MatrixDirectory.read(begun.path()).reference()).contains(reference());
  }

  /** Its rows have one figure, the rate; the notes have had two other names. */
  @ParameterizedTest
  @ValueSource(strings = {"otherLoads", "told"})
  void aFileOfTheFirstSchemaVersionIsRead(String notes) throws Exception {
    Files.writeString(
        results.resolve("matrix.json"),
        String.format(
            Locale.ROOT,
            """
            {"schemaVersion": 1, "name": "test", "identity": "x",
             "cells": [{"number": 1, "name": "c01-1", "values": {"threads": "1"}}],
             "reference": {"source": "s", "hardware": "h",
               "rows": [{"values": {"threads": "1"}, "perSecond": 5.5}], "%s": ["t"]}}
            """,
            notes));
    Reference read = MatrixDirectory.read(results).reference().orElseThrow();
    assertThat(read.rows())
        .singleElement()
        .extracting(Reference.Row::figures)
        .isEqualTo(Map.of("rate", "5.5/s"));
    assertThat(read.notes()).containsExactly("t");
  }

  private static Reference reference() {
    return new Reference(
        "s",
        "",
        "",
        "r",
        "h",
        48,
        List.of(
            new Reference.Row(
                new TreeMap<>(Map.of("threads", "1")),
                new TreeMap<>(Map.of("rt.mean", "0.26ms")),
                new TreeMap<>(Map.of("rate", "5/s")),
                List.of("steady"))),
        List.of("d"),
        List.of("t"));
  }

  @Test
  void theFileHasTheseFieldsInThisOrder() throws Exception {
    MatrixDirectory written =
        MatrixDirectory.resumeOrCreate(
            results,
            "test",
            "x",
            List.of(new MatrixCell(1, Map.of("threads", "1"))),
            Optional.of(reference()),
            now);
    assertThat(written.path().resolve("matrix.json"))
        .content()
        .isEqualTo(
            """
            {
              "schemaVersion" : 2,
              "name" : "test",
              "identity" : "x",
              "cells" : [ {
                "number" : 1,
                "name" : "c01-1",
                "values" : {
                  "threads" : "1"
                }
              } ],
              "reference" : {
                "source" : "s",
                "release" : "r",
                "hardware" : "h",
                "processors" : 48,
                "rows" : [ {
                  "values" : {
                    "threads" : "1"
                  },
                  "figures" : {
                    "rt.mean" : "0.26ms"
                  },
                  "derived" : {
                    "rate" : "5/s"
                  },
                  "prose" : [ "steady" ]
                } ],
                "differences" : [ "d" ],
                "notes" : [ "t" ]
              }
            }
            """);
  }
}
