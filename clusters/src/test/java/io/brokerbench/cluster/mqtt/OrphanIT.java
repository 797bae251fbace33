package io.brokerbench.cluster.mqtt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.brokerbench.testkit.TestJvm;
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
final class OrphanIT {

  @Test
  @RequiresMosquitto
  void killingUsLeavesNoMosquittoAndNoDirectory(@TempDir Path parent) throws Exception {
    assertNothingIsLeft(parent, 2, "cluster.broker=mosquitto", "cluster.bridge=true");
  }

  @Test
  void killingUsLeavesNoHiveMqAndNoDirectory(@TempDir Path parent) throws Exception {
    assertNothingIsLeft(
        parent, 1, "cluster.broker=hivemq", "cluster.heap=256m", TestJvm.CLUSTER_FLAGS);
  }

  private static void assertNothingIsLeft(Path parent, int brokers, String... assignments)
      throws Exception {
    List<String> command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                OrphanMain.class.getName(),
                "cluster.data-directory=" + parent));
    command.addAll(List.of(assignments));
    Process benchmark =
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD).start();
    List<Long> pids = new ArrayList<>();
    try (BufferedReader out =
        new BufferedReader(
            new InputStreamReader(benchmark.getInputStream(), StandardCharsets.UTF_8))) {
      for (String line = out.readLine(); !"ready".equals(line); line = out.readLine()) {
        assertThat(line).matches("\\d+");
        pids.add(Long.valueOf(line));
      }
      assertThat(pids).hasSize(brokers).allMatch(OrphanIT::runs);
      // Guards and who holds the stopped one, too, before they lose their parents.
      benchmark.descendants().map(ProcessHandle::pid).forEach(pids::add);
      assertThat(parent).isNotEmptyDirectory();
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
