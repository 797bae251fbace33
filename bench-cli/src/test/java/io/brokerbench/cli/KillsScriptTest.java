package io.brokerbench.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code scripts/kills.sh} with a run that does not end by itself. */
final class KillsScriptTest {

  private static final Duration PATIENCE = Duration.ofMinutes(2);

  @Test
  void anInterruptedCallLeavesNoRunBehind(@TempDir Path home) throws Exception {
    Path number = home.resolve("number");
    Path bench = home.resolve("bench");
    BenchProcess.writeScript(bench, "echo $$ >'" + number + "'\nexec sleep 600\n");
    ProcessBuilder call =
        new ProcessBuilder(
                "../scripts/kills.sh", "--only", "mosquitto/process", "--work", home.toString())
            .redirectErrorStream(true)
            .redirectOutput(home.resolve("said").toFile());
    call.environment().put("BENCH", bench.toString());
    Process script = call.start();
    try {
      await()
          .atMost(PATIENCE)
          .until(() -> Files.exists(number) && Files.readString(number).endsWith("\n"));
      ProcessHandle run =
          ProcessHandle.of(Long.parseLong(Files.readString(number).strip())).orElseThrow();
      script.destroy();
      script.waitFor();
      boolean left = run.isAlive();
      run.destroyForcibly();
      assertThat(left).isFalse();
    } finally {
      BenchProcess.kill(script);
    }
  }
}
