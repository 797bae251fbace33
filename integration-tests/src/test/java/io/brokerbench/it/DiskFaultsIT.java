package io.brokerbench.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Planned faults of a broker's disk. */
@Tag("nightly")
@RequiresDocker
final class DiskFaultsIT {

  private static final Duration PATIENCE = Duration.ofMinutes(5);

  @TempDir private Path home;

  /** RabbitMQ looks at its disk at least every ten seconds. */
  @Test
  void publishersWaitWhileTheDiskIsFullAndNothingIsLost() throws Exception {
    List<String> flags =
        new ArrayList<>(
            List.of(
                ("--driver rabbitmq --producers 2 --rate 50/s --warmup 1s --duration 50s"
                        + " --set cluster.host=container --set cluster.version=3.10.8"
                        + " --set cluster.nodes=1 --set cluster.container.store-size=512MiB"
                        + " --set cluster.disk-free-limit=100MiB --set topic.queues=1"
                        + " --set limits.achieved=0 --set "
                        + Bench.DRAIN)
                    .split(" ", -1)));
    flags.addAll(List.of("--fault", "fill-disk r1 at 2s for 25s"));
    ResultDirectory result =
        Bench.run(Bench.CONSUMER, home, flags.toArray(String[]::new)).measured();
    JsonNode fault = result.json().at("/plannedFaults/faults/0");
    assertThat(fault.path("node").asText()).isEqualTo("r1");
    assertThat(fault.path("events").findValuesAsText("text"))
        .containsExactly("r1: disk filled", "r1: disk freed");
    assertThat(result.json().at("/brokerFigures/alarms/max").asLong()).isPositive();
    assertThat(result.json().at("/brokerFigures/blockedConnections/last").asLong()).isZero();
    // The client library counts the same time independently.
    assertThat(result.json().at("/brokerFigures/blockedMillis/last").asLong()).isPositive();
    assertThat(fault.path("unavailableSeconds").asDouble()).isPositive();
    assertThat(Accounts.of(result).assertEveryMessageHasOneOutcome().count("lost")).isZero();
  }

  /** Each of two senders waits for the flush of its message, of which there are ten per second. */
  @Test
  void messagesWaitForTheFlushesOfASlowDiskAndNothingIsLost() throws Exception {
    assumeThat(System.getProperty("os.name")).isEqualTo("Linux");
    List<String> flags =
        new ArrayList<>(
            List.of(
                ("--producers 2 --rate 100/s --warmup 1s --duration 16s --flush sync"
                        + " --set limits.achieved=0 --fault")
                    .split(" ", -1)));
    flags.addAll(List.of("slow-disk master at 2s for 8s", "--set", Bench.DRAIN));
    flags.addAll(List.of(Docker.flags("5.5.0", "cluster.topology=1m")));
    ResultDirectory result =
        Bench.run(Bench.CONSUMER, home, flags.toArray(String[]::new)).measured();
    JsonNode fault = result.json().at("/plannedFaults/faults/0");
    assertThat(fault.path("events").findValuesAsText("text"))
        .containsExactly("master: disk slowed down", "master: disk back to its speed");
    assertThat(fault.path("late").asLong()).isGreaterThan(fault.path("due").asLong() / 4);
    assertThat(Accounts.of(result).assertEveryMessageHasOneOutcome().count("lost")).isZero();
  }

  /** The file system that is full is in memory and of the container alone. */
  @Test
  void aKilledRunLeavesNoContainerWithAFullDisk() throws Exception {
    List<String> flags =
        new ArrayList<>(
            List.of(
                "--producers 2 --rate 50/s --warmup 1s --duration 1h --set load.settle=1s --fault"
                    .split(" ", -1)));
    flags.add("fill-disk master at 1s for 50m");
    flags.addAll(
        List.of(Docker.flags("5.5.0", "cluster.topology=1m", "cluster.container.store-size=1GiB")));
    try (Bench bench = Bench.start(Bench.CONSUMER, home, Map.of(), flags.toArray(String[]::new))) {
      bench.awaitOutput("master: disk filled");
      assertThat(Docker.containersOf(bench.pid())).isNotEmpty();
      bench.signal("KILL");
      bench.end().endedWith(137);
      await().atMost(PATIENCE).until(() -> Docker.containersOf(bench.pid()).isEmpty());
    }
  }
}
