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
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Groups of brokers that elect their master. */
final class ElectedMastersIT {

  private static final Duration DEATH = Duration.ofSeconds(10);

  /** An election of some ten seconds, then half a minute until the client asks who is master. */
  private static final Duration RETURN = Duration.ofSeconds(100);

  private static final String TOPIC = "elected";

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

  @Test
  void whatADeadLeaderAcknowledgedTheSurvivorsHave() throws Exception {
    Path directory = Files.createDirectory(home.toRealPath().resolve("cluster"));
    Path runs = Files.createDirectory(home.resolve("run"));
    try (Cluster cluster = OwnCluster.start(directory, "cluster.topology=dledger");
        Topics topics = new Topics(cluster.address());
        Bench bench =
            Bench.start(
                Path.of(System.getProperty("java.home")),
                Bench.CONSUMER,
                runs,
                // So slow that the leader dies long before all is sent, and slower while there is
                // none, however long that takes.
                ("-n %s -t %s -g group-elected --producers 4 --warmup 1s --duration 140s --drain 35s"
                        + " --set load.messages=10000 --set load.pause=8ms"
                        + " --set load.failure-pause=1s --set topic.keep=true")
                    .formatted(cluster.address(), TOPIC)
                    .split(" ", -1))) {
      ResultDirectory running = bench.awaitSeconds(3);
      String dead = leader(topics);
      ProcessHandle node = new Processes(directory).node(nodeAt(cluster, dead));
      Processes.signal("KILL", node);
      await().atMost(DEATH).until(() -> !node.isAlive());
      long ackedAtDeath = running.sum("acked");
      await().atMost(RETURN).until(() -> running.goesOnAfterAGap("acked"));
      assertThat(leader(topics)).isNotEqualTo(dead);

      ResultDirectory result = bench.end().endedWith(0, 4).result();
      Accounts accounts = Accounts.of(result).areComplete().replicaHoldsAcked();
      assertThat(accounts.acked()).isGreaterThan(ackedAtDeath).isPositive();
      assertThat(accounts.unknown() + accounts.rejected()).isPositive();
      assertThat(accounts.count("lost")).as("audit %s", accounts.audit()).isZero();
      assertThat(accounts.count("delivered")).isEqualTo(accounts.acked());
      Set<Header.Name> found = new HashSet<>();
      for (var message : topics.all(TOPIC)) {
        Header.of(message.getBody()).ifPresent(header -> found.add(header.name()));
      }
      assertThat((long) found.size())
          .as("in the topic; audit %s", accounts.audit())
          .isEqualTo(
              accounts.count("delivered")
                  + accounts.count("recovered")
                  + accounts.count("phantom"));
    }
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

  private static String leader(Topics topics) throws Exception {
    List<String> masters = topics.masters();
    assertThat(masters).hasSize(1);
    return masters.get(0);
  }

  private static String nodeAt(Cluster cluster, String address) {
    for (Map.Entry<?, ?> node : ((Map<?, ?>) cluster.facts().get("nodes")).entrySet()) {
      if (address.endsWith(":" + ((Map<?, ?>) node.getValue()).get("port"))) {
        return String.valueOf(node.getKey());
      }
    }
    throw new AssertionError("nobody at " + address);
  }
}
