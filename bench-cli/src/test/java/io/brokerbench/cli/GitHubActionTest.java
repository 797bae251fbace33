package io.brokerbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The step of action.yml that runs workloads, next to a command that ends with a given code. */
final class GitHubActionTest {

  private final Path home;

  GitHubActionTest(@TempDir Path home) {
    this.home = home;
  }

  @ParameterizedTest
  @CsvSource({
    "0 0, 0",
    "0 5, 5",
    "5 3, 3",
    "3 5, 3",
    "5 4 0, 4",
    "4 6, 6",
    "6 3, 3",
    "5 2 3, 2",
    "1 5, 1",
    "143 1 5, 143",
  })
  void theWorstOfSeveralWorkloadsIsTheOneThatBenchRanksWorst(String codes, int worst)
      throws Exception {
    Path script =
        Files.copy(Path.of("..", "scripts", "github-action"), home.resolve("github-action"));
    Path bench = home.resolve("bench");
    Files.writeString(bench, "#!/usr/bin/env bash\nexit \"$2\" # The name of the workload.\n");
    assertThat(bench.toFile().setExecutable(true)).isTrue();
    ProcessBuilder builder =
        new ProcessBuilder("bash", script.toString(), "run")
            .directory(home.toFile())
            .redirectErrorStream(true);
    builder.environment().put("FILES", codes);
    Process process = builder.start();
    process.getOutputStream().close();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

    assertThat(process.waitFor()).as(output).isEqualTo(worst);
  }
}
