package io.brokerbench.it;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.brokerbench.driver.Cluster;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Limits that end the load to protect a cluster of others. */
@Tag("nightly")
final class AbortIT {

  private static final List<String> LONG =
      List.of("-w", "1", "--warmup", "0", "--duration", "300s", "--rate", "50/s");

  private final Path runs;
  private final Path broker;

  AbortIT(@TempDir Path directory) throws Exception {
    this.runs = Files.createDirectory(directory.resolve("runs"));
    this.broker = Files.createDirectory(directory.resolve("broker"));
  }

  private static void assertAborted(Outcome outcome, String why) {
    ResultDirectory result = outcome.endedWith(4).result();
    JsonNode verdict = result.json().path("verdict");
    assertThat(verdict.path("status").asText()).isEqualTo("invalid");
    assertThat(verdict.path("reasons").toString()).contains("load.aborted", why);
    assertThat(outcome.out()).contains(why);
    Accounts.of(result).assertEveryMessageHasOneOutcome();
  }

  @Test
  void anAlarmOfARabbitMqNodeEndsTheLoadUnlessThatIsSwitchedOff() throws Exception {
    try (Cluster cluster = RabbitMq.start(broker, "cluster.nodes=1")) {
      List<String> flags = new ArrayList<>(RabbitMq.flags(cluster));
      flags.addAll(LONG);
      // The limit is the default of an external cluster.
      try (Bench bench = Bench.start(runs, flags.toArray(String[]::new))) {
        bench.awaitSeconds(2);
        RabbitMq.ctl(cluster, "r1", "set_vm_memory_high_watermark", "absolute", "1");
        assertAborted(bench.end(), "alarms 1; abort.alarms is 0 for 5s");
      } finally {
        RabbitMq.ctl(cluster, "r1", "set_vm_memory_high_watermark", "0.6");
      }
    }
  }

  @Test
  void aDiskThatIsFullerThanAllowedEndsTheLoad() throws Exception {
    try (Cluster cluster = OwnCluster.start(broker, "cluster.topology=1m")) {
      List<String> flags = new ArrayList<>(List.of("-n", cluster.address(), "-t", "filling"));
      flags.addAll(LONG);
      flags.addAll(List.of("--set", "abort.disk=0.01% for 1s"));
      Outcome outcome = Bench.run(runs, flags.toArray(String[]::new));
      assertAborted(outcome, "abort.disk is 0.01% for 1s");
      assertThat(outcome.result().json().at("/brokerFigures/diskUsedPercent/max").asLong())
          .isBetween(1L, 100L);
    }
  }
}
