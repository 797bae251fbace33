package io.brokerbench.it;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Tag("nightly")
final class ModesIT {

  private static final int BODY_BYTES = 1024;

  @TempDir private Path home;

  /** The other modes are measured in containers. */
  @Test
  void theSafestModeIsWhatTheBrokerReportsAndEveryMessageIsAccountedFor() throws Exception {
    Outcome outcome =
        Bench.run(
            home,
            "--w=16",
            "--s=" + BODY_BYTES,
            "--flush",
            "sync",
            "--replication",
            "sync",
            "--warmup",
            "1s",
            "--duration",
            "3s",
            "--name",
            "modes",
            "--set",
            // Brokers whose first registration fails do not retry before the run gives up.
            "cluster.properties.disappearTimeAfterStart=90000");
    ResultDirectory result = outcome.measured();
    JsonNode run = result.json();

    JsonNode master = result.broker("SYNC_MASTER");
    assertThat(master.at("/configuration/brokerRole").asText()).isEqualTo("SYNC_MASTER");
    assertThat(master.at("/configuration/flushDiskType").asText()).isEqualTo("SYNC_FLUSH");
    assertThat(master.at("/configuration/inSyncReplicas").asText()).isEqualTo("2");
    assertThat(master.path("release").asText()).isEqualTo("5.5.0");
    assertThat(result.broker("SLAVE").at("/configuration/flushDiskType").asText())
        .isEqualTo("SYNC_FLUSH");

    assertThat(run.at("/promise/onDisk").asBoolean()).isTrue();
    assertThat(run.at("/promise/copies").asInt()).isEqualTo(2);
    assertThat(run.at("/promise/text").asText()).contains("SYNC_MASTER", "SYNC_FLUSH");

    Accounts.of(result).areComplete().replicaHoldsAcked();
    assertThat(run.at("/sends/byStatus/SEND_OK").asLong()).isPositive();
    assertUsed(run.at("/resources/master"));
    assertUsed(run.at("/resources/slave"));
    assertThat(run.at("/resources/generator/cpuCoresMean").asDouble()).isPositive();
    if (run.at("/resources/host").has("diskFlushes")) {
      assertThat(run.at("/resources/host/diskFlushes").asLong()).isPositive();
    }

    assertThat(result.name())
        .matches("\\d{8}T\\d{6}Z-modes(\\.SUSPECT|\\.INVALID)?")
        .endsWith(suffix(run.at("/verdict/status").asText()));
    assertThat(outcome.exitCode()).isEqualTo(result.name().endsWith("modes") ? 0 : 4);
    assertThat(result.path())
        .isDirectoryContaining("glob:**/latency.hlog")
        .isDirectoryContaining("glob:**/workload.yaml")
        .isDirectoryNotContaining("glob:**/*.tmp")
        .isDirectoryNotContaining("glob:**/logs");
    assertThat(outcome.out())
        .containsPattern(
            "(?m)^Current Time: \\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d:\\d\\d,\\d{3} \\| Send TPS: \\d+"
                + " \\| Max RT\\(ms\\): \\d+ \\| Average RT\\(ms\\): +\\d+\\.\\d{3}"
                + " \\| Send Failed: \\d+ \\| Response Failed: \\d+ \\| service p50 ");
    assertThat(outcome.err()).isEmpty();
    assertThat(home.resolve("tmp")).isEmptyDirectory();
  }

  @ParameterizedTest
  @CsvSource({"1m2s, 1, 2", "2m2s, 2, 2"})
  void moreMastersAndSlavesHoldWhatIsAcknowledgedByTwo(String topology, int masters, int slaves)
      throws Exception {
    String flags =
        "--w=8 --s=256 --replication sync --warmup 1s --duration 3s"
            + " --set cluster.properties.disappearTimeAfterStart=90000 --set cluster.topology=";
    ResultDirectory result = Bench.run(home, (flags + topology).split(" ", -1)).measured();
    JsonNode run = result.json();
    List<String> roles =
        run.at("/environment/broker/brokers")
            .valueStream()
            .map(broker -> broker.path("role").asText())
            .toList();
    assertThat(Collections.frequency(roles, "SYNC_MASTER")).isEqualTo(masters);
    assertThat(Collections.frequency(roles, "SLAVE")).isEqualTo(slaves);
    assertThat(run.at("/promise/copies").asInt()).isEqualTo(2);
    Accounts.of(result).areComplete().replicaHoldsAcked();
    assertThat(run.at("/audit/brokers").findValues("agrees"))
        .hasSize(masters > 1 ? masters : 0)
        .allMatch(JsonNode::asBoolean);
  }

  private static void assertUsed(JsonNode process) {
    assertThat(process.path("cpuCoresMean").asDouble()).isPositive();
    assertThat(process.path("rssBytesMax").asLong()).isPositive();
    assertThat(process.path("heapUsedBytesMax").asLong()).isPositive();
    assertThat(process.path("bytesWritten").asLong()).isPositive();
  }

  private static String suffix(String status) {
    return switch (status) {
      case "valid" -> "-modes";
      case "suspect" -> ".SUSPECT";
      case "invalid" -> ".INVALID";
      default -> throw new AssertionError("no such status: " + status);
    };
  }
}
