package io.brokerbench.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.brokerbench.driver.Cluster;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The consumer benchmark on an external cluster, with a topic and a group for each run. */
@Tag("ci")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class ConsumerIT {

  private static final Duration PATIENCE = Duration.ofMinutes(2);
  private static final int TAGS = 3;

  private final Path directory;
  private final Cluster cluster;
  private final Topics topics;

  @TempDir private Path home;

  ConsumerIT(@TempDir Path directory) throws Exception {
    this.directory = directory;
    this.cluster =
        OwnCluster.start(
            directory,
            "cluster.properties.enablePropertyFilter=true",
            "cluster.topology=1m",
            "cluster.heap=256m",
            "cluster.properties.timerWheelEnable=true",
            // Postponed messages are redelivered soon, regardless of the number of attempts.
            "cluster.properties.messageDelayLevel=" + "1s ".repeat(18).strip());
    this.topics = new Topics(cluster.address());
  }

  @AfterAll
  void end() {
    topics.close();
    cluster.close();
    assertThat(directory).isEmptyDirectory();
  }

  @ParameterizedTest
  @CsvSource({"orderly, 20, true", "pop, 20, false"})
  void everyModelIsGivenEveryMessageOnce(String model, String threads, boolean ordered)
      throws Exception {
    String topic = "model-" + model + threads;
    Accounts accounts = accounts(run(topic, "--model", model, "-w", threads)).areComplete();
    if (ordered) {
      accounts.everythingCameInOrder();
    } else {
      accounts.everythingCame();
      assertThat(accounts.audit().path("reordered").isNull()).isTrue();
    }
    accounts.settleTimes(false);
    await().atMost(PATIENCE).until(() -> !topics.exists(topic));
  }

  @Tag("nightly")
  @Test
  void pollingThreadsAreGivenEveryMessageOnce() throws Exception {
    everyModelIsGivenEveryMessageOnce("pull-subscribe", "4", false);
    everyModelIsGivenEveryMessageOnce("pull-assign", "1", true);
  }

  @Tag("nightly")
  @Test
  void onAClusterOfItsOwnInTheSafestModeWhatWasAcknowledgedComesOnce() throws Exception {
    Outcome outcome =
        Bench.run(
            Bench.CONSUMER,
            sub(),
            ("--flush sync --replication sync --warmup 1s --duration 2s --require lost=0"
                    + " --require end-to-end-max=10m --set "
                    + Bench.DRAIN)
                .split(" ", -1));
    ResultDirectory result = outcome.measured();
    JsonNode run = result.json();
    assertThat(run.path("requirements").findValuesAsText("outcome")).containsExactly("met", "met");
    assertThat(run.at("/promise/onDisk").asBoolean()).isTrue();
    assertThat(run.at("/promise/copies").asInt()).isEqualTo(2);
    assertThat(run.at("/fsync/latency/count").asInt()).isPositive();
    assertThat(run.at("/fsync/share").asDouble()).isPositive();

    Accounts accounts = Accounts.of(result).areComplete().replicaHoldsAcked().everythingCame();
    if (accounts.unknown() == 0) {
      assertThat(Files.readString(result.path().resolve("audit.csv")))
          .isEqualTo("kind,producer,firstSequence,lastSequence\n");
    }
    assertThat(run.at("/consumption/foreign").asLong()).isZero();
    // On a busy machine the consumers may get their queues only after the two seconds.
    assertThat(run.at("/throughput/receivedPerSecond").isNumber()).isTrue();

    // One latency per message, counted in the phase in which it was sent.
    long endToEnd = run.at("/latency/endToEnd/count").asLong();
    assertThat(endToEnd)
        .isBetween(
            run.at("/sends/acked").asLong(), run.at("/sends/acked").asLong() + accounts.unknown())
        .isEqualTo(result.latencies("endToEnd").getTotalCount());
    long outOfRange = run.at("/generator/latenciesOutOfRange").asLong();
    for (String metric : new String[] {"b2c", "s2c"}) {
      assertThat(run.at("/latency/" + metric + "/count").asLong())
          .as(metric)
          .isBetween(endToEnd - outOfRange, endToEnd)
          .isPositive();
    }
    assertThat(outcome.out())
        .containsPattern(
            "(?m)^Current Time: \\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d:\\d\\d,\\d{3} \\| Consume TPS:"
                + " \\d+ \\| AVG\\(B2C\\) RT\\(ms\\): +\\d+\\.\\d{3} \\| AVG\\(S2C\\) RT\\(ms\\): +"
                + "\\d+\\.\\d{3} \\| MAX\\(B2C\\) RT\\(ms\\): \\d+ \\| MAX\\(S2C\\) RT\\(ms\\): \\d+ \\|"
                + " Consume Fail: 0 \\| b2c p50 ");
    assertThat(outcome.err()).isEmpty();
  }

  @Tag("nightly")
  @Test
  void aBacklogIsBuiltThenDrainedWhileSendingGoesOn() throws Exception {
    // Producers pause after each message, so that the consumers are faster on any machine.
    Outcome outcome =
        run("backlog", "--backlog", "5000", "--duration", "150s", "--set", "load.pause=2ms");
    JsonNode backlog = outcome.result().json().at("/consumption/backlog");
    assertThat(backlog.path("messages").asLong()).isGreaterThanOrEqualTo(5000);
    assertThat(backlog.path("caughtUpSeconds").asDouble()).isPositive();
    assertThat(outcome.result().json().at("/throughput/warmupEndedBy").asText())
        .isEqualTo("backlog");
    Accounts accounts = accounts(outcome).areComplete().everythingCame();
    assertThat(accounts.count("delivered")).isGreaterThan(5000);
    // Nothing is delivered before the backlog is complete, which may be in the middle of a second.
    List<ResultDirectory.Row> rows = outcome.result().rows();
    int silent = (int) rows.stream().takeWhile(row -> row.count("deliveries") == 0).count();
    long before = rows.stream().limit(silent + 1L).mapToLong(row -> row.count("acked")).sum();
    assertThat(before).isGreaterThanOrEqualTo(5000);
  }

  @Tag("nightly")
  @Test
  void everyGroupIsGivenEveryMessageAndIsGoneAfterwards() throws Exception {
    ResultDirectory result = run("groups", "--set", "consume.groups=2").measured();
    Accounts accounts = Accounts.of(result).areComplete();
    assertThat(accounts.count("delivered")).isPositive().isEqualTo(2 * accounts.acked());
    assertThat(accounts.count("recovered") + accounts.count("indeterminate"))
        .isEqualTo(2 * accounts.unknown());
    for (String wrong : List.of("lost", "phantom", "duplicated", "corrupt", "unexpected")) {
      assertThat(accounts.count(wrong)).as("%s; audit %s", wrong, accounts.audit()).isZero();
    }
    assertThat(accounts.audit().path("agreesWithProgress").asBoolean()).isTrue();
    JsonNode consumption = result.json().path("consumption");
    List<ResultDirectory.Row> rows = result.rows();
    for (String name : List.of("group-groups", "group-groups-2")) {
      JsonNode group = consumption.path("groups").path(name);
      assertThat(group.path("messages").asLong()).isEqualTo(accounts.brokerCount());
      assertThat(group.path("consumerProgress").asLong()).isEqualTo(accounts.brokerCount());
      assertThat(group.path("lost").asLong(-1)).isZero();
      assertThat(group.path("backlogAtEnd").asLong(-1)).isZero();
      assertThat(rows.get(rows.size() - 1).count("backlog." + name)).isZero();
    }
    assertThat(result.sum("deliveries")).isEqualTo(consumption.path("deliveries").asLong());
    // A broker's counter covers all its consumers: adding it up per group would count them several
    // times.
    assertThat(consumption.path("servedBy.master").asLong())
        .isBetween(accounts.count("delivered"), accounts.count("delivered") * 3 / 2);
    await().atMost(PATIENCE).until(() -> !topics.exists("groups"));
    assertThat(topics.groups()).doesNotContain("group-groups", "group-groups-2");
  }

  @Tag("nightly")
  @Test
  void whatIsPostponedComesAgainAndNothingIsLost() throws Exception {
    Outcome outcome = run("postponed", "-r", "0.05");
    accounts(outcome).areComplete().everythingCame();
    JsonNode consumption = outcome.result().json().path("consumption");
    long postponed = consumption.path("postponed").asLong();
    assertThat(postponed).as("consumption %s", consumption).isPositive();
    assertThat(consumption.path("redelivered").asLong()).isGreaterThanOrEqualTo(postponed);
    assertThat(consumption.path("retries").asLong()).isGreaterThanOrEqualTo(postponed);
    assertThat(consumption.path("deadLetters").asLong()).isZero();
    assertThat(consumption.path("deliveries").asLong())
        .isEqualTo(
            consumption.path("messages").asLong() + consumption.path("redelivered").asLong());
    assertThat(outcome.out()).containsPattern("\\| Consume Fail: [1-9]");
  }

  @Tag("nightly")
  @Test
  void theTagsThatAreNotWantedDoNotCome() throws Exception {
    Path file = Files.writeString(home.resolve("expression"), "tag1\n");
    Outcome outcome =
        run(
            "tags",
            "-f",
            "TAG",
            "-e",
            file.toString(),
            "--set",
            "message.tags=" + TAGS,
            "--set",
            "topic.keep=true");
    Accounts accounts = accounts(outcome).areComplete();
    assertThat(accounts.count("lost")).isZero();
    assertThat(accounts.count("phantom")).isZero();
    accounts.receivedInFull();
    assertThat(accounts.count("delivered") + accounts.count("recovered"))
        .isEqualTo(withTag("tags", "tag1"))
        .isLessThan(accounts.acked());
  }

  @Tag("nightly")
  @Test
  void theBrokerSelectsByProperties() throws Exception {
    Path file = Files.writeString(home.resolve("expression"), "TAGS = 'tag1' OR TAGS = 'tag2'");
    Outcome outcome =
        run(
            "sql",
            "-f",
            "SQL92",
            "-e",
            file.toString(),
            "--drain",
            "10s",
            "--set",
            "message.tags=" + TAGS,
            "--set",
            "topic.keep=true");
    Accounts accounts = accounts(outcome).areComplete();
    assertThat(accounts.count("lost")).isZero();
    assertThat(accounts.count("phantom")).isZero();
    long selected = withTag("sql", "tag1") + withTag("sql", "tag2");
    assertThat(accounts.count("delivered") + accounts.count("recovered")).isEqualTo(selected);
    assertThat(accounts.count("delivered") + accounts.count("unselected"))
        .isBetween(accounts.acked(), accounts.acked() + accounts.unknown());
    accounts.receivedInFull();
  }

  @Tag("nightly")
  @Test
  void whatAProducerSentBeforeIsReceivedByItself() throws Exception {
    Accounts sent =
        Accounts.of(
                Bench.run(
                        sub(),
                        "-n",
                        cluster.address(),
                        "-t",
                        "before",
                        "-q",
                        "500",
                        "-w",
                        "2",
                        "--warmup",
                        "0s",
                        "--set",
                        "topic.keep=true")
                    .measured())
            .areComplete();
    long end = topics.end("before");
    ResultDirectory result;
    try (Bench bench =
        Bench.start(
            Path.of(System.getProperty("java.home")),
            Bench.CONSUMER,
            sub(),
            "-n",
            cluster.address(),
            "-t",
            "before",
            "--from",
            "first",
            "--warmup",
            "0s",
            "--duration",
            "0")) {
      ResultDirectory running = bench.awaitSeconds(1);
      await().atMost(PATIENCE).until(() -> running.sum("deliveries") >= end);
      bench.signalAll("INT");
      result = bench.end().endedWith(130).result();
    }
    JsonNode run = result.json();
    Set<Header.Name> names = names("before");
    assertThat(names).hasSize((int) sent.brokerCount());
    // Probes preceded the messages; they belong to no run either.
    long probes = run.at("/consumption/deliveries").asLong() - names.size();
    assertThat(run.at("/consumption/foreign").asLong())
        .isEqualTo(run.at("/consumption/deliveries").asLong());
    assertThat(probes).isBetween(0L, 100L);
    // Deliveries before the measured time belong to the warm-up.
    assertThat(
            result.latencies("endToEnd").getTotalCount()
                + result.latencies("warmup.endToEnd").getTotalCount())
        .isEqualTo(names.size());
    assertThat(run.at("/audit/lost").isNull()).isTrue();
    // Nothing was sent, not even probes.
    assertThat(topics.end("before")).isEqualTo(end).isEqualTo(names.size() + probes);
    assertThat(run.at("/audit/attempted").asLong()).isZero();
  }

  @Tag("nightly")
  @Test
  void ctrlCAtHalfTimeLeavesAResultMarkedAsCutShort() throws Exception {
    Path below = sub();
    try (Bench bench =
        Bench.start(
            Path.of(System.getProperty("java.home")),
            Bench.CONSUMER,
            below,
            "-n",
            cluster.address(),
            "-t",
            "signal",
            "-g",
            "group-signal",
            "--producers",
            "4",
            "--warmup",
            "1s",
            "--duration",
            "60s")) {
      bench.awaitSeconds(3);
      bench.signalAll("INT");
      Outcome outcome = bench.end().endedWith(130);
      ResultDirectory result = outcome.result();
      assertThat(result.json().at("/verdict/status").asText()).isIn("suspect", "invalid");
      assertThat(result.reasons()).anyMatch(reason -> reason.startsWith("cut short by a signal"));
      assertThat(result.name()).matches(".*\\.(SUSPECT|INVALID)");
      assertThat(result.json().at("/latency/b2c/count").asLong())
          .isPositive()
          .isEqualTo(result.latencies("b2c").getTotalCount());
      // After a signal, only a short time is left for the rest.
      Accounts.of(result).assertEveryMessageHasOneOutcome();
      await().atMost(PATIENCE).until(() -> !topics.exists("signal"));
    }
  }

  private Accounts accounts(Outcome outcome) {
    return Accounts.of(outcome.measured());
  }

  private Outcome run(String topic, String... flags) throws Exception {
    return Bench.run(
        Bench.CONSUMER,
        sub(),
        Stream.concat(
                Stream.of(
                    (String.format(
                                Locale.ROOT,
                                "-n %s -t %s -g group-%s --producers 4",
                                cluster.address(),
                                topic,
                                topic)
                            + (Stream.of(flags).anyMatch("--duration"::equals)
                                ? " --warmup 1s"
                                : " --warmup 0 --duration 150s --set load.messages=400")
                            + (Stream.of(flags).anyMatch("--drain"::equals)
                                ? ""
                                : " --set " + Bench.DRAIN))
                        .split(" ", -1)),
                Stream.of(flags))
            .toArray(String[]::new));
  }

  private Path sub() throws Exception {
    return Files.createTempDirectory(home, "run");
  }

  private Set<Header.Name> names(String topic) throws Exception {
    return topics.all(topic).stream()
        .flatMap(message -> Header.of(message.getBody()).stream())
        .map(Header::name)
        .collect(Collectors.toSet());
  }

  private long withTag(String topic, String tag) throws Exception {
    return topics.all(topic).stream().filter(message -> tag.equals(message.getTags())).count();
  }
}
