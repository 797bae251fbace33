package io.brokerbench.it;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Groups of brokers that elect their master. */
final class ElectedMastersIT {

  @TempDir private Path home;

  /** Of a release whose slaves let nobody tell them of topics and groups. */
  @Test
  void aDLedgerLeaderWaitsForAMajority() throws Exception {
    String release = "4.9.7";
    ResultDirectory result =
        run(Bench.CONSUMER, "--broker-version " + release + " --set cluster.topology=dledger");
    JsonNode leader = result.broker("SYNC_MASTER");
    assertThat(leader.path("release").asText()).isEqualTo(release);
    assertThat(leader.at("/configuration/enableDLegerCommitLog").asText()).isEqualTo("true");
    assertThat(leader.at("/configuration/dLegerPeers").asText().split(";", -1)).hasSize(3);
    assertRoles(result, Map.of("SYNC_MASTER", 1, "SLAVE", 2));
    assertPromise(
        result, 2, "SYNC_MASTER, DLedger: acknowledged when in the memory of 2 of 3 brokers");
    Accounts.of(result).areComplete().replicaHoldsAcked();
  }

  @Test
  void aControllersMasterWaitsForTheSlaveIfThatIsAskedFor() throws Exception {
    ResultDirectory result =
        run(Bench.PRODUCER, "--set cluster.topology=controller --replication sync");
    JsonNode master = result.broker("SYNC_MASTER");
    assertThat(master.at("/configuration/enableControllerMode").asText()).isEqualTo("true");
    assertThat(master.at("/configuration/allAckInSyncStateSet").asBoolean()).isTrue();
    assertRoles(result, Map.of("SYNC_MASTER", 1, "SLAVE", 1));
    assertPromise(
        result,
        2,
        "SYNC_MASTER, ASYNC_FLUSH: acknowledged when in the master's memory and in the memory of"
            + " every slave in sync, at least 1");
    Accounts.of(result).areComplete().replicaHoldsAcked();
  }

  private ResultDirectory run(String tool, String flags) throws Exception {
    return Bench.run(
            tool, home, (flags + " --set load.threads=8 --warmup 1s --duration 3s").split(" ", -1))
        .measured();
  }

  /** What each broker was, and that its process was measured. */
  private static void assertRoles(ResultDirectory result, Map<String, Integer> roles) {
    Map<String, Integer> found = new HashMap<>();
    JsonNode run = result.json();
    for (JsonNode broker : run.at("/environment/broker/brokers")) {
      found.merge(broker.path("role").asText(), 1, Integer::sum);
      assertThat(
              run.path("resources").path(broker.path("node").asText()).path("rssBytesMax").asLong())
          .as("resources of %s", broker.path("node"))
          .isPositive();
    }
    assertThat(found).isEqualTo(roles);
  }

  private static void assertPromise(ResultDirectory result, int copies, String text) {
    JsonNode promise = result.json().path("promise");
    assertThat(promise.path("copies").asInt()).isEqualTo(copies);
    assertThat(promise.path("onDisk").asBoolean()).isFalse();
    assertThat(promise.path("text").asText()).isEqualTo(text);
  }
}
