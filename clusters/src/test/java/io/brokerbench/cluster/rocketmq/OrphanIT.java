package io.brokerbench.cluster.rocketmq;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.brokerbench.cluster.process.JavaRuntime;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("default")
final class OrphanIT {

  @ParameterizedTest
  @ValueSource(strings = {"4.9.7", "5.5.0"})
  void killingUsLeavesNoProcessAndNoDirectory(String release, @TempDir Path parent)
      throws Exception {
    Process benchmark =
        new ProcessBuilder(
                JavaRuntime.current().executable().toString(),
                "-cp",
                System.getProperty("java.class.path"),
                OrphanMain.class.getName(),
                release,
                parent.toString())
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    List<Long> pids = new ArrayList<>();
    try (BufferedReader out =
        new BufferedReader(
            new InputStreamReader(benchmark.getInputStream(), StandardCharsets.UTF_8))) {
      for (String line = out.readLine(); !"ready".equals(line); line = out.readLine()) {
        assertThat(line).matches("\\d+");
        pids.add(Long.valueOf(line));
      }
      assertThat(pids).hasSize(3).allMatch(pid -> ProcessHandle.of(pid).isPresent());
    } finally {
      benchmark.destroyForcibly().waitFor();
    }
    await()
        .atMost(Duration.ofMinutes(2))
        .untilAsserted(
            () -> {
              assertThat(pids).noneMatch(OrphanIT::runs);
              assertThat(parent).isEmptyDirectory();
            });
  }

  private static boolean runs(long pid) {
    return ProcessHandle.of(pid).map(ProcessHandle::isAlive).orElse(false);
  }
}
