package io.brokerbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code scripts/kills.sh} with real brokers as processes. */
@Tag("nightly")
final class KillsIT {

  private static final long PATIENCE_MINUTES = 20;

  private final Path home;

  KillsIT(@TempDir Path home) throws IOException {
    this.home = home;
    BenchProcess.writeLauncher(home.resolve("bench"));
    Files.createDirectory(home.resolve("work"));
  }

  @Test
  void killedRunsLeaveNothingBehind() throws Exception {
    ProcessBuilder builder =
        new ProcessBuilder(
                List.of(
                    "../scripts/kills.sh",
                    "--kills",
                    "5",
                    "--seed",
                    "1",
                    "--only",
                    "(1m1s|hivemq)/process",
                    "--work",
                    home.resolve("work").toString()))
            .redirectErrorStream(true)
            .redirectOutput(home.resolve("said").toFile());
    builder.environment().put("BENCH", home.resolve("bench").toString());
    Process script = builder.start();
    try {
      script.getOutputStream().close();
      assertThat(script.waitFor(PATIENCE_MINUTES, TimeUnit.MINUTES)).isTrue();
    } finally {
      BenchProcess.kill(script);
    }
    assertThat(home.resolve("said"))
        .content()
        .contains("5 killed, 0 left something behind")
        .doesNotContain("FAILED");
    assertThat(script.exitValue()).isZero();
    assertThat(home.resolve("work")).isEmptyDirectory();
  }
}
