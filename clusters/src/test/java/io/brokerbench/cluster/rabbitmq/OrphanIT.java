package io.brokerbench.cluster.rabbitmq;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("ci")
@RequiresRabbitMq
final class OrphanIT {

  @Test
  void killingUsLeavesNoProcessAndNoDirectory(@TempDir Path parent) throws Exception {
    Process benchmark =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                OrphanMain.class.getName(),
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
      assertThat(pids).hasSize(1).allMatch(OrphanIT::runs);
      // Port mapper and helpers, too, before they lose their parents.
      benchmark.descendants().map(ProcessHandle::pid).forEach(pids::add);
      assertThat(pids).hasSizeGreaterThan(3);
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
