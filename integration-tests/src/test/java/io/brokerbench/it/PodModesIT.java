package io.brokerbench.it;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.brokerbench.driver.BrokerException;
import io.brokerbench.driver.Cluster;
import io.brokerbench.driver.Node;
import io.brokerbench.driver.Producer;
import io.brokerbench.driver.Session;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.rocketmq.common.message.MessageExt;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * A cluster in containers in each of the four modes: faults are injected, and the promise of the
 * mode is compared with the messages that master and slave hold.
 */
@Tag("nightly")
@RequiresDocker
@ParameterizedClass
@CsvSource({
  "async, async, 1",
  "sync,  async, 1",
  "async, sync,  2",
  "sync,  sync,  2",
})
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
final class PodModesIT {

  private static final String KILL_JAVA =
      "for p in /proc/[0-9]*; do [ \"$(cat $p/comm)\" = java ] && kill -9 ${p#/proc/}; done";

  private static final Duration PATIENCE = Duration.ofMinutes(2);

  /** Number of messages of one thread, unless a fault stops it. */
  private static final int MESSAGES = 50;

  private static final int ANY_QUEUE = -1;

  @Parameter(0)
  private String flush;

  @Parameter(1)
  private String replication;

  @Parameter(2)
  private int copies;

  private Cluster cluster;
  private Topics topics;

  @BeforeParameterizedClassInvocation
  void start() throws Exception {
    this.cluster =
        OwnCluster.start(
            Docker.settings(
                "5.5.0",
                "cluster.container.network=pod",
                "cluster.flush=" + flush,
                "cluster.replication=" + replication,
                "cluster.properties.slaveReadEnable=true"));
    this.topics = new Topics(cluster.address());
  }

  @AfterParameterizedClassInvocation
  void closingLeavesNothing() {
    topics.close();
    Docker.closeLeavesNothing(cluster);
  }

  @Test
  @Order(1)
  void withTheSlaveStoppedWhoNeedsItIsNotAcknowledged() throws Exception {
    Node slave = node("slave");
    // The broker waits three seconds for its slave.
    Map<String, String> expected =
        copies == 2
            ? Map.of("1s", "UNKNOWN client-timeout", "8s", "UNKNOWN FLUSH_SLAVE_TIMEOUT")
            : Map.of("8s", "ACKED SEND_OK");
    Map<String, String> kinds = new TreeMap<>();
    for (String timeout : expected.keySet()) {
      String topic = "stopped-" + timeout;
      topics.createEverywhere(topic);
      try (Session session = connect(topic, "client.send-timeout=" + timeout);
          Session patient = connect(topic)) {
        Map<String, String> outcomes = new ConcurrentHashMap<>();
        slave.pause();
        try {
          send(session, "alone", 1, outcomes);
        } finally {
          slave.resume();
        }
        kinds.put(timeout, outcomes.get("alone0"));
        // The slave catches up.
        await().atMost(PATIENCE).until(() -> texts(topics.onSlave(topic)).contains("alone0"));
        send(patient, "again", 1, outcomes);
        assertThat(outcomes.get("again0")).isEqualTo("ACKED SEND_OK");
      }
    }
    assertThat(kinds).isEqualTo(expected);
  }

  @Test
  @Order(2)
  void whatWasAcknowledgedSurvivesTheDeathOfTheBrokersProcess() throws Exception {
    String topic = "killed";
    topics.createEverywhere(topic);
    Map<String, String> outcomes = sendUntil(topic, () -> Docker.run(master(), KILL_JAVA));
    await().atMost(PATIENCE).until(() -> !node("master").alive());
    // The same command in the same container; the line on its standard input lets it start.
    List<String> args = List.of(Docker.client().inspectContainerCmd(master()).exec().getArgs());
    String command =
        args.stream().skip(3).map(word -> "'" + word + "'").collect(Collectors.joining(" "));
    Docker.start(
        master(),
        String.format(
            Locale.ROOT, "cd '%s'; { echo go; exec sleep 1000; } | %s", args.get(2), command));
    await().atMost(PATIENCE).until(() -> writable(topic));

    assertThat(texts(topics.all(topic))).containsAll(Sessions.acked(outcomes));
  }

