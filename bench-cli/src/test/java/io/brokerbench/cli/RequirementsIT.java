package io.brokerbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.brokerbench.command.ExitCode;
import io.brokerbench.matrix.MatrixDirectory;
import io.brokerbench.stored.StoredRun;
import io.brokerbench.testkit.Entries;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Requirements of the runs of a workload file, with the broker in memory. */
@Tag("default")
final class RequirementsIT {

  private final Path file;
  private final Path results;

  RequirementsIT(@TempDir Path home) {
    this.file = home.resolve("load.yaml");
    this.results = home.resolve("results");
  }

  /** The first cell offers more than is required, the second less. */
  @BeforeEach
  void writeWorkload() throws IOException {
    Files.writeString(
        file,
        """
        driver: memory
        load: {duration: 1s, warmup: 0}
        limits: {achieved: 0, generator-cpu: 1}
        require: {acked: 30/s}
        matrix:
          load.rate: [1000/s, 10/s]
        """);
  }

  @Test
  void aMatrixHasOneFileAndTheWorstExitCodeOfItsRuns() throws Exception {
    Path stdout = results.resolveSibling("stdout");
    int code = BenchProcess.start(stdout, "run", file, "--out", results).waitFor();
    String out = Files.readString(stdout);
    Path directory = Entries.only(results);
    MatrixDirectory matrix = MatrixDirectory.read(directory);
    StoredRun met = matrix.runs(matrix.cells().get(0)).get(0);
    StoredRun missed = matrix.runs(matrix.cells().get(1)).get(0);
    assertThat(met.result().missed()).isEmpty();
    assertThat(missed.result().missed()).hasSize(1);
    ExitCode worst = ExitCode.of(met.result()).worse(ExitCode.LIMIT_MISSED);
    assertThat(code).as(out).isEqualTo(worst.code());
    assertThat(out.lines().filter(line -> line.contains(": requirement missed: ")))
        .containsExactly(
            missed.directory().getFileName()
                + ": requirement missed: "
                + missed.result().missed().get(0).text());
    assertThat(directory.resolve("junit.xml"))
        .content()
        .contains("tests=\"4\" failures=\"1\" errors=\"0\"")
        .contains(met.directory().getFileName() + ": acked\"")
        .contains(missed.directory().getFileName() + ": acked\"");
    assertThat(missed.directory().resolve("junit.xml"))
        .content()
        .contains("tests=\"2\" failures=\"1\" errors=\"0\"");
  }

  @Test
  void theFlagReplacesTheFileAndMayNotBeAFactor() throws IOException {
    CommandOutput refused = CommandOutput.of("run", file, "--out", results, "--require", "acked=x");
    assertThat(refused.code()).isEqualTo(ExitCode.BAD_INPUT);
    assertThat(refused.err())
        .contains("--require: require.acked must be none, or a rate above 0 such as 20k/s");
    Files.writeString(
        file,
        """
        driver: memory
        load: {rate: 100/s}
        matrix: {require.acked: [1/s, 2/s]}
        """);
    assertThat(CommandOutput.of("run", file, "--require", "acked=3/s").err())
        .contains("--require: require.acked is a factor of the file's matrix");
  }

  @Test
  void aSearchRefusesRequirements() throws IOException {
    Files.writeString(file, "driver: memory\nrequire: {cpu: 75%}\n");
    CommandOutput refused = CommandOutput.of("find", file, "--out", results);
    assertThat(refused.code()).isEqualTo(ExitCode.BAD_INPUT);
    assertThat(refused.err())
        .contains("require.cpu: judges a run, not the probes of find; set find.limits instead");
  }
}
