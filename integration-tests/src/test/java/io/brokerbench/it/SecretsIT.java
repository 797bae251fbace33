package io.brokerbench.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.brokerbench.driver.Cluster;
import io.brokerbench.testkit.Leaks;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Checks that no password appears in the files, the output and the arguments of child processes of
 * a run.
 */
@RequiresMosquitto
@Tag("mqtt")
final class SecretsIT {

  private static final String MARKER = "k4Marker";

  private static final String LOAD =
      " --set load.messages=200 --duration 0 --set load.threads=1 -w 1 --set topic.queues=1"
          + " --set load.settle=10s";

  @TempDir private Path home;

  /** Collects the arguments of all child processes until the run ends. */
  private static List<String> watch(Bench bench) throws InterruptedException {
    List<String> seen = new ArrayList<>();
    ProcessHandle self = ProcessHandle.of(bench.pid()).orElseThrow();
    while (self.isAlive()) {
      seen.addAll(Leaks.argumentsOf(bench.processes().all(), bench.pid()));
      Thread.sleep(20);
    }
    return seen;
  }

  @ParameterizedTest
  @ValueSource(strings = {"mosquitto", "hivemq"})
  void aRunTellsNoPassword(String broker) throws Exception {
    // HiveMQ accepts any client; its JVM has a secret of its own.
    List<String> flags =
        broker.equals("hivemq")
            ? List.of("cluster.jvm-flags=-XX:+UseSerialGC -Dany.keyStorePassword=" + MARKER)
            : List.of("mqtt.user=me", "mqtt.password=" + MARKER);
    List<String> all =
        new ArrayList<>(
            List.of("--driver", "mqtt", "--warmup", "0", "--set", "cluster.broker=" + broker));
    all.addAll(List.of(LOAD.strip().split(" +", -1)));
    flags.forEach(flag -> all.addAll(List.of("--set", flag)));
    Path directory = Files.createDirectory(home.resolve("run"));
    try (Bench bench =
        Bench.start(
            Path.of(System.getProperty("java.home")),
            Bench.CONSUMER,
            directory,
            all.toArray(String[]::new))) {
      List<String> seen = watch(bench);
      bench.end().measured();
      assertThat(seen).isNotEmpty().noneMatch(line -> line.contains(MARKER));
    }
    assertThat(Leaks.filesWith(MARKER, home)).isEmpty();
  }

  @Test
  void aPasswordComesFromTheEnvironmentAndARefusedOneIsNotTold() throws Exception {
    Files.createDirectory(home.resolve("broker"));
    String settings =
        "driver=mqtt cluster.broker=mosquitto mqtt.user=me mqtt.password=right "
            + SmallCluster.port()
            + " cluster.data-directory="
            + home.resolve("broker");
    try (Cluster guarded = OwnCluster.started(settings.split(" ", -1))) {
      Outcome right = external(guarded.address(), "right", "mqtt.password=env:BENCH_TEST_PASSWORD");
      assertThat(right.measured().json().path("command").asText())
          .contains("--set mqtt.password=env:BENCH_TEST_PASSWORD");
      assertThat(
              external(guarded.address(), MARKER, "mqtt.password=env:BENCH_TEST_PASSWORD")
                  .endedWith(3)
                  .err())
          .contains("check mqtt.user and mqtt.password");
      external(guarded.address(), "", "mqtt.password=" + MARKER).endedWith(3);
      assertThat(external(guarded.address(), "", "mqtt.password:" + MARKER).endedWith(2).err())
          .contains("must be key=value, got \"mqtt.password:***\"");
    }
    assertThat(Leaks.filesWith(MARKER, home)).isEmpty();
  }

  private Outcome external(String address, String password, String assignment) throws Exception {
    List<String> all = new ArrayList<>(List.of("--driver", "mqtt", "-n", address, "--warmup", "0"));
    String load = "--set load.messages=50 --duration 0 --set load.threads=1 --set topic.queues=1";
    all.addAll(List.of(load.split(" ", -1)));
    all.addAll(List.of("--set", "mqtt.user=me", "--set", assignment));
    Path directory = Files.createTempDirectory(home, "run");
    try (Bench bench =
        Bench.start(
            directory, Map.of("BENCH_TEST_PASSWORD", password), all.toArray(String[]::new))) {
      return bench.end();
    }
  }
}
