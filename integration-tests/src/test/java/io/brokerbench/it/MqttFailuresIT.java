package io.brokerbench.it;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.brokerbench.driver.Cluster;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Runs that a failing broker or a limit of this machine disturbs. */
@Tag("ci")
@RequiresMosquitto
final class MqttFailuresIT {

  private static final String LOAD =
      " --set load.threads=4 --set load.mode=async --set load.in-flight=10each"
          + " --set topic.queues=4 --set consume.clients=4 --set "
          + Bench.DRAIN;

  /** Four publishers and four subscribers. */
  private static final int CONNECTIONS = 8;

  @TempDir private Path home;

  private MqttRuns runs;

  @BeforeEach
  void start() throws Exception {
    runs = new MqttRuns(home.toRealPath());
  }

  /** Without a connection Paho's client refuses sends, whereas HiveMQ's client queues them. */
  @Tag("nightly")
  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  void sessionsOutliveTheirBroker(int qos) throws Exception {
    String flags =
        LOAD
            + " --rate 300/s --duration 12s --set mqtt.session=persistent"
            + " --set limits.achieved=0 --set limits.generator-cpu=1 --set limits.failures=1"
            + " --set abort.errors=none"
            + " --set mqtt.qos="
            + qos
            + " --set mqtt.client=";
    try (Mosquitto mosquitto = Mosquitto.start(directory("mosquitto"));
        Bench netty = runs.external(mosquitto.address(), flags + "hivemq");
        Bench paho = runs.external(mosquitto.address(), flags + "paho")) {
      netty.awaitSeconds(1);
      paho.awaitSeconds(1);
      mosquitto.end();
      assertThat(mosquitto.sessions()).hasSize(2 * CONNECTIONS);
      mosquitto.startAgain();
      Accounts kept = assertNothingLost(netty.end(), qos);
      assertThat(kept.acked()).isEqualTo(kept.attempted());
      JsonNode rejected = assertNothingLost(paho.end(), qos).result().json().at("/sends/rejected");
      rejected
          .fieldNames()
          .forEachRemaining(kind -> assertThat(kind).isEqualTo("client-not-connected"));
      mosquitto.end();
      assertThat(mosquitto.sessions()).as("sessions left behind").isEmpty();
    }
  }

  private static Accounts assertNothingLost(Outcome outcome, int qos) {
    ResultDirectory result = outcome.endedWith(4).result();
    Accounts accounts = Accounts.of(result).assertEveryMessageHasOneOutcome();
    assertThat(accounts.count("delivered")).isPositive().isEqualTo(accounts.acked());
    assertThat(accounts.count("recovered") + accounts.count("indeterminate"))
        .isEqualTo(accounts.unknown());
    assertThat(accounts.count("lost") + accounts.count("phantom") + accounts.count("corrupt"))
        .as("audit %s", accounts.audit())
        .isZero();
    if (qos == 2) {
      assertThat(accounts.count("duplicated")).as("audit %s", accounts.audit()).isZero();
    }
    JsonNode run = result.json();
    assertThat(run.at("/brokerFigures/lostConnections/last").asInt()).isEqualTo(CONNECTIONS);
    assertThat(run.at("/brokerFigures/reconnections/last").asInt()).isEqualTo(CONNECTIONS);
    assertThat(result.reasons()).contains("8 connections were lost, 8 were opened again");
    assertThat(run.at("/verdict/status").asText()).as("%s", outcome).isEqualTo("suspect");
    return accounts;
  }

