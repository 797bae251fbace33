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
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Runs whose limit is known, because the test sets it. Each uses the whole machine. */
@Tag("nightly")
@RequiresDocker
@RequiresRabbitMq
final class BottleneckIT {

  private static final String FREELY = " --set load.pause=0 --warmup 1s --duration ";
  private static final String BRIEFLY = FREELY + "6s";

  /** Processors that other programs may use without being a limit. */
  private static final double FOREIGN_CORES = 0.3;

  /** Loops per processor that leave the run far less than the half that the rule asks about. */
  private static final int STARVING_LOOPS = 12;

  /** More than a twentieth of any time that the alarm takes to go off. */
  private static final int ALARM_SECONDS = 8;

  @TempDir private Path home;

  private JsonNode limit(Outcome outcome) {
    JsonNode limit = outcome.result().json().path("bottleneck");
    assertThat(outcome.out()).contains("limited by", limit.path("text").asText());
    return limit;
  }

  /** Or else the machine, where processes outside the run left no processor to wait for others. */
  private void assertLimit(Outcome outcome, String cause) {
    JsonNode limit = limit(outcome);
    JsonNode host = outcome.result().json().at("/resources/host");
    List<String> right = new ArrayList<>(List.of(cause));
    if (host.path("foreignCpuCoresMean").asDouble() > FOREIGN_CORES) {
      right.addAll(List.of("cpu", "other-processes", "generator"));
    }
    assertThat(limit.path("cause").asText()).as("%s, %s", limit, host).isIn(right);
  }

  private Outcome run(String flags) throws Exception {
    return Bench.run(Files.createDirectory(home.resolve("runs")), (flags + BRIEFLY).split(" ", -1))
        .endedWith(0, 4);
  }

  private Outcome inContainers(String flags) throws Exception {
    List<String> all = new ArrayList<>(List.of(Docker.flags("5.5.0")));
    all.addAll(List.of((flags + BRIEFLY).split(" ", -1)));
    return Bench.run(home, all.toArray(String[]::new)).endedWith(0, 4);
  }

  @ParameterizedTest
  @CsvSource({
    "cpu, master, -w 8 --set cluster.topology=1m --set cluster.container.cpus=0.3",
    "flush,, -w 8 --flush sync --set cluster.topology=1m --set cluster.container.write-iops=50",
    "replication,, -w 4 --replication sync --set cluster.container.replication-delay=20ms",
  })
  void ofContainers(String cause, String node, String flags) throws Exception {
    Outcome outcome = inContainers(flags);
    assertLimit(outcome, cause);
    if (node != null && limit(outcome).has("node")) {
      assertThat(limit(outcome).path("node").asText()).isEqualTo(node);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "round-trip, -w 1 --set cluster.topology=1m",
    "window, --set load.mode=async --set load.in-flight=1 -w 1 --set cluster.topology=1m",
    "flush, -w 8 --flush sync --set cluster.topology=1m --set cluster.version=4.5.1",
    "consumers, -w 1 --rate 400/s --set consume.threads=2 --set consume.work=10ms",
    "queue, -w 1 --rate 400/s --set consume.threads=8 --set consume.work=5ms --set topic.queues=1"
        + " --set consume.model=orderly",
  })
  void ofProcesses(String cause, String flags) throws Exception {
    assertLimit(run(flags), cause);
  }

  @Test
  void ofAGeneratorThatOtherProcessesStarve() throws Exception {
    try (BusyLoops loops =
        new BusyLoops(STARVING_LOOPS * Runtime.getRuntime().availableProcessors())) {
      loops.start();
      JsonNode limit = limit(run("-w 4 --set cluster.topology=1m"));
      assertThat(limit.path("cause").asText()).as("%s", limit).isEqualTo("other-processes");
    }
  }

  @Test
  void ofANodeWithAnAlarm() throws Exception {
    Path broker = Files.createDirectory(home.resolve("broker"));
    try (Cluster cluster = RabbitMq.start(broker, "cluster.nodes=1")) {
      List<String> flags = new ArrayList<>(RabbitMq.flags(cluster));
      flags.addAll(List.of(("-w 4 --set abort.alarms=none" + FREELY + "10m").split(" ", -1)));
      try (Bench bench =
          Bench.start(Files.createDirectory(home.resolve("runs")), flags.toArray(String[]::new))) {
        bench.awaitSeconds(3);
        RabbitMq.ctl(cluster, "r1", "set_vm_memory_high_watermark", "absolute", "1");
        // From here on: a busy machine takes seconds to set it off.
        bench.awaitSeconds(bench.seconds() + ALARM_SECONDS);
        bench.signal("INT");
        JsonNode limit = limit(bench.end().endedWith(130));
        assertThat(limit.path("cause").asText()).as("%s", limit).isEqualTo("throttling");
      } finally {
        RabbitMq.ctl(cluster, "r1", "set_vm_memory_high_watermark", "0.6");
      }
    }
  }

  @Test
  void ofAClusterWithoutSourcesIsUnknown() throws Exception {
    Path broker = Files.createDirectory(home.resolve("broker"));
    try (Cluster cluster = OwnCluster.start(broker, "cluster.topology=1m")) {
      Outcome outcome = run("-n " + cluster.address() + " -t unseen -w 1");
      assertLimit(outcome, "unknown");
      if (limit(outcome).path("cause").asText().equals("unknown")) {
        assertThat(limit(outcome).path("text").asText())
            .contains("the setting brokers names sources");
      }
    }
  }
}
