package io.brokerbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.brokerbench.command.ExitCode;
import io.brokerbench.reports.ReportFormat;
import io.brokerbench.units.Text;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

final class ReportCommandTest {

  private final Path home;
  private final Path runs;

  ReportCommandTest(@TempDir Path home) throws IOException {
    this.home = home;
    this.runs = Files.createDirectory(home.resolve("runs"));
    new WrittenRun("producer").into(runs, "20260101T000000Z-producer");
    new WrittenRun("producer")
        .verdict("invalid", "broker <b>died</b>")
        .into(runs, "20260102T000000Z-producer.INVALID");
    Files.createDirectory(runs.resolve("20260103T000000Z-producer.INCOMPLETE"));
  }

  private static void assertRefused(CommandOutput output, String reason) {
    assertThat(output.code()).isEqualTo(ExitCode.BAD_INPUT);
    assertThat(output.err()).isEqualTo(reason + "\n");
    assertThat(output.out()).isEmpty();
  }

  @Test
  void aTableIsPrintedAndAPageWrittenBesideTheRuns() throws IOException {
    CommandOutput output = CommandOutput.report(runs);
    assertThat(output.code()).isEqualTo(ExitCode.VALID);
    assertThat(output.line("1 valid, 1 INVALID")).contains("acked 1,000 service 1.00 ms 5.00 ms");
    assertThat(output.out())
        .endsWith(String.format(Locale.ROOT, "written to %s\n", runs.resolve("report.html")));
    assertThat(Files.readString(runs.resolve("report.html")))
        .contains("broker &lt;b&gt;died&lt;/b&gt;")
        .contains("20260103T000000Z-producer.INCOMPLETE: has no result");
  }

  /** Such as before and after an upgrade. */
  @Test
  void runsOfDifferentSetUpsAreNotAveraged() {
    new WrittenRun("producer")
        .set("cluster.version", "4.9.7")
        .put("/throughput/ackedPerSecond", 250)
        .into(runs, "20260104T000000Z-producer");
    CommandOutput output = CommandOutput.report(runs);
    assertThat(output.line("cluster.version=4.9.7"))
        .startsWith("producer async/async cluster.version=4.9.7 1 acked 250 service");
    assertThat(output.line("cluster.version=5.5.0")).contains(" 2 acked 1,000 service");
  }

  @Test
  void aMatrixBesideTheRunsIsNamed() throws IOException {
    Path matrix = Files.createDirectory(runs.resolve("20260104T000000Z-modes"));
    Files.writeString(matrix.resolve("matrix.json"), "{}");
    String named =
        "20260104T000000Z-modes: is a matrix, which is shown alone: bench report " + matrix;
    assertThat(CommandOutput.report(runs).out()).contains(named + "\n");
    assertThat(runs.resolve("report.html")).content().contains(named);
  }

  @Test
  void theRateOfMessagesSentOneWayIsThatOfTheHelp() {
    new WrittenRun("producer")
        .oneWay()
        .put("/throughput/achievedPerSecond", 800)
        .into(runs, "20260104T000000Z-producer");
    assertThat(CommandOutput.report(runs).line("sent 800")).contains("service 1.00 ms 5.00 ms");
    assertThat(CommandOutput.help("report").replaceAll("\\s+", " "))
        .contains("sent where nothing is acknowledged (one way, QoS 0)");
  }

  @ParameterizedTest
  @CsvSource({"markdown, '| producer async/async | 2 |'", "csv, 'producer async/async,2,acked'"})
  void textsGoToStandardOutputUnlessToldWhereTo(String format, String row) throws IOException {
    assertThat(CommandOutput.report(runs, "--format", format).out()).contains(row);
    Path file = home.resolve("told");
    assertThat(CommandOutput.report(runs, "--format", format, "--out", file).out())
        .isEqualTo(String.format(Locale.ROOT, "written to %s\n", file));
    assertThat(Files.readString(file)).contains(row);
    assertThat(runs.resolve("report.html")).doesNotExist();
  }

