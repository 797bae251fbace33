package io.brokerbench.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.brokerbench.testkit.Leaks;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Accounts of brokers with ACL 1.0 and ACL 2.0. */
@Tag("nightly")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class AclIT {

  private static final int MESSAGES = 50;

  private static final Duration PATIENCE = Duration.ofMinutes(2);
  private static final String LOAD = "load.messages=" + MESSAGES;

  private final Path directory;
  private final Map<String, GuardedCluster> clusters = new HashMap<>();

  @TempDir private Path home;

  AclIT(@TempDir Path directory) {
    this.directory = directory;
  }

  @AfterAll
  void end() {
    clusters.values().forEach(GuardedCluster::close);
  }

  @ParameterizedTest
  @ValueSource(strings = {"4.9.7", "5.5.0"})
  void whoMayOnlySendSends(String release) throws Exception {
    GuardedCluster cluster = cluster(release);
    long before = cluster.stored();
    Outcome outcome = produce(cluster.client("sending"), GuardedCluster.TOPIC);
    JsonNode audit = outcome.measured().json().path("audit");
    assertThat(audit.path("acked").asLong()).isEqualTo(MESSAGES);
    assertThat(cluster.stored() - before).isGreaterThanOrEqualTo(MESSAGES);
    if (release.startsWith("4.")) {
      // ACL 1.0 lets every account read what brokers report.
      Accounts.of(outcome.result()).areComplete();
    } else {
      assertThat(audit.path("brokerCount").isNull()).as("audit %s", audit).isTrue();
      assertThat(audit.path("unasked").asText())
          .contains("User:sending has no permission to access Topic:orders");
      assertThat(outcome.out()).contains("acknowledgements were not audited");
    }
    assertThat(outcome.err()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"4.9.7", "5.5.0"})
  void whoMayOnlySendSeesTheFiguresOfTheBrokers(String release) throws Exception {
    Outcome outcome =
        run(
            Bench.PRODUCER,
            cluster(release).client("sending"),
            ("-t " + GuardedCluster.TOPIC + " --duration 3s").split(" ", -1));
    JsonNode figures = outcome.measured().json().path("brokerFigures");
    assertThat(figures.at("/unflushedBytes/max").asLong(-1)).as("%s", figures).isNotNegative();
    assertThat(figures.at("/diskUsedPercent/max").asLong(-1)).as("%s", figures).isNotNegative();
  }

  @ParameterizedTest
  @ValueSource(strings = {"4.9.7", "5.5.0"})
  void whoMayAlsoReadTheTopicIsAudited(String release) throws Exception {
    Accounts accounts =
        Accounts.of(produce(cluster(release).client("auditing"), GuardedCluster.TOPIC).measured());
    assertThat(accounts.areComplete().acked()).isEqualTo(MESSAGES);
  }

  @ParameterizedTest
  @ValueSource(strings = {"4.9.7", "5.5.0"})
  void whoMayOnlyReceiveReceives(String release) throws Exception {
    GuardedCluster cluster = cluster(release);
    Outcome first = receiveAll(cluster);
    assertThat(first.endedWith(130).result().json().at("/consumption/deliveries").asLong())
        .isEqualTo(cluster.stored());
    assertThat(cluster.topics().committed(GuardedCluster.TOPIC, GuardedCluster.GROUP))
        .isEqualTo(cluster.stored());
    JsonNode consumption = first.result().json().at("/consumption");
    assertThat(consumption.has("deadLetters"))
        .as("%s", consumption)
        .isEqualTo(release.startsWith("4."));
    assertThat(first.err()).isEmpty();
    Outcome second = consume(cluster.client("receiving"), GuardedCluster.GROUP);
    assertThat(second.endedWith(3).err().lines())
        .singleElement()
        .asString()
        .contains("the consumer group audit has offsets");
  }

  @ParameterizedTest
  @ValueSource(strings = {"4.9.7", "5.5.0"})
  void whoMayAlsoReadTheGroupIsShownItsRetriesAndDeadLetters(String release) throws Exception {
    JsonNode consumption =
        consume(cluster(release).client("watching"), GuardedCluster.WATCHED)
            .measured()
            .json()
            .path("consumption");
    assertThat(consumption.path("retries").isNumber()).as("%s", consumption).isTrue();
    assertThat(consumption.path("deadLetters").isNumber()).as("%s", consumption).isTrue();
  }

  @ParameterizedTest
  @ValueSource(strings = {"4.9.7", "5.5.0"})
  void whoMayMakeATopicMakesItAndItsGroup(String release) throws Exception {
    GuardedCluster cluster = cluster(release);
    Outcome outcome =
        run(
            Bench.CONSUMER,
            cluster.client("creating"),
            ("-t own -g own-group --producers 1 --duration 0 --set " + LOAD).split(" ", -1));
    if (release.startsWith("4.")) {
      assertThat(outcome.endedWith(3).err()).contains("does not create the topic own");
    } else {
      Accounts.of(outcome.measured()).everythingCame();
      assertThat(outcome.err()).isEmpty();
    }
    assertThat(cluster.topics().exists("own")).isFalse();
    assertThat(cluster.topics().groups()).doesNotContain("own-group");
  }

  @ParameterizedTest
  @ValueSource(strings = {"4.9.7", "5.5.0"})
  void theAdministratorsTopicIsMadeAndDeleted(String release) throws Exception {
    GuardedCluster cluster = cluster(release);
    Accounts.of(produce(cluster.client("administrator"), "made").measured()).areComplete();
    assertThat(cluster.topics().exists("made")).isFalse();
  }

  @ParameterizedTest
  @CsvSource({
    "4.9.7, orders, elsewhere, No default permission for topic:orders",
    "5.5.0, orders, elsewhere, no permission to access Topic:orders",
    "4.9.7, absent, sending,   does not create the topic absent",
    "5.5.0, absent, sending,   no permission to access Topic:absent",
  })
  void whatIsNotPermittedIsNamedAndNothingIsSent(
      String release, String topic, String account, String reason) throws Exception {
    GuardedCluster cluster = cluster(release);
    assertRefused(cluster, () -> produce(cluster.client(account), topic), reason);
  }

  @ParameterizedTest
  @ValueSource(strings = {"4.9.7", "5.5.0"})
  void whoMayNotReceiveChangesNothing(String release) throws Exception {
    GuardedCluster cluster = cluster(release);
    for (String account : List.of("elsewhere", "sending")) {
      assertRefused(
          cluster, () -> consume(cluster.client(account), GuardedCluster.GROUP), "roup:audit");
    }
    assertRefused(cluster, () -> consume(cluster.client("receiving"), "absent"), "roup:absent");
    assertThat(cluster.topics().groups()).doesNotContain("absent");
  }

  @ParameterizedTest
  @ValueSource(strings = {"4.9.7", "5.5.0"})
  void aWrongSecretIsRefusedByAllMeans(String release) throws Exception {
    GuardedCluster cluster = cluster(release);
    String wrong = GuardedCluster.MARKER + "wrong";
    String remedy = "check client.acl.access-key (-ak) and client.acl.secret-key (-sk)";
    assertRefused(
        cluster, () -> produce(cluster.client("sending", wrong), GuardedCluster.TOPIC), remedy);
    assertRefused(cluster, () -> produce(cluster.client("sending", wrong), "absent"), remedy);
    assertRefused(
        cluster, () -> produce(cluster.client("missing", wrong), GuardedCluster.TOPIC), remedy);
    assertRefused(
        cluster, () -> consume(cluster.client("receiving", wrong), GuardedCluster.GROUP), remedy);
  }

  private static void assertRefused(
      GuardedCluster cluster, Callable<Outcome> command, String reason) throws Exception {
    long before = cluster.stored();
    assertThat(command.call().endedWith(3).err().lines())
        .singleElement()
        .asString()
        .contains(reason);
    assertThat(cluster.stored()).isEqualTo(before);
  }

  private Outcome produce(List<String> client, String topic) throws Exception {
    return run(Bench.PRODUCER, client, "-t", topic, "--duration", "0", "--set", LOAD);
  }

  private Outcome consume(List<String> client, String group, String... more) throws Exception {
    List<String> all = new ArrayList<>(List.of("-t", GuardedCluster.TOPIC, "-g", group));
    all.addAll(List.of("--duration", "3s"));
    all.addAll(List.of(more));
    return run(Bench.CONSUMER, client, all.toArray(String[]::new));
  }

  /** Consumes from the first message on until every stored one is delivered, however long. */
  private Outcome receiveAll(GuardedCluster cluster) throws Exception {
    List<String> flags = new ArrayList<>(cluster.client("receiving"));
    flags.addAll(List.of("-t", GuardedCluster.TOPIC, "-g", GuardedCluster.GROUP));
    flags.addAll(List.of("-w", "1", "--from", "first", "--warmup", "0", "--duration", "0"));
    Path directory = Files.createTempDirectory(home, "run");
    long stored = cluster.stored();
    try (Bench bench =
        Bench.start(Bench.CONSUMER, directory, Map.of(), flags.toArray(String[]::new))) {
      ResultDirectory running = bench.awaitSeconds(1);
      await().atMost(PATIENCE).until(() -> running.sum("deliveries") >= stored);
      bench.signal("INT");
      Outcome outcome = bench.end();
      assertThat(Leaks.filesWith(GuardedCluster.MARKER, directory)).isEmpty();
      return outcome;
    }
  }

  /** Runs a benchmark, whose output and files must not hold any secret. */
  private Outcome run(String main, List<String> client, String... more) throws Exception {
    List<String> all = new ArrayList<>(client);
    all.addAll(List.of("--warmup", "0", "-w", "1"));
    all.addAll(List.of(more));
    Path directory = Files.createTempDirectory(home, "run");
    Outcome outcome = Bench.run(main, directory, all.toArray(String[]::new));
    assertThat(Leaks.filesWith(GuardedCluster.MARKER, directory)).isEmpty();
    return outcome;
  }

  private GuardedCluster cluster(String release) throws Exception {
    if (!clusters.containsKey(release)) {
      clusters.put(
          release,
          GuardedCluster.start(release, Files.createDirectory(directory.resolve(release))));
    }
    return clusters.get(release);
  }
}