  @Tag("nightly")
  @Test
  void whatABrokerDropsOfQosZeroIsCounted() throws Exception {
    try (Bench bench =
        runs.own(
            "mosquitto",
            "--rate 2000/s --duration 60s --set load.messages=2000 --set load.threads=2"
                + " --set load.mode=async --set topic.queues=1"
                + " --set consume.work=5ms --set consume.drain=6s --set message.size=16384"
                + " --set mqtt.qos=0 --set mqtt.client=paho --set cluster.max-queued=10")) {
      Outcome outcome = bench.end();
      ResultDirectory result = outcome.measured();
      Accounts accounts = Accounts.of(result).areComplete();
      long missing = accounts.count("indeterminate");
      assertThat(missing).as("%s", outcome).isPositive();
      assertThat(accounts.count("delivered") + missing).isEqualTo(2000);
      assertThat(accounts.brokerCount()).isEqualTo(2000);
      accounts.receivedInFull();
      // The broker reports them after the end of the load, so that they are in no measured second.
      assertThat(result.rows())
          .last()
          .extracting(row -> row.count("broker.droppedMessages"))
          .isEqualTo(missing);
      assertThat(outcome.out()).contains(String.format(Locale.ROOT, "%,d never received", missing));
      assertThat(result.reasons())
          .contains(
              String.format(
                  Locale.ROOT, "%,d of 2,000 messages sent one way were never received", missing));
    }
  }

  @Tag("nightly")
  @ParameterizedTest
  @CsvSource({"hivemq", "paho"})
  void whoIsRefusedMeasuresNothing(String client) throws Exception {
    String settings =
        "driver=mqtt cluster.broker=mosquitto mqtt.user=me mqtt.password=mine "
            + SmallCluster.port()
            + " cluster.data-directory="
            + directory("guarded");
    try (Cluster guarded = OwnCluster.started(settings.split(" ", -1))) {
      String flags = LOAD + " --set mqtt.client=" + client;
      assertRefused(
          3,
          runs.external(guarded.address(), flags + " --set mqtt.user=me --set mqtt.password=wrong"),
          "the broker at .* refuses the connection: CONNACK return code [45] .*;"
              + " check mqtt.user and mqtt.password.*");
      assertRefused(
          3,
          runs.external(guarded.address(), flags),
          "the broker at .* refuses the connection: CONNACK return code [45] .*;"
              + " check mqtt.user and mqtt.password.*");
    }
  }

  @ParameterizedTest
  @CsvSource({"mosquitto, hivemq", "hivemq, paho"})
  void aMessageAboveTheBrokersLimitIsToldBeforeTheRun(String broker, String client)
      throws Exception {
    assertRefused(
        3,
        runs.own(
            broker,
            LOAD
                + " --set cluster.max-packet=512 --set message.size=1024 --set mqtt.client="
                + client),
        "the broker at .* does not acknowledge a message of 1,024 B with QoS 1;"
            + " check its maximum QoS and message size; the brokers' logs are in .*\\.FAILED/logs");
  }

  /** The topics of the run, among those of others, by filters of two kinds. */
  @Tag("nightly")
  @ParameterizedTest
  @CsvSource({
    "hivemq, false, fleet/+/{n}, 4",
    "paho, false, fleet/#, 1",
    "hivemq, true, fleet/#, 4",
    "paho, true, fleet/+/{n}, 8"
  })
  void subscribersMayHaveWildcards(String client, boolean shared, String filter, int clients)
      throws Exception {
    try (Mosquitto mosquitto = Mosquitto.start(directory("mosquitto"));
        Bench bench =
            runs.external(
                mosquitto.address(),
                LOAD
                    + " --warmup 0 --duration 0 --set load.messages=400 --set mqtt.topic=fleet/{run}/{n}"
                    + " --set mqtt.subscribe-topic="
                    + filter
                    + " --set consume.clients="
                    + clients
                    + " --set mqtt.shared="
                    + shared
                    + " --set mqtt.client="
                    + client)) {
      Accounts accounts = Accounts.of(bench.end().measured()).areComplete().everythingCameOnce();
      assertThat(accounts.acked()).isEqualTo(400);
    }
  }

