package io.brokerbench.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.brokerbench.driver.Cluster;
import io.brokerbench.driver.Node;
import io.brokerbench.driver.Session;
import io.brokerbench.results.ProcessFigure;
import io.brokerbench.results.Promise;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.TestInstance;

/**
 * The contract of a cluster to which sessions of a driver connect. Each test has a topic of its
 * own.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class ClusterContract {

  static final Duration PATIENCE = Duration.ofMinutes(2);

  private final Cluster cluster;
  private String topic = "";
  private int topics;

  /** Takes a running cluster, which is closed after the tests. */
  ClusterContract(Cluster cluster) {
    this.cluster = cluster;
  }

  /**
   * Opens a session with the class's cluster.
   *
   * @param topic topic that the session creates and removes, unless another session has created it
   * @param assignments settings of core, and those of {@link #inOrder}
   */
  abstract Session open(Cluster cluster, String topic, String... assignments) throws Exception;

  /** Compares a promise with the facts that the brokers report. */
  abstract void assertAgree(Promise promise, Map<String, Object> facts);

  /** Settings with which the messages of a queue arrive in order; empty if they always do. */
  List<String> inOrder() {
    return List.of();
  }

  /** Maximum number of messages per request of the driver. */
  int largestBatch() {
    return 10;
  }

  /** Whether the driver has transactions; one without them refuses the setting. */
  boolean knowsTransactions() {
    return true;
  }

  /** Whether deliveries contain the times at which a message was created and stored. */
  boolean reportsTimes() {
    return true;
  }

  /** Whether consumers start after the existing messages of a topic, rather than refuse it. */
  boolean beginsAfterWhatIsThere() {
    return true;
  }

  /** Whether nodes report their heap. */
  boolean nodesAreJvms() {
    return true;
  }

  /** The node with copies for which acknowledgements do not wait; empty if there is none. */
  Optional<Node> replica(Cluster cluster) {
    return Optional.empty();
  }

  /**
   * A topic that the replica already knows, because learning of a new one may take long; by default
   * any topic.
   */
  String topicOnReplica(String topic) {
    return topic;
  }

  @BeforeEach
  void nameTopic(TestInfo test) {
    topic =
        String.format(Locale.ROOT, "%s-%d", test.getTestMethod().orElseThrow().getName(), topics++);
  }

  @AfterAll
  void noNodeOutlivesItsCluster() {
    cluster.close();
    assertThat(cluster.nodes()).noneMatch(Node::alive);
    cluster.close();
  }

  final Session open(String... assignments) throws Exception {
    return open(cluster, topic, assignments);
  }

  final Session openInOrder(String... assignments) throws Exception {
    return open(
        Stream.concat(inOrder().stream(), Arrays.stream(assignments)).toArray(String[]::new));
  }

  static void awaitStored(Session session, long count) {
    await()
        .atMost(PATIENCE)
        .untilAsserted(() -> assertThat(session.storedCount().messages()).hasValue(count));
  }

  @Test
  void theReplicaComesToHoldAsManyAlsoAfterItStoodStill() throws Exception {
    try (Session session = open(cluster, topicOnReplica(topic))) {
      Optional<Node> replica = replica(cluster);
      Sessions.send(session, "before", 50);
      if (replica.isEmpty()) {
        assertThat(session.replicaCount()).isEmpty();
        return;
      }
      replica.get().pause();
      try {
        long used = cpuNanos(replica.get());
        Sessions.send(session, "meanwhile", 500);
        assertThat(cpuNanos(replica.get())).as("processor time while it stands").isEqualTo(used);
        assertThat(replica.get().alive()).isTrue();
      } finally {
        replica.get().resume();
      }
      Sessions.send(session, "after", 50);
      await()
          .atMost(PATIENCE)
          .untilAsserted(() -> assertThat(session.replicaCount()).hasValue(600));
      awaitStored(session, 600);
    }
  }

  @Test
  void aReplicaThatWasEndedComesBackWithWhatItHeld() throws Exception {
    Optional<Node> replica = replica(cluster);
    if (replica.isEmpty()) {
      return;
    }
    try (Session session = open(cluster, topicOnReplica(topic))) {
      Sessions.send(session, "before", 50);
      await().atMost(PATIENCE).untilAsserted(() -> assertThat(session.replicaCount()).hasValue(50));
      replica.get().pause();
      replica.get().kill();
      assertThat(replica.get().alive()).isFalse();
      cluster.check();
      restart(replica.get());
      Sessions.send(session, "after the kill", 50);
      await()
          .atMost(PATIENCE)
          .untilAsserted(() -> assertThat(session.replicaCount()).hasValue(100));
      replica.get().stop();
      await().atMost(PATIENCE).until(() -> !replica.get().alive());
      restart(replica.get());
      Sessions.send(session, "after the stop", 50);
      await()
          .atMost(PATIENCE)
          .untilAsserted(() -> assertThat(session.replicaCount()).hasValue(150));
      cluster.check();
    }
  }

  private static void restart(Node node) throws Exception {
    node.restart();
    node.booted().get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
    assertThat(node.alive()).isTrue();
  }

  @Test
  void everyNodeIsAliveAndTellsWhatItUses() throws Exception {
    List<Node> nodes = cluster.nodes();
    cluster.check();
    assertThat(nodes).allMatch(Node::alive).extracting(Node::name).doesNotHaveDuplicates();
    if (nodesAreJvms()) {
      await()
          .atMost(PATIENCE)
          .untilAsserted(
              () ->
                  assertThat(nodes)
                      .allSatisfy(
                          node ->
                              assertThat(node.jvm())
                                  .as(node.name())
                                  .hasValueSatisfying(
                                      jvm -> assertThat(jvm.heapUsedBytes()).isPositive())));
    }
    Map<Node, Long> before = new HashMap<>();
    nodes.forEach(node -> before.put(node, cpuNanos(node)));
    try (Session session = open()) {
      await()
          .atMost(PATIENCE)
          .untilAsserted(
              () -> {
                Sessions.send(session, "message", 50);
                assertThat(nodes)
                    .allSatisfy(
                        node ->
                            assertThat(cpuNanos(node))
                                .as("processor time of " + node.name())
                                .isGreaterThan(before.get(node)));
              });
    }
    cluster.check();
  }

  private static long cpuNanos(Node node) {
    Long used = node.usage().get(ProcessFigure.CPU_NANOS);
    return used != null
        ? used
        : ProcessHandle.of(node.pid())
            .flatMap(process -> process.info().totalCpuDuration())
            .orElseThrow()
            .toNanos();
  }
}
