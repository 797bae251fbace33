package io.brokerbench.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.brokerbench.driver.Cluster;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** Runs at a name server that knows two clusters. */
@Tag("nightly")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class TwoClustersIT {

  private static final String FIRST_BROKER = "broker-a";

  private final Cluster cluster;
  private final Topics topics;
  private final NeighbourBroker neighbour;
  private final String name;

  @TempDir private Path home;

  TwoClustersIT(@TempDir Path directory) throws Exception {
    Path data = Files.createDirectory(directory.resolve("broker"));
    this.cluster = OwnCluster.start(data, "cluster.topology=1m");
    this.topics = new Topics(cluster.address());
    this.name = topics.clusters().iterator().next();
    this.neighbour =
        NeighbourBroker.of(
            new Processes(data).node("master"), directory.resolve("neighbour"), topics);
  }

  @AfterAll
  void end() {
    neighbour.close();
    topics.close();
    cluster.close();
  }

  @Test
  void topicsAndGroupsAreCreatedOnTheNamedClusterAlone() throws Exception {
    try (Bench bench =
        Bench.start(
            home, flags("--cluster", name, "--set", "consume.threads=1", "--duration", "1h"))) {
      bench.awaitSeconds(2);
      assertThat(topics.brokersOf("made")).containsExactly(FIRST_BROKER);
      assertThat(topics.groupsOn(FIRST_BROKER)).anyMatch(TwoClustersIT::isMade);
      assertThat(topics.groupsOn(NeighbourBroker.NAME)).noneMatch(TwoClustersIT::isMade);
      bench.signal("INT");
      assertThat(bench.end().endedWith(130).out()).contains("created on the cluster " + name);
    }
    assertThat(topics.exists("made")).isFalse();
  }

  private static boolean isMade(String group) {
    return group.startsWith("brokerbench");
  }

  @Test
  void aTopicIsNotCreatedWhereTwoClustersCouldBeMeant() throws Exception {
    Outcome outcome = Bench.run(home, flags("--duration", "2s"));
    assertThat(outcome.endedWith(3).err().strip())
        .startsWith("there is no topic made, and the name servers know the clusters ")
        .contains(name, NeighbourBroker.CLUSTER)
        .endsWith(": name the one to create it on by cluster.broker-cluster-name (--cluster)");
    assertThat(topics.exists("made")).isFalse();
  }

  @Test
  void aClusterThatTheNameServersDoNotKnowIsRefused() throws Exception {
    Outcome outcome = Bench.run(home, flags("--cluster", "missing", "--duration", "2s"));
    assertThat(outcome.endedWith(3).err()).contains("missing", name, NeighbourBroker.CLUSTER);
    assertThat(topics.exists("made")).isFalse();
  }

  private String[] flags(String... more) {
    List<String> flags = new ArrayList<>(List.of("-n", cluster.address(), "-t", "made"));
    flags.addAll(List.of("--warmup", "0"));
    flags.addAll(List.of(more));
    return flags.toArray(String[]::new);
  }
}