  /** Mosquitto answers other identifiers with return code 5. */
  @Test
  void clientsHaveThePrefixThatTheBrokerAccepts() throws Exception {
    String prefix = " --set mqtt.client-id-prefix=fleet-";
    try (Mosquitto mosquitto =
        Mosquitto.start(directory("mosquitto"), "clientid_prefixes fleet-")) {
      for (String client : List.of("hivemq", "paho")) {
        String flags =
            LOAD + " --warmup 0 --duration 0 --set load.messages=100 --set mqtt.client=" + client;
        assertRefused(
            3,
            runs.external(mosquitto.address(), flags),
            "the broker at .* refuses the connection: CONNACK return code 5 \\(not authorized\\);"
                + " check mqtt.user and mqtt.password, or mqtt.client-id-prefix, of bb.*");
        try (Bench bench = runs.external(mosquitto.address(), flags + prefix)) {
          Accounts.of(bench.end().measured()).areComplete().everythingCameOnce();
        }
      }
      assertThat(mosquitto.log()).contains(" as fleet-").doesNotContain(" as bb");
    }
  }

  @Tag("nightly")
  @Test
  void aQosAboveTheBrokersIsToldBeforeTheRun() throws Exception {
    try (Mosquitto mosquitto = Mosquitto.start(directory("mosquitto"), "max_qos 1")) {
      assertRefused(
          3,
          runs.external(mosquitto.address(), LOAD + " --set mqtt.qos=2"),
          "the broker at .* grants QoS 1 at most; mqtt.subscribe-qos is 2");
      assertRefused(
          3,
          runs.external(mosquitto.address(), LOAD + " --set mqtt.qos=2 --set mqtt.subscribe-qos=1"),
          "the broker at .* does not acknowledge a message of 1,024 B with QoS 2;"
              + " check its maximum QoS and message size");
    }
  }

  @Test
  void aBrokerThatIsDownIsNamed() throws Exception {
    String address = "127.0.0.1:" + SmallCluster.freePort();
    assertRefused(
        3,
        runs.external(address, LOAD),
        "no broker accepts a connection: " + address + " \\(Connection refused\\)");
  }

  @Tag("nightly")
  @Test
  void moreConnectionsThanTheMachineBearsAreRefusedBeforeTheStart() throws Exception {
    assertRefused(
        2,
        runs.own(
            "mosquitto",
            LOAD
                + " --set mqtt.client=paho --set mqtt.shared=true --set mqtt.publishers=100000"
                + " --set consume.clients=2000 --set consume.groups=64"),
        ".*mqtt.publishers and subscribers need [\\d,]+ (connections|threads).*");
  }

  private static void assertRefused(int exitCode, Bench bench, String line) throws Exception {
    try (bench) {
      Outcome outcome = bench.end().endedWith(exitCode);
      // A literal password is warned about as well.
      assertThat(outcome.err().lines().filter(said -> !said.startsWith("warning: ")))
          .as("%s", outcome)
          .singleElement()
          .asString()
          .matches(line);
      assertThat(ResultDirectory.in(outcome.results())).noneMatch(each -> each.has("run.json"));
    }
  }

  @Tag("nightly")
  @Test
  void whoStopsARunHasItsResultsAndNoBrokerLeft() throws Exception {
    try (Bench bench = runs.own("hivemq", LOAD + " --rate 200/s --duration 60s")) {
      bench.awaitSeconds(2);
      bench.signalAll("INT");
      Outcome outcome = bench.end().endedWith(130);
      ResultDirectory result = outcome.result();
      assertThat(result.reasons()).anyMatch(reason -> reason.startsWith("cut short by a signal"));
      Accounts accounts = Accounts.of(result).areComplete();
      assertThat(accounts.acked()).isPositive();
      assertThat(accounts.count("lost")).as("audit %s", accounts.audit()).isZero();
      assertThat(result.path()).isDirectoryNotContaining("glob:**/*.tmp");
      assertThat(bench.temporary()).isEmptyDirectory();
    }
  }

  private Path directory(String name) throws Exception {
    return Files.createDirectory(home.toRealPath().resolve(name));
  }
}
