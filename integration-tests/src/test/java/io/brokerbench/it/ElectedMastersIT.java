package io.brokerbench.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.brokerbench.driver.Cluster;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.apache.rocketmq.common.message.MessageExt;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Groups of brokers that elect their master. */
@Tag("nightly")
final class ElectedMastersIT {

  private static final Duration SUCCESSION = Duration.ofMinutes(2);
  private static final String TOPIC = "elected";

  @TempDir private Path home;

  /** With a release whose slaves refuse requests to create topics and groups. */
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
  void aControllersMasterWaitsForItsSlavesIfThatIsAskedFor() throws Exception {
    ResultDirectory result =
        run(Bench.PRODUCER, "--set cluster.topology=controller-3 --replication sync");
    JsonNode master = result.broker("SYNC_MASTER");
    assertThat(master.at("/configuration/enableControllerMode").asText()).isEqualTo("true");
    assertThat(master.at("/configuration/allAckInSyncStateSet").asBoolean()).isTrue();
    assertRoles(result, Map.of("SYNC_MASTER", 1, "SLAVE", 2));
    assertPromise(
        result,
        2,
        "SYNC_MASTER, ASYNC_FLUSH: acknowledged when in the master's memory and in the memory of"
            + " every slave in sync, at least 1");
    Accounts.of(result).areComplete().replicaHoldsAcked();
  }

  /**
   * A majority has the acknowledged messages; a slave for which acknowledgements do not wait may
   * lack the last ones.
   */
  @ParameterizedTest
  @CsvSource({"dledger, sync", "controller, async"})
  void whenAMasterDiesAnotherGoesOn(String topology, String replication) throws Exception {
    Path directory = Files.createDirectory(home.toRealPath().resolve("cluster"));
    try (Cluster cluster =
            OwnCluster.start(
                directory, "cluster.topology=" + topology, "cluster.replication=" + replication);
        Topics topics = new Topics(cluster.address())) {
      // The successor of a master must know the topic and be in sync.
      topics.createOnRegistered(TOPIC);
      await().atMost(SUCCESSION).until(topics::mastersHaveSuccessors);
      Accounts accounts = accountsOfAKilledMaster(cluster, topics);
      assertThat(accounts.unknown() + accounts.rejected()).isPositive();
      Set<Header.Name> found = new HashSet<>();
      for (MessageExt message : topics.all(TOPIC)) {
        Header.of(message.getBody()).ifPresent(header -> found.add(header.name()));
      }
      assertThat((long) found.size()).isEqualTo(accounts.brokerCount());
      if (replication.equals("sync")) {
        accounts.areComplete();
      } else {
        assertThat(accounts.audit().path("agreesWithBroker").asBoolean())
            .as("audit %s", accounts.audit())
            .isEqualTo(accounts.brokerCount() >= accounts.acked());
      }
    }
  }

  /** The accounts of a run whose sends continued after its master was killed. */
  private Accounts accountsOfAKilledMaster(Cluster cluster, Topics topics) throws Exception {
    try (Bench bench =
        Bench.start(
            Files.createDirectory(home.resolve("run")),
            String.format(
                    Locale.ROOT,
                    "-n %s -t %s -w 8 --warmup 0s --duration 140s --set load.failure-pause=500ms"
                        + " --set abort.errors=none",
                    cluster.address(),
                    TOPIC)
                .split(" ", -1))) {
      ResultDirectory running = bench.awaitSeconds(4);
      String master = topics.masters().get(0);
      int before = running.rows().size();
      OwnCluster.nodeAt(cluster, master).kill();
      await().atMost(SUCCESSION).until(() -> running.goesOnAfterFailures(before));
      assertThat(topics.masters()).hasSize(1).doesNotContain(master);
      bench.signal("INT");
      return Accounts.of(bench.end().endedWith(130).result()).assertEveryMessageHasOneOutcome();
    }
  }

  private ResultDirectory run(String tool, String flags) throws Exception {
    return Bench.run(
            tool, home, (flags + " --set load.threads=8 --warmup 1s --duration 3s").split(" ", -1))
        .measured();
  }

  /** Checks the role of each broker, and that its process was measured. */
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
