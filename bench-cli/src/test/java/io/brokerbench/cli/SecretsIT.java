package io.brokerbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.brokerbench.testkit.Leaks;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Secrets of a JVM, in every file, every line and every argument that a command leaves behind. */
@Tag("ci")
final class SecretsIT {

  private static final String MARKER = "k4Marker";

  private static final String[] FLAGS = {
    "-Dany.keyStorePassword=" + MARKER + "1", "-Dany.api-token=" + MARKER + " 2"
  };

  private final Path home;
  private final Path output;

  SecretsIT(@TempDir Path home) {
    this.home = home;
    this.output = home.resolve("output");
  }

  private Path workload(String more) throws IOException {
    return Files.writeString(
        home.resolve("load.yaml"),
        """
        driver: memory
        load: {rate: 200/s, duration: 2s, warmup: 0, threads: 2}
        limits: {achieved: 0.01, generator-cpu: 1}
        """
            + more);
  }

  /** Runs a command, and looks at the arguments of its children all the while. */
  private List<String> run(Object... args) throws Exception {
    List<String> seen = new ArrayList<>();
    Process process = BenchProcess.start(output, List.of(FLAGS), args);
    while (process.isAlive()) {
      seen.addAll(Leaks.argumentsOf(process.descendants().toList(), process.pid()));
      Thread.sleep(20);
    }
    assertThat(process.exitValue()).as(Files.readString(output)).isIn(0, 4, 5);
    return seen;
  }

  @Test
  void aRunTellsNoSecretOfItsJvm() throws Exception {
    run("run", workload(""), "--out", home.resolve("results"));
    assertThat(Leaks.filesWith(MARKER, home)).isEmpty();
    try (Stream<Path> files = Files.walk(home)) {
      Path json = files.filter(file -> file.endsWith("run.json")).findFirst().orElseThrow();
      assertThat(new ObjectMapper().readTree(json.toFile()).at("/environment/jvm/flags").toString())
          .contains("-Dany.keyStorePassword=***", "-Dany.api-token=***");
    }
  }

  @Test
  void theRunsOfAMatrixHaveSecretsThatNobodySees() throws Exception {
    List<String> seen =
        run("run", workload("matrix: {threads: [1, 2]}\n"), "--out", home.resolve("results"));
    assertThat(seen).anyMatch(line -> line.contains(BenchMain.class.getName()));
    assertThat(seen).noneMatch(line -> line.contains(MARKER));
    assertThat(Leaks.filesWith(MARKER, home)).isEmpty();
  }

  @Test
  void theRunsOfASearchHaveSecretsThatNobodySees() throws Exception {
    List<String> seen =
        run(
            "find",
            workload("find: {start: 100/s, probes: 1, curve: false}\n"),
            "--set",
            "duration=6s",
            "--out",
            home.resolve("results"));
    assertThat(seen).anyMatch(line -> line.contains(BenchMain.class.getName()));
    assertThat(seen).noneMatch(line -> line.contains(MARKER));
    assertThat(Leaks.filesWith(MARKER, home)).isEmpty();
  }
}
