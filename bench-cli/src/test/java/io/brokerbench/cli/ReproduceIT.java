package io.brokerbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.brokerbench.command.ExitCode;
import io.brokerbench.testkit.Entries;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@code reproduce} with two publications of the broker in memory. */
@Tag("nightly")
final class ReproduceIT {

  private final Path home;
  private final Path results;

  ReproduceIT(@TempDir Path home) {
    this.home = home;
    this.results = home.resolve("results");
  }

  @BeforeEach
  void writePublications() throws IOException {
    Path files = Files.createDirectories(home.resolve("workloads").resolve("publications"));
    String limits =
        """
        driver: memory
        limits: {achieved: 0.01, generator-cpu: 1, generator-starved: 1, hiccup-p99: 10s, gc: 1}
        """;
    Files.writeString(
        files.resolve("rocketmq-producer-1-threads.yaml"),
        limits
            + """
            load: {rate: 200/s, duration: 1s, warmup: 0}
            matrix: {threads: [1, 2]}
            reference:
              source: a test
              rows: [{cell: {threads: 2}, acked: about 400/s}]
              differences: [no disk at all]
            """);
    Files.writeString(
        files.resolve("rocketmq-producer-2-search.yaml"),
        limits
            + """
            load: {duration: 2s, warmup: 0}
            find: {start: 500/s, probes: 2, curve: false}
            reference:
              rows: [{acked: about 70000/s}]
            """);
    Files.writeString(
        files.resolve("rocketmq-transactions-bad.yaml"), "driver: memory\nload: {thread: 1}\n");
    BenchProcess.writeLauncher(home.resolve("bench"));
  }

  private String reproduce(List<Integer> codes, String... args) throws Exception {
    List<String> command = new ArrayList<>(List.of(home.resolve("bench").toString(), "reproduce"));
    command.addAll(List.of(args));
    command.addAll(List.of("--out", results.toString()));
    ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
    builder.environment().put("BENCH_HOME", home.toString());
    builder.environment().put("BENCH_COMMIT", "0123abc");
    Path output = home.resolve("output");
    int code = builder.redirectOutput(output.toFile()).start().waitFor();
    String shown = Files.readString(output);
    assertThat(codes).as(shown).contains(code);
    return shown;
  }

  private List<String> entries() throws IOException {
    return Entries.of(results.resolve("rocketmq-producer")).stream()
        .map(entry -> entry.getFileName().toString())
        .sorted()
        .toList();
  }

  @Test
  void allFilesOfAPublicationAreRunOnceAndShownOnOnePage() throws Exception {
    // 4 and 5: a busy machine may spoil a run, or keep a rate from being held.
    String first = reproduce(List.of(0, 4, 5), "rocketmq-producer");
    assertThat(first)
        .containsPattern(
            "rocketmq-producer-1-threads: estimate: 2 runs, at most \\d+ (s|min); results at most .*\n")
        .containsPattern(
            "rocketmq-producer-2-search: estimate: \\d+ runs, at most \\d+ (s|min); results at most .*\n")
        .containsPattern("rocketmq-producer takes at most \\d+ (s|min)\n")
        .contains("== rocketmq-producer-1-threads", "== rocketmq-producer-2-search");
    List<String> entries = entries();
    assertThat(entries)
        .hasSize(5)
        .contains("rocketmq-producer", "rocketmq-producer.md", "publication.json");
    String page =
        Files.readString(results.resolve("rocketmq-producer").resolve("rocketmq-producer.md"));
    assertThat(page)
        .contains(
            "# P1: RocketMQ 4.5.1",
            "<summary>rocketmq-producer-1-threads</summary>",
            "<summary>rocketmq-producer-2-search</summary>")
        .contains("scripts/bench reproduce rocketmq-producer", "0123abc")
        .contains("differs from the publication: no disk at all", "about 400/s", "about 70,000/s")
        .contains("![Messages per second](rocketmq-producer/1-threads-cells-rate.svg)");
    assertThat(
            results
                .resolve("rocketmq-producer")
                .resolve("rocketmq-producer")
                .resolve("1-threads-cells-rate.svg"))
        .isNotEmptyFile();

    String second = reproduce(List.of(0), "rocketmq-producer");
    assertThat(second)
        .contains(
            "rocketmq-producer-1-threads: finished\n",
            "rocketmq-producer-2-search: finished\n",
            "rocketmq-producer takes at most 0 s\n")
        .doesNotContain("==");
    assertThat(entries()).isEqualTo(entries);

    // A search takes no scale.
    String other =
        reproduce(
            List.of(0, 4), "rocketmq-producer", "--set", "scale.clients=1", "--set", "scale=0.5");
    assertThat(other)
        .contains(
            "rocketmq-producer-1-threads: estimate: 2 runs",
            "rocketmq-producer-2-search: finished\n");
    assertThat(entries()).hasSize(6);

    // Another page of the same results, which keeps what was written by hand.
    Path pages = Files.createDirectories(home.resolve("pages"));
    Path rendered = pages.resolve("rocketmq-producer.md");
    Files.writeString(
        rendered,
        """
        **Result**: Confirmed.

        **Believe it?** Yes.

        ## Explanation

        A guess.

        ## The command
        """);
    assertThat(reproduce(List.of(0), "rocketmq-producer", "--render", pages.toString()))
        .isEqualTo("page: " + rendered + "\n");
    assertThat(Files.readString(rendered))
        .contains(
            "**Result**: Confirmed.\n\n**Believe it?** Yes.\n\n**Source**",
            "\nA guess.\n\n## The command\n\n```bash");
    assertThat(entries()).hasSize(6);

    // Stored results are shown without another run.
    CommandOutput shown = CommandOutput.of("report", results.resolve("rocketmq-producer"));
    assertThat(shown.out()).contains("== Verdict", "== rocketmq-producer-1-threads", "about 400/s");
    assertThat(results.resolve("rocketmq-producer").resolve("report.html")).isNotEmptyFile();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "P1 | must be one of rocketmq-producer, rocketmq-transactions, rabbitmq-flow-control, mqtt-reference,"
            + " rocketmq-safe-load, got \"P1\"",
        "mqtt-reference | has no file of mqtt-reference",
        "rocketmq-producer --set load.duraton=1s | there is no setting load.duraton here; did you mean load.duration?",
        "rocketmq-transactions | there is no setting load.thread here; did you mean load.threads?",
      })
  void slipsAreReportedBeforeAnythingRuns(String args, String problem) throws Exception {
    String shown = reproduce(List.of(ExitCode.BAD_INPUT.code()), args.split(" ", -1));
    assertThat(shown.lines()).singleElement().asString().contains(problem);
    assertThat(results).doesNotExist();
  }
}
