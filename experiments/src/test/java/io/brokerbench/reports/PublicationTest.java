package io.brokerbench.reports;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The commits of a publication, by the runs that its experiments hold. */
final class PublicationTest {

  private final Path directory;
  private final SortedMap<String, String> experiments = new TreeMap<>();
  private Instant now = Instant.parse("2026-11-22T03:00:00Z");

  PublicationTest(@TempDir Path directory) {
    this.directory = directory;
  }

  private List<String> commits(Optional<String> makingRuns) throws Exception {
    now = now.plusSeconds(60);
    Publication.write(directory, "p", "a command", experiments, makingRuns, now);
    return Publication.read(directory).commits();
  }

  private void run(String experiment, String name) throws IOException {
    Path run = Files.createDirectories(directory.resolve(experiment).resolve(name));
    Files.writeString(run.resolve("run.json"), "{}");
  }

  @Test
  void theCommitOfReplacedRunsIsNotNamed() throws Exception {
    assertThat(commits(Optional.of("first"))).containsExactly("first");
    run("20261122T030130Z-a", "20261122T030130Z-c01");
    experiments.put("a", "20261122T030130Z-a");
    assertThat(commits(Optional.empty())).containsExactly("first");

    commits(Optional.of("second"));
    run("20261122T030330Z-a", "20261122T030330Z-c01");
    experiments.put("a", "20261122T030330Z-a");
    assertThat(commits(Optional.empty())).containsExactly("second");

    // The first was run with other settings, which are given again.
    experiments.put("a", "20261122T030130Z-a");
    assertThat(commits(Optional.empty())).containsExactly("first");
  }

  @Test
  void aResumedExperimentHasTheCommitOfEachRunThatHasAResult() throws Exception {
    experiments.put("a", "a");
    Files.createDirectory(directory.resolve("a"));
    commits(Optional.of("first"));
    run("a", "20261122T030130Z-c01");
    assertThat(commits(Optional.of("second"))).containsExactly("first", "second");
    run("a", "20261122T030230Z-c02.SUSPECT");
    commits(Optional.of("third"));
    run("a", "20261122T030330Z-c03.INCOMPLETE");
    assertThat(commits(Optional.empty())).containsExactly("first", "second");
  }

  @Test
  void runsOfAnEarlierReleaseKeepTheirCommits() throws Exception {
    Files.writeString(
        directory.resolve("publication.json"),
        """
        {"schemaVersion": 1, "name": "p", "command": "a command", "commits": ["older"],
         "experiments": {"a": "a"}}
        """);
    experiments.put("a", "a");
    run("a", "20261121T030000Z-c01");
    assertThat(commits(Optional.empty())).containsExactly("older");
    commits(Optional.of("first"));
    run("a", "20261122T030230Z-c02");
    assertThat(commits(Optional.empty())).containsExactly("first", "older");
  }
}
