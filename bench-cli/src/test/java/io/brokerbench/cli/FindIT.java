package io.brokerbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.brokerbench.command.ExitCode;
import io.brokerbench.find.SearchResult;
import io.brokerbench.find.Trial;
import io.brokerbench.testkit.Entries;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * {@code find} with brokers in memory whose capacity is known. Whether a machine with neighbours
 * lets them reach it is another thing; beyond it nothing is sustainable on any machine.
 */
@Tag("ci")
final class FindIT {

  private static final double CAPACITY = 700;

  private final Path home;

  FindIT(@TempDir Path home) {
    this.home = home;
  }

  private SearchResult find(String yaml) throws Exception {
    Path file =
        Files.writeString(
            home.resolve("load.yaml"),
            yaml
                + """
                limits: {generator-cpu: 1, generator-starved: 1, hiccup-p99: 10s, gc: 1}
                find: {start: 500/s, probes: 2, curve: false}
                """);
    Path output = home.resolve("output");
    int code = BenchProcess.start(output, "find", file, "--out", home.resolve("results")).waitFor();
    String shown = Files.readString(output);
    assertThat(code)
        .as(shown)
        .isIn(ExitCode.VALID.code(), ExitCode.RUN_INVALID.code(), ExitCode.LIMIT_MISSED.code());
    assertThat(shown).contains("probe 2: ", "highest sustainable rate: ", "results in ");
    Path directory = results();
    assertThat(directory.toString()).endsWith("-load-find");
    SearchResult found = SearchResult.read(directory);
    assertThat(found.probes()).hasSize(2);
    for (Trial trial : found.probes()) {
      assertThat(directory.resolve(trial.result())).isDirectoryContaining("glob:**/run.json");
      assertThat(trial.sustained()).isEqualTo(trial.failed().isEmpty() && !trial.unanswered());
    }
    assertThat(CommandOutput.of("report", directory).out())
        .startsWith(shown.substring(shown.indexOf("offered/s"), shown.lastIndexOf("results in ")))
        .endsWith(String.format(Locale.ROOT, "written to %s%n", directory.resolve("report.html")));
    return found;
  }

  private Path results() throws IOException {
    return Entries.only(home.resolve("results"));
  }

  @Test
  void beyondWhatABrokerCanTakeNoRateIsSustained() throws Exception {
    SearchResult found =
        find(
            String.format(
                Locale.ROOT,
                """
            driver: memory
            memory.service-rate: %.0f/s
            load: {duration: 6s, warmup: 1s, threads: 2, mode: async, in-flight: 100, settle: 1s}
            """,
                CAPACITY));
    assertThat(found.lowPerSecond()).isLessThan(CAPACITY);
    assertThat(found.highPerSecond()).isNotNull();
    assertThat(found.probes())
        .filteredOn(trial -> trial.offeredPerSecond() > 1.1 * CAPACITY)
        // Whether it is sure in so short a time that a lag grows is the machine's doing.
        .allSatisfy(
            trial ->
                assertThat(trial.failed())
                    .anyMatch(text -> text.contains("growth") || text.startsWith("achieved rate")));
  }

  @Tag("nightly")
  @Test
  void theSlowerOfTwoGroupsIsTheLimit() throws Exception {
    SearchResult found =
        find(
            String.format(
                Locale.ROOT,
                """
            tool: consumer
            driver: memory
            memory.group-rates: "5000/s, %.0f/s"
            load: {duration: 10s, warmup: 1s, threads: 2, settle: 1s}
            consume: {threads: 1, groups: 2, group: g, drain: 2s}
            """,
                CAPACITY));
    assertThat(found.lowPerSecond()).isLessThan(CAPACITY);
    assertThat(found.load()).isNotNull().extracting(SearchResult.Load::groups).isEqualTo(2);
    assertThat(found.probes())
        .filteredOn(trial -> trial.offeredPerSecond() > 1.1 * CAPACITY)
        .allSatisfy(
            trial ->
                assertThat(trial.failed())
                    .anyMatch(text -> text.startsWith("backlog growth of g-2 ")));
  }
}