  @Test
  @Order(3)
  void onTheSlaveIsWhatTheModePromisesWhenTheMasterIsGone() throws Exception {
    String topic = "gone";
    topics.createEverywhere(topic);
    Map<String, String> outcomes = new ConcurrentHashMap<>();
    if (copies == 2) {
      outcomes.putAll(sendUntil(topic, () -> Docker.client().killContainerCmd(master()).exec()));
    } else {
      try (Session session = connect(topic, "topic.keep=true")) {
        send(session, "replicated", MESSAGES, outcomes);
        await()
            .atMost(PATIENCE)
            .until(() -> texts(topics.onSlave(topic)).containsAll(Sessions.acked(outcomes)));
        node("slave").pause();
        // More than the buffers between two processes hold.
        send(session, "lost" + " ".repeat(300_000), MESSAGES, outcomes);
        Docker.client().killContainerCmd(master()).exec();
        node("slave").resume();
      }
    }
    await().atMost(PATIENCE).until(() -> !topics.hasMaster());
    assertThat(node("master").alive()).isFalse();

    Set<String> acked = Sessions.acked(outcomes);
    assertThat(acked).hasSizeGreaterThanOrEqualTo(MESSAGES);
    Set<String> missing = new TreeSet<>(acked);
    // A reader that knows the slave's address from the start.
    try (Topics fresh = new Topics(cluster.address())) {
      missing.removeAll(texts(fresh.onSlave(topic)));
    }
    if (copies == 2) {
      assertThat(missing).isEmpty();
    } else {
      assertThat(missing).isNotEmpty().allMatch(name -> name.startsWith("lost"));
    }
  }

  private static Set<String> texts(List<MessageExt> messages) {
    return messages.stream()
        .map(message -> new String(message.getBody(), UTF_8))
        .collect(Collectors.toSet());
  }

  private interface Harm {
    void happen() throws Exception;
  }

  /**
   * Sends until an injected fault stops the cluster; returns the outcome of each message. Sends
   * that fail on a busy machine before the fault do not stop it.
   */
  private Map<String, String> sendUntil(String topic, Harm harm) throws Exception {
    Map<String, String> outcomes = new ConcurrentHashMap<>();
    AtomicBoolean harmed = new AtomicBoolean();
    try (Session session = connect(topic, "topic.keep=true", "client.send-timeout=5s")) {
      Thread sender =
          new Thread(
              () -> {
                boolean stopped = false;
                for (int i = 0; !stopped; i++) {
                  boolean after = harmed.get();
                  String prefix = "batch" + i + "-";
                  send(session, prefix, 1, outcomes);
                  stopped = after && !"ACKED SEND_OK".equals(outcomes.get(prefix + 0));
                }
              });
      sender.start();
      await().atMost(PATIENCE).until(() -> Sessions.acked(outcomes).size() >= MESSAGES);
      harm.happen();
      harmed.set(true);
      sender.join();
    }
    return outcomes;
  }

  private static void send(
      Session session, String prefix, int count, Map<String, String> outcomes) {
    try (Producer producer = session.producer(0)) {
      Sessions.send(producer, prefix, count, ANY_QUEUE, outcomes);
    } catch (BrokerException e) {
      throw new AssertionError(e);
    }
  }

  private boolean writable(String topic) {
    try (Session session = connect(topic, "topic.keep=true")) {
      return session.queues() > 0;
    } catch (Exception e) {
      return false;
    }
  }

  private Session connect(String topic, String... assignments) throws Exception {
    return Sessions.connect(
        cluster,
        Stream.concat(Stream.of("topic.name=" + topic, "load.threads=1"), Stream.of(assignments))
            .toArray(String[]::new));
  }

  private Node node(String name) {
    return OwnCluster.node(cluster, name);
  }

  private String master() {
    return Docker.container(cluster, "master");
  }
}
