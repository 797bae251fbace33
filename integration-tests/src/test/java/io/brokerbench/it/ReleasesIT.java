package io.brokerbench.it;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Tag("nightly")
final class ReleasesIT {

  @TempDir private Path home;

  @ParameterizedTest
  @CsvSource({
    "4.5.1, 1m1s, sync,  sync,  SYNC_MASTER,  2",
    "4.6.0, 1m,   async, async, ASYNC_MASTER, 1",
    "4.9.7, 1m,   async, async, ASYNC_MASTER, 1",
  })
  void olderBrokersAreMeasuredAndAuditedAlike(
      String release, String topology, String flush, String replication, String role, int copies)
      throws Exception {
    ResultDirectory result =
        Bench.run(
                home,
                "--broker-version",
                release,
                "--flush",
                flush,
                "--replication",
                replication,
                "-w",
                "8",
                "-s",
                "512",
                "--warmup",
                "1s",
                "--duration",
                "2s",
                "--set",
                "cluster.topology=" + topology)
            .measured();
    JsonNode master = result.broker(role);
    assertThat(master.path("release").asText()).isEqualTo(release);
    assertThat(master.at("/configuration/flushDiskType").asText())
        .isEqualToIgnoringCase(flush + "_FLUSH");
    assertThat(result.json().at("/promise/copies").asInt()).isEqualTo(copies);
    Accounts accounts = Accounts.of(result).areComplete();
    assertThat(accounts.acked()).isPositive();
    if (topology.equals("1m1s")) {
      accounts.replicaHoldsAcked();
    } else {
      assertThat(accounts.audit().path("replicaCount").isNull()).isTrue();
    }
  }
}