  @Test
  void junitHasACaseForEachRun() {
    assertThat(CommandOutput.report(runs, "--format", "junit").out())
        .contains("tests=\"3\" failures=\"1\" errors=\"1\" skipped=\"0\"")
        .contains("<failure message=\"broker &lt;b&gt;died&lt;/b&gt;\"")
        .contains("name=\"20260101T000000Z-producer\"")
        .contains("acked/s: 1,000");
  }

  /** As of the workloads of a night, each of which is a matrix. */
  @Test
  void junitHasTheRunsOfAMatrixBesideOthers() throws IOException {
    Path matrix = Files.createDirectory(home.resolve("matrix"));
    Files.writeString(matrix.resolve("matrix.json"), "{}");
    new WrittenRun("consumer").into(matrix, "20260104T000000Z-consumer");
    CommandOutput output = CommandOutput.report(runs, matrix, "--format", "junit");
    assertThat(output.code()).as(output.err()).isEqualTo(ExitCode.VALID);
    assertThat(output.out())
        .contains("<testsuite name=\"" + runs + ", " + matrix + "\"")
        .contains("tests=\"4\"", "name=\"20260104T000000Z-consumer\"")
        .contains("name=\"20260101T000000Z-producer\"");
    assertThat(CommandOutput.report(matrix, "--format", "junit").out())
        .contains("<testsuite name=\"" + matrix + "\"")
        .contains("tests=\"1\"", "name=\"20260104T000000Z-consumer\"");
  }

  @Test
  void picturesAreFilesInADirectory() {
    Path pictures = home.resolve("pictures");
    assertThat(CommandOutput.report(runs, "--format", "svg", "--out", pictures).out())
        .isEqualTo(
            String.format(Locale.ROOT, "written to %s\n", pictures.resolve("runs-rate.svg")));
    assertThat(pictures.resolve("runs-rate.svg"))
        .content()
        .startsWith("<svg")
        .contains("Messages per second");
  }

  @Test
  void halfAResultGivesAReportThatSaysSo() throws IOException {
    Path run = Files.createDirectory(home.resolve("half"));
    Files.writeString(run.resolve("run.json"), "{\"schemaVersion\": 1, \"na");
    CommandOutput output = CommandOutput.report(run);
    assertThat(output.code()).isEqualTo(ExitCode.VALID);
    assertThat(output.out()).contains("run.json is not whole: verdict, audit and environment");
    assertThat(run.resolve("report.html")).content().contains("NO RESULT");
  }

  @Test
  void whatCannotBeShownIsToldInOneLine() throws IOException {
    Path file = Files.writeString(home.resolve("file"), "");
    Path empty = Files.createDirectory(home.resolve("empty"));
    Path matrix = Files.createDirectory(home.resolve("matrix"));
    Files.writeString(matrix.resolve("matrix.json"), "{}");
    Path old = Files.createDirectory(home.resolve("old"));
    Files.writeString(old.resolve("run.json"), "{\"schemaVersion\": 0}");
    assertRefused(CommandOutput.report(file), file + " is no directory");
    assertRefused(
        CommandOutput.report(home.resolve("none")), home.resolve("none") + " is not there");
    assertRefused(CommandOutput.report(empty), empty + ": holds no result directory (no run.json)");
    assertRefused(
        CommandOutput.report(runs, matrix),
        matrix + " is a matrix, which is shown alone: give it as the only directory");
    assertRefused(
        CommandOutput.report(old), old.resolve("run.json") + ": schemaVersion must be 2, got 0");
    assertRefused(
        CommandOutput.report(runs, "--format", "pdf"),
        "--format must be one of html, markdown, csv, svg, png, junit, hgrm, openmessaging, got"
            + " pdf");
    assertRefused(
        CommandOutput.report(runs, "--format", "hgrm"),
        "--format hgrm is of one run: give its result directory");
    assertRefused(
        CommandOutput.report(runs, "--format", "openmessaging"),
        "--format openmessaging is of one run: give its result directory");
  }

  @ParameterizedTest
  @EnumSource(ReportFormat.class)
  void theHelpNamesEveryFormat(ReportFormat format) {
    assertThat(CommandOutput.report("--help").out().replaceAll("\\s+", " "))
        .containsPattern("[:;] " + Text.notation(format) + ", ");
  }
}
