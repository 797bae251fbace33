package io.brokerbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.brokerbench.command.ExitCode;
import io.brokerbench.matrix.MatrixCell;
import io.brokerbench.matrix.MatrixDirectory;
import io.brokerbench.published.Reference;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class MatrixReportTest {

  private final Path results;

  MatrixReportTest(@TempDir Path results) {
    this.results = results;
  }

  private MatrixDirectory matrix(String factor, String... values) throws IOException {
    List<MatrixCell> cells = new ArrayList<>();
    for (String value : values) {
      cells.add(new MatrixCell(cells.size() + 1, Map.of(factor, value)));
    }
    Reference reference =
        new Reference(
            "a paper",
            "",
            "",
            "broker 1.2.3",
            "a machine",
            null,
            List.of(
                new Reference.Row(
                    new TreeMap<>(Map.of(factor, values[0])),
                    new TreeMap<>(Map.of("acked", "about 2000/s")),
                    new TreeMap<>(),
                    List.of())),
            List.of("another disk"),
            List.of("half at half the load"));
    return MatrixDirectory.resumeOrCreate(
        results, "test", "x", cells, Optional.of(reference), Instant.EPOCH);
  }

  private static void run(MatrixDirectory matrix, int cell, int turn, WrittenRun run) {
    run.put("/audit/lost", 0)
        .into(
            matrix.path(),
            String.format(
                Locale.ROOT,
                "20261122T03%02d%02dZ-%s",
                cell,
                turn,
                matrix.cells().get(cell).name()));
  }

  @Test
  void aCellIsARowWithItsIntervalAndWhatItsPromiseCosts() throws IOException {
    MatrixDirectory matrix = matrix("flush", "async", "sync");
    run(matrix, 0, 1, new WrittenRun("producer").speed(0.9));
    run(matrix, 0, 2, new WrittenRun("producer").speed(1 / 0.9));
    run(
        matrix,
        1,
        1,
        new WrittenRun("producer")
            .mode("async", "sync")
            .speed(0.25)
            .put("/resources/master/bytesWrittenPerMessage", 300)
            .put("/resources/slave/bytesWrittenPerMessage", 212));
    CommandOutput output = CommandOutput.report(matrix.path());
    assertThat(output.code()).as(output.err()).isEqualTo(ExitCode.VALID);
    // t of one degree of freedom is 12.71; the logarithms' standard error is ln(1/0.9).
    assertThat(output.line("async "))
        .isEqualTo(
            "async 2 1,000 [262, 3,814] 100 % service 1.00 ms 5.00 ms 80.0 us n/a from memory on 1"
                + " broker not done 2 valid");
    assertThat(output.line("sync 1 "))
        .isEqualTo(
            "sync 1 250 25 % service 4.00 ms 20.0 ms 320.0 us 512 B from disk on 1 broker not done"
                + " 1 valid");
    assertThat(output.out())
        .contains(
            "published: a paper\n",
            "their release: broker 1.2.3\n",
            "their hardware: a machine\n",
            "differs from the publication: another disk\n",
            "published note: half at half the load\n");
    assertThat(output.line("async acked"))
        .isEqualTo("async acked about 2,000/s 1,000/s [262/s, 3,814/s] undecided: two runs");
  }

  @Test
  void aRatioRestsOnThreeRuns() throws IOException {
    MatrixDirectory matrix = matrix("flush", "async");
    run(matrix, 0, 1, new WrittenRun("producer").speed(0.9));
    run(matrix, 0, 2, new WrittenRun("producer"));
    run(matrix, 0, 3, new WrittenRun("producer").speed(1 / 0.9));
    assertThat(CommandOutput.report(matrix.path()).line("async acked"))
        .isEqualTo(
            "async acked about 2,000/s 1,000/s [770/s, 1,299/s] 0.50 [0.38, 0.65] differs: lower");
  }

  @Test
  void aRateOfZeroHasNoRatio() throws IOException {
    MatrixDirectory matrix = matrix("flush", "async");
    run(matrix, 0, 1, new WrittenRun("producer"));
    run(matrix, 0, 2, new WrittenRun("producer"));
    run(matrix, 0, 3, new WrittenRun("producer").put("/throughput/ackedPerSecond", 0));
    assertThat(CommandOutput.report(matrix.path()).line("async acked"))
        .endsWith("undecided: zero in some runs");
  }

  @Test
  void aCellWhoseMessagesDieWithTheProcessSaysSo() throws IOException {
    MatrixDirectory matrix = matrix("pool", "without", "with");
    run(matrix, 0, 1, new WrittenRun("producer").inProcessMemory(false));
    run(matrix, 1, 1, new WrittenRun("producer").inProcessMemory(true));
    CommandOutput output = CommandOutput.report(matrix.path());
    assertThat(output.line("without 1 ")).contains(" from memory on 1 broker ");
    assertThat(output.line("with 1 ")).contains(" from process memory on 1 broker ");
  }

  /** The exit code of the matrix is 5. */
  @Test
  void theHeadOfThePageNamesABrokenPromise() throws IOException {
    MatrixDirectory matrix = matrix("flush", "async");
    run(matrix, 0, 1, new WrittenRun("producer").brokenPromise("3 messages were lost"));
    CommandOutput.report(matrix.path());
    assertThat(matrix.path().resolve("report.html"))
        .content()
        .contains(
            "<div class=\"headline DOUBTFUL\">",
            "<li>20261122T030001Z-c01-async: broken promise: 3 messages were lost</li>");
  }

  @Test
  void cellsThatAreAcknowledgedFromDiskAreSetBesideIt() throws IOException {
    MatrixDirectory matrix = matrix("flush", "async", "sync");
    run(matrix, 0, 1, new WrittenRun("producer"));
    run(matrix, 1, 1, fsync(2e6, 0.3));
    run(matrix, 1, 2, fsync(3e6, 0.5));
    CommandOutput output = CommandOutput.report(matrix.path());
    assertThat(output.line("flush ")).endsWith("verdict fsync p50 of fsync");
    assertThat(output.line("sync 2 ")).endsWith("2 valid 2.50 ms 40 %");
    assertThat(output.line("async ")).endsWith("1 valid");
  }

  private static WrittenRun fsync(double p50Nanos, double share) {
    return new WrittenRun("producer")
        .mode("async", "sync")
        .put("/fsync/latency/p50Nanos", p50Nanos)
        .put("/fsync/share", share);
  }

  @Test
  void aCellWithoutARunIsARowToo() throws IOException {
    MatrixDirectory matrix = matrix("flush", "async", "sync");
    run(matrix, 0, 1, new WrittenRun("producer"));
    assertThat(CommandOutput.report(matrix.path()).line("sync 0 ")).startsWith("sync 0 n/a n/a");
  }

  @Test
  void sixNumbersTellHowTheRateGrows() throws IOException {
    int[] threads = {1, 2, 4, 8, 16, 32};
    MatrixDirectory matrix = matrix("threads", "1", "2", "4", "8", "16", "32");
    for (int i = 0; i < threads.length; i++) {
      int n = threads[i];
      run(
          matrix,
          i,
          1,
          new WrittenRun("producer").speed(n / (1 + 0.1 * (n - 1) + 0.01 * n * (n - 1))));
    }
    assertThat(CommandOutput.report(matrix.path()).line("scalability"))
        .startsWith(
            "scalability in threads (USL): 1,000/s alone, contention 0.10, coherency 0.010, peak at"
                + " 9; R2 1.000");
  }

  /** The law of scalability is about threads, clients or brokers side by side. */
  @Test
  void sizesTellNothingOfScalability() throws IOException {
    MatrixDirectory matrix = matrix("message.size", "64", "128", "256", "512", "1024", "2048");
    for (int i = 0; i < 6; i++) {
      run(matrix, i, 1, new WrittenRun("producer").speed(1 - 0.1 * i));
    }
    assertThat(CommandOutput.report(matrix.path()).out()).doesNotContain("scalability");
  }

  @Test
  void ratesThatWereOfferedTellNothingOfScalability() throws IOException {
    MatrixDirectory matrix = matrix("threads", "1", "2", "4", "8", "16", "32");
    for (int i = 0; i < 6; i++) {
      run(matrix, i, 1, new WrittenRun("producer").put("/throughput/offeredPerSecond", 1000));
    }
    assertThat(CommandOutput.report(matrix.path()).out())
        .contains("valid")
        .doesNotContain("scalability");
  }

  @Test
  void withCeilingsItSaysHowCloseACellCame() throws IOException {
    MatrixDirectory matrix = matrix("flush", "sync");
    run(matrix, 0, 1, new WrittenRun("producer").mode("async", "sync").set("load.threads", "1"));
    Path ceilings = results.resolve("ceilings.json");
    assertThat(CommandOutput.doctor("--directory", results, "--json", ceilings).code())
        .isEqualTo(ExitCode.VALID);
    assertThat(CommandOutput.report(matrix.path(), "--ceilings", ceilings).out())
        .containsPattern("flush=sync: .* % of what this disk's fsync allows");
    Path runs = Files.createDirectory(results.resolve("runs"));
    new WrittenRun("producer").into(runs, "20260101T000000Z-producer");
    for (CommandOutput refused :
        List.of(
            CommandOutput.report(matrix.path(), "--ceilings", results.resolve("none")),
            CommandOutput.report(runs, "--ceilings", ceilings))) {
      assertThat(refused.code()).isEqualTo(ExitCode.BAD_INPUT);
      assertThat(refused.err().lines()).singleElement().asString().startsWith("--ceilings: ");
    }
  }

  @Test
  void whatIsScaledIsSaidToBe() throws IOException {
    MatrixDirectory matrix = matrix("flush", "async");
    run(matrix, 0, 1, new WrittenRun("producer").set("scale", "0.1"));
    assertThat(CommandOutput.report(matrix.path()).out()).contains("scaled down by scale=0.1: ");
  }

  /** A curve over words, in their order, with the published one once and dashed. */
  @Test
  void valuesThatAreWordsStandAlongTheAxis() throws IOException {
    String[] words = {"none", "few at once", "many at once"};
    MatrixDirectory matrix = matrix("in-flight", words);
    for (int i = 0; i < words.length; i++) {
      run(matrix, i, 1, new WrittenRun("producer").speed(1 + i));
    }
    Path pictures = results.resolve("pictures");
    assertThat(CommandOutput.report(matrix.path(), "--format", "svg", "--out", pictures).code())
        .isEqualTo(ExitCode.VALID);
    String rates = Files.readString(pictures.resolve("cells-rate.svg"));
    assertThat(rates).containsSubsequence(">none<", ">few at once<", ">many at once<");
    assertThat(rates.split(">published: broker 1.2.3<", -1)).hasSize(2);
    assertThat(rates).contains("stroke-dasharray");
    assertThat(Files.readString(pictures.resolve("cells-latency.svg"))).doesNotContain(" us<");
  }
}
