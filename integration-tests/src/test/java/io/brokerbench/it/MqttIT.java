package io.brokerbench.it;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Whole runs of both clients with complete accounts of all messages. */
@Tag("ci")
@RequiresMosquitto
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class MqttIT {

  private static final long MESSAGES = 1000;

  private static final String LOAD =
      " --duration 150s --set load.threads=4 --set load.mode=async --set load.in-flight=4each"
          + " --set load.pause=1ms --set load.messages="
          + MESSAGES
          + " --set "
          + Bench.DRAIN;

  private static final String ONE_TO_ONE = LOAD + " --set topic.queues=4 --set consume.clients=4";

  /** Configuration of a broker that publishes nothing below $SYS. */
  private static final String UNCOUNTED = "sys_interval 0";

  @TempDir private static Path home;

  private MqttRuns runs;
  private Mosquitto mosquitto;

  @BeforeAll
  void start() throws Exception {
    Path directory = home.toRealPath();
    runs = new MqttRuns(directory);
    mosquitto = Mosquitto.start(Files.createDirectory(directory.resolve("mosquitto")));
  }

  @AfterAll
  void end() {
    mosquitto.close();
  }

  @ParameterizedTest
  @CsvSource({"mosquitto, 0", "hivemq, 2"})
  void bothClientsDeliverEachMessageOnce(String broker, int qos) throws Exception {
    assertDeliveredOnce(broker, qos);
  }

  @Tag("nightly")
  @ParameterizedTest
  @CsvSource({"mosquitto, 1", "mosquitto, 2", "hivemq, 0", "hivemq, 1"})
  void bothClientsDeliverEachMessageOnceAtEveryQos(String broker, int qos) throws Exception {
    assertDeliveredOnce(broker, qos);
  }

  private void assertDeliveredOnce(String broker, int qos) throws Exception {
    String flags = ONE_TO_ONE + " --set mqtt.qos=" + qos + " --set mqtt.client=";
    try (Bench netty = runs.own(broker, flags + "hivemq");
        Bench paho = runs.own(broker, flags + "paho")) {
      assertEachCameOnce(netty.end().measured(), qos, broker, "hivemq-mqtt-client");
      assertEachCameOnce(paho.end().measured(), qos, broker, "org.eclipse.paho.client.mqttv3");
    }
  }

  private static void assertEachCameOnce(
      ResultDirectory result, int qos, String broker, String client) {
    Accounts accounts = Accounts.of(result).areComplete();
    long answered = qos == 0 ? 0 : MESSAGES;
    assertThat(accounts.attempted()).isEqualTo(MESSAGES);
    assertThat(accounts.brokerCount()).isEqualTo(MESSAGES);
    assertThat(accounts.acked()).isEqualTo(answered);
    assertThat(accounts.count("delivered")).isEqualTo(MESSAGES);
    assertThat(accounts.count("recovered")).isZero();
    assertNothingWrong(accounts);
    accounts.receivedInFull().settleTimes(qos > 0 && client.startsWith("org.eclipse.paho"));
    JsonNode run = result.json();
    assertThat(run.at("/sends/byStatus/" + List.of("none", "PUBACK", "PUBCOMP").get(qos)).asLong())
        .isEqualTo(answered);
    assertThat(run.at("/environment/client/name").asText()).startsWith(client);
    assertThat(run.at("/environment/broker/brokers/0/product").asText()).isEqualTo(broker);
    assertThat(run.at("/promise/acknowledged").asBoolean()).isEqualTo(qos > 0);
    assertThat(run.at("/brokerFigures/reconnections/last").asLong(-1)).isZero();
  }

  /**
   * Mosquitto logs the keep-alive of each client; a send may take as long as its setting permits.
   */
  @Tag("nightly")
  @ParameterizedTest
  @CsvSource({
    "hivemq, 0",
    "hivemq, 1",
    "hivemq, 65535",
    "paho, 0",
    "paho, 1",
    "paho, 65535",
  })
  void theShortestAndTheLongestTimesReachTheClient(String client, int seconds) throws Exception {
    int before = mosquitto.log().length();
    String flags =
        LOAD
            + " --set client.send-timeout=2147483647ms --set mqtt.client="
            + client
            + " --set client.keep-alive="
            + seconds
            + "s";
    try (Bench bench = runs.producer(mosquitto.address(), flags)) {
      assertThat(Accounts.of(bench.end().measured()).acked()).isEqualTo(MESSAGES);
    }
    assertThat(mosquitto.log().substring(before)).contains(", k" + seconds + ")");
  }

  /** No message is missing, and no unexpected message came. */
  private static void assertNothingWrong(Accounts accounts) {
    for (String wrong :
        List.of("lost", "indeterminate", "phantom", "duplicated", "corrupt", "unexpected")) {
      assertThat(accounts.count(wrong)).as("%s; audit %s", wrong, accounts.audit()).isZero();
    }
  }

  @Tag("nightly")
  @ParameterizedTest
  @CsvSource({"hivemq, 0", "paho, 1"})
  void eachGroupGetsACopyOfEachMessage(String client, int qos) throws Exception {
    ResultDirectory result =
        external(
            LOAD
                + " --set topic.queues=2 --set consume.clients=2 --set consume.groups=3"
                + " --set mqtt.publishers=6 --set mqtt.qos="
                + qos
                + " --set mqtt.client="
                + client);
    Accounts accounts = Accounts.of(result).assertEveryMessageHasOneOutcome();
    assertThat(accounts.attempted()).isEqualTo(MESSAGES);
    assertThat(accounts.count("delivered")).isEqualTo(3 * MESSAGES);
    assertNothingWrong(accounts);
    JsonNode run = result.json();
    assertThat(run.at("/environment/client/publishers").asInt()).isEqualTo(6);
    assertThat(run.at("/environment/client/subscribers").asInt()).isEqualTo(6);
    assertThat(run.at("/consumption/groups")).hasSize(3);
    run.at("/consumption/groups")
        .forEach(group -> assertThat(group.path("messages").asLong()).isEqualTo(MESSAGES));
    for (String copy : List.of("firstCopy", "medianCopy", "lastCopy")) {
      assertThat(run.at("/latency/" + copy + "/count").asLong()).as(copy).isEqualTo(MESSAGES);
    }
  }

  @Tag("nightly")
  @ParameterizedTest
  @CsvSource({"hivemq, 0", "paho, 1", "hivemq, 2"})
  void theCountOfSomebodyElsesMosquittoIsFound(String client, int qos) throws Exception {
    ResultDirectory result =
        fresh(
            runs::external,
            ONE_TO_ONE + " --set mqtt.qos=" + qos + " --set mqtt.client=" + client,
            "sys_interval 1");
    Accounts accounts = Accounts.of(result).areComplete();
    assertThat(accounts.brokerCount()).isEqualTo(MESSAGES);
    assertNothingWrong(accounts);
    assertThat(result.reasons()).noneMatch(reason -> reason.startsWith("no audit"));
    assertThat(result.notes()).noneMatch(note -> note.contains("audit"));
  }

  @Tag("nightly")
  @ParameterizedTest
  @CsvSource({"paho, 0", "hivemq, 1", "paho, 2"})
  void anAuditByNameNeedsNoCountOfTheBroker(String client, int qos) throws Exception {
    ResultDirectory result =
        fresh(
            runs::external,
            ONE_TO_ONE + " --set mqtt.qos=" + qos + " --set mqtt.client=" + client,
            UNCOUNTED);
    Accounts accounts = Accounts.of(result).assertEveryMessageHasOneOutcome();
    assertThat(accounts.audit().path("brokerCount").isNull()).isTrue();
    assertThat(accounts.count("delivered") + accounts.count("recovered")).isEqualTo(MESSAGES);
    assertNothingWrong(accounts);
    assertThat(result.reasons()).noneMatch(reason -> reason.startsWith("no audit"));
    assertThat(result.notes())
        .contains(
            "the audit is by name alone: the brokers do not report how many messages they stored");
  }

  @Tag("nightly")
  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2})
  void whatNobodyConsumesIsNotAuditedWithoutACountOfTheBroker(int qos) throws Exception {
    ResultDirectory result = fresh(runs::producer, LOAD + " --set mqtt.qos=" + qos, UNCOUNTED);
    Accounts.of(result).assertEveryMessageHasOneOutcome();
    String why = "the brokers do not report how many messages they stored";
    String note = "acknowledgements were not audited: " + why + ", and nothing was consumed";
    assertThat(result.reasons().contains("no audit: " + why)).isEqualTo(qos == 0);
    assertThat(result.notes().contains(note)).isEqualTo(qos > 0);
  }

  private interface Run {
    Bench start(String address, String flags) throws Exception;
  }

  /** The result of a run against a new external broker without earlier messages. */
  private ResultDirectory fresh(Run run, String flags, String configuration) throws Exception {
    Path directory = Files.createTempDirectory(home.toRealPath(), "fresh");
    try (Mosquitto other = Mosquitto.start(directory, configuration);
        Bench bench = run.start(other.address(), flags)) {
      return bench.end().measured();
    }
  }

  /** More subscribers than topics, and fewer. */
  @Tag("nightly")
  @ParameterizedTest
  @CsvSource({"hivemq, 1, 6", "paho, 2, 6", "hivemq, 2, 1"})
  void subscribersOfAGroupShareItsMessages(String client, int groups, int subscribers)
      throws Exception {
    ResultDirectory result =
        external(
            LOAD
                + " --set topic.queues=2 --set mqtt.shared=true --set consume.clients="
                + subscribers
                + " --set consume.groups="
                + groups
                + " --set mqtt.client="
                + client);
    Accounts accounts = Accounts.of(result).assertEveryMessageHasOneOutcome();
    assertThat(accounts.acked()).isEqualTo(MESSAGES);
    assertThat(accounts.count("delivered")).isEqualTo(groups * MESSAGES);
    assertNothingWrong(accounts);
    JsonNode consumption = result.json().path("consumption");
    assertThat(consumption.path("deliveries").asLong()).isEqualTo(groups * MESSAGES);
    assertThat(consumption.path("leastOfASubscriber").asLong(-1))
        .as("consumption %s", consumption)
        .isBetween(0L, MESSAGES / subscribers);
    assertThat(consumption.path("mostOfASubscriber").asLong(-1))
        .as("consumption %s", consumption)
        .isBetween(MESSAGES / subscribers, MESSAGES);
  }

  @Tag("nightly")
  @ParameterizedTest
  @CsvSource({"hivemq, 2", "paho, 1"})
  void byTlsAndRetainedEverythingIsAsItIsWithout(String client, int qos) throws Exception {
    try (Bench bench =
        runs.own(
            "mosquitto",
            ONE_TO_ONE
                + " --set cluster.tls=true --set mqtt.user=me --set mqtt.password=mine --set"
                + " mqtt.retained=true --set mqtt.will-topic=wills --set mqtt.connect-rate=50 --set"
                + " mqtt.qos="
                + qos
                + " --set mqtt.client="
                + client)) {
      Accounts accounts = Accounts.of(bench.end().measured()).areComplete();
      assertThat(accounts.acked()).isEqualTo(MESSAGES);
      assertThat(accounts.brokerCount()).isEqualTo(MESSAGES);
      accounts.everythingCameOnce();
    }
  }

  @Tag("nightly")
  @ParameterizedTest
  @CsvSource({"hivemq, 1", "paho, 2"})
  void whatABrokerRetainsIsCountedAndRemoved(String client, int qos) throws Exception {
    ResultDirectory result =
        external(
            ONE_TO_ONE
                + " --set mqtt.retained=true --set topic.name=kept --set cluster.broker=mosquitto"
                + " --set mqtt.qos="
                + qos
                + " --set mqtt.client="
                + client);
    Accounts accounts = Accounts.of(result).assertEveryMessageHasOneOutcome();
    assertThat(accounts.attempted()).isEqualTo(MESSAGES);
    assertNothingWrong(accounts);
    assertThat(mosquitto.retained("kept/#", "brokerbench/#")).isEmpty();
  }

  @Test
  void whatOneBrokerTakesABridgeBringsToTheOther() throws Exception {
    try (Bench bench =
        runs.own(
            "mosquitto",
            ONE_TO_ONE
                + " --set cluster.bridge=true --set mqtt.topic=bridge/{run}/{n}"
                + " --set mqtt.subscribe-topic=remote/bridge/{run}/{n}"
                + " --set mqtt.subscribe-at=other")) {
      Accounts accounts = Accounts.of(bench.end().measured()).assertEveryMessageHasOneOutcome();
      assertThat(accounts.acked()).isEqualTo(MESSAGES);
      accounts.everythingCameOnce();
      assertThat(accounts.brokerCount()).isEqualTo(MESSAGES);
    }
  }

  @Tag("nightly")
  @Test
  void subscribersThatTakeTheirTimeGetEverythingAndLeaveInSilence() throws Exception {
    try (Bench bench = runs.external(mosquitto.address(), ONE_TO_ONE + " --set consume.work=2ms")) {
      Outcome outcome = bench.end();
      Accounts.of(outcome.measured()).everythingCameOnce();
      assertThat(outcome.err()).isEmpty();
    }
  }

  private ResultDirectory external(String flags) throws Exception {
    try (Bench bench = runs.external(mosquitto.address(), flags)) {
      return bench.end().measured();
    }
  }
}
