package io.brokerbench.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.brokerbench.driver.Cluster;
import io.brokerbench.driver.Session;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Runs as a user with the rights that docs/guide/accounts.md names, and with fewer. */
@Tag("nightly")
@RequiresMosquitto
@RequiresRabbitMq
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class RestrictedAccountsIT {

  private static final long MESSAGES = 30;

  private static final String LOAD =
      "--warmup 0 --duration 0 --set load.threads=1 --set topic.queues=1 --set load.messages=30";

  private static final String RABBITMQ_USER =
      " --set rabbitmq.user=limited --set rabbitmq.virtual-host=bench --set ";

  private static final String PASSWORD = "rabbitmq.password=right";

  private static final String MQTT_PASSWORD = "mqtt.password=right";

  /** Publishing to a queue through the default exchange needs no right on the queue. */
  private static final String DEFAULT_EXCHANGE = "^amq\\\\.default$";

  private static final String NOTHING = "^$";

  @TempDir private static Path home;

  private Cluster cluster;

  @BeforeAll
  void start() throws Exception {
    cluster =
        RabbitMq.start(
            Files.createDirectory(home.toRealPath().resolve("cluster")), "cluster.nodes=1");
    RabbitMq.ctl(
        cluster,
        "r1",
        "eval",
        "rabbit_vhost:add(<<\"bench\">>, <<\"test\">>),"
            + " rabbit_auth_backend_internal:add_user(<<\"limited\">>, <<\"right\">>, <<\"test\">>).");
  }

  @AfterAll
  void end() {
    cluster.close();
  }

  @Test
  void rightsOnItsNamesAreEnoughForAWholeRun() throws Exception {
    permit("^brokerbench[-_]", DEFAULT_EXCHANGE, "^brokerbench[-_]");
    ResultDirectory result = consume(PASSWORD).measured();
    Accounts accounts = Accounts.of(result).areComplete().everythingCame();
    assertThat(accounts.acked()).isEqualTo(MESSAGES);
    assertThat(result.json().at("/promise/text").asText()).contains("classic queue");
    assertThat(queues()).as("what a run made is gone after it").isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "^$,            ^amq\\\\.default$, ^brokerbench[-_], configure",
    "^brokerbench[-_], ^$,                ^brokerbench[-_], write to",
    "^brokerbench[-_], ^amq\\\\.default$, ^$,            read",
  })
  void withOneRightLessNothingIsSent(String configure, String write, String read, String right)
      throws Exception {
    permit(configure, write, read);
    double before = routed();
    assertRefused(consume(PASSWORD), "user 'limited'", "needs the right to " + right + " it");
    assertThat(routed()).isEqualTo(before);
    assertThat(queues()).isEmpty();
  }

  @Test
  void withAWrongPasswordNothingIsSent() throws Exception {
    permit("^brokerbench[-_]", DEFAULT_EXCHANGE, "^brokerbench[-_]");
    double before = routed();
    assertRefused(
        consume("rabbitmq.password=wrong"), "refuse user limited; check rabbitmq.user and");
    assertThat(routed()).isEqualTo(before);
  }

  @Test
  void anExistingQueueIsUsedWithoutTheRightToConfigureItAndItsTypeIsUnknown() throws Exception {
    declareOrders();
    permit(NOTHING, DEFAULT_EXCHANGE, "^orders-");
    ResultDirectory result = consume(PASSWORD, "topic.name=orders").measured();
    assertThat(Accounts.of(result).areComplete().everythingCame().acked()).isEqualTo(MESSAGES);
    assertThat(result.json().at("/promise/text").asText())
        .contains("unknown, because user limited may not configure it");
    assertThat(result.json().at("/promise/onDisk").asBoolean()).isFalse();
    assertThat(queues()).containsExactly("orders-1");
    deleteOrders();
  }

  @Test
  void anExistingQueueThatMayNotBeReadGetsNothing() throws Exception {
    declareOrders();
    permit(NOTHING, DEFAULT_EXCHANGE, NOTHING);
    double before = routed();
    assertRefused(consume(PASSWORD, "topic.name=orders"), "'orders-1'", "the right to read it");
    assertThat(routed()).isEqualTo(before);
    deleteOrders();
  }

  @Test
  void aQueueThatMayNotBeDeletedDoesNotKeepTheOtherObjects() throws Exception {
    permit("^brokerbench", ".*", ".*");
    Session session =
        Sessions.own(
            cluster,
            RabbitMq.DRIVER,
            "load.threads=1",
            "topic.queues=3",
            "rabbitmq.exchange=direct",
            "rabbitmq.user=limited",
            "rabbitmq.virtual-host=bench",
            PASSWORD);
    permit("^brokerbench(-[23])?$", ".*", ".*");
    session.close();
    assertThat(queues()).containsExactly("brokerbench-1");
    assertThat(RabbitMq.ctl(cluster, "r1", "-q", "-p", "bench", "list_exchanges", "name"))
        .doesNotContain("brokerbench");
    RabbitMq.ctl(cluster, "r1", "-p", "bench", "delete_queue", "brokerbench-1");
  }

  private void declareOrders() throws Exception {
    RabbitMq.ctl(
        cluster,
        "r1",
        "eval",
        "rabbit_amqqueue:declare(rabbit_misc:r(<<\"bench\">>, queue, <<\"orders-1\">>),"
            + " true, false, [], none, <<\"test\">>).");
  }

  private void deleteOrders() throws Exception {
    RabbitMq.ctl(cluster, "r1", "-p", "bench", "delete_queue", "orders-1");
  }

  /** Sets the rights by regular expressions of names. */
  private void permit(String configure, String write, String read) throws Exception {
    RabbitMq.ctl(
        cluster,
        "r1",
        "eval",
        String.format(
            Locale.ROOT,
            "rabbit_auth_backend_internal:set_permissions(<<\"limited\">>, <<\"bench\">>,"
                + " <<\"%s\">>, <<\"%s\">>, <<\"%s\">>, <<\"test\">>).",
            configure,
            write,
            read));
  }

  private List<String> queues() throws Exception {
    return RabbitMq.ctl(cluster, "r1", "-q", "-p", "bench", "list_queues", "name", "--silent")
        .lines()
        .toList();
  }

  /** Messages that the node has put into queues since its start. */
  private double routed() throws Exception {
    return RabbitMq.metric(cluster, "rabbitmq_global_messages_routed_total");
  }

  private Outcome consume(String... assignments) throws Exception {
    List<String> all = new ArrayList<>(RabbitMq.flags(cluster));
    all.addAll(
        List.of((LOAD + RABBITMQ_USER + String.join(" --set ", assignments)).split(" ", -1)));
    all.addAll(List.of("--set", Bench.DRAIN));
    return Bench.run(
        Bench.CONSUMER,
        Files.createTempDirectory(home.toRealPath(), "run"),
        all.toArray(String[]::new));
  }

  @Test
  void rightsOnItsTopicsAreEnoughForAWholeRunOverMqtt() throws Exception {
    try (Mosquitto mosquitto = mosquitto("topic readwrite brokerbench/#", "topic read $SYS/#")) {
      ResultDirectory result = publish(Bench.CONSUMER, mosquitto, MQTT_PASSWORD).measured();
      Accounts accounts = Accounts.of(result).areComplete();
      accounts.everythingCameOnce();
      assertThat(accounts.brokerCount()).isEqualTo(MESSAGES);
    }
  }

  @Test
  void countsThatMayNotBeReadAreUnknownAndNoMismatch() throws Exception {
    try (Mosquitto mosquitto = mosquitto("topic readwrite brokerbench/#")) {
      ResultDirectory result = publish(Bench.CONSUMER, mosquitto, MQTT_PASSWORD).measured();
      Accounts accounts = Accounts.of(result).assertEveryMessageHasOneOutcome();
      accounts.everythingCameOnce();
      assertThat(accounts.audit().path("brokerCount").isNull()).isTrue();
      assertThat(result.reasons()).noneMatch(reason -> reason.contains("audit"));
      assertThat(result.notes())
          .contains(
              "the audit is by name alone: the brokers do not report how many messages they stored");
    }
  }

  @ParameterizedTest
  @CsvSource({"hivemq, " + Bench.PRODUCER, "paho, " + Bench.CONSUMER})
  void aBrokerThatDropsTheMessagesOfAUserIsNotMeasured(String client, String tool)
      throws Exception {
    try (Mosquitto mosquitto = mosquitto("topic read #")) {
      assertRefused(
          publish(tool, mosquitto, MQTT_PASSWORD, "mqtt.client=" + client),
          "refuses messages to brokerbench/",
          "the right of mqtt.user limited to write to it");
    }
  }

  @Test
  void overMqttAWrongPasswordIsRefused() throws Exception {
    try (Mosquitto mosquitto = mosquitto("topic readwrite #")) {
      assertRefused(
          publish(Bench.PRODUCER, mosquitto, "mqtt.password=wrong"),
          "check mqtt.user and mqtt.password");
      assertThat(mosquitto.log()).doesNotContain("New client connected");
    }
  }

  @Test
  void aSubscriberWithoutTheRightToReadIsNamedBeforeTheLoad() throws Exception {
    try (Mosquitto mosquitto = mosquitto("topic write brokerbench/#")) {
      assertRefused(
          publish(Bench.CONSUMER, mosquitto, MQTT_PASSWORD),
          "delivered it to no subscriber",
          "the right of mqtt.user limited to read brokerbench/");
    }
  }

  /** A broker with one user and its rights. */
  private static Mosquitto mosquitto(String... rights) throws Exception {
    Path directory = Files.createTempDirectory(home.toRealPath(), "mosquitto");
    Path passwords = directory.resolve("passwords");
    Process hashing =
        new ProcessBuilder("mosquitto_passwd", "-b", "-c", passwords.toString(), "limited", "right")
            .inheritIO()
            .start();
    assertThat(hashing.waitFor()).isZero();
    Path rules =
        Files.writeString(
            directory.resolve("rules"), "user limited\n" + String.join("\n", rights) + "\n");
    return Mosquitto.start(
        directory, "allow_anonymous false", "password_file " + passwords, "acl_file " + rules);
  }

  private static Outcome publish(String tool, Mosquitto mosquitto, String... assignments)
      throws Exception {
    List<String> all = new ArrayList<>(List.of("--driver", "mqtt", "-n", mosquitto.address()));
    all.addAll(
        List.of(
            (LOAD + " --set mqtt.user=limited --set " + String.join(" --set ", assignments))
                .split(" ", -1)));
    return Bench.run(
        tool, Files.createTempDirectory(home.toRealPath(), "run"), all.toArray(String[]::new));
  }

  private static void assertRefused(Outcome outcome, String... parts) {
    outcome.endedWith(3);
    assertThat(ofBroker(outcome)).singleElement().asString().contains(parts);
    assertThat(ResultDirectory.in(outcome.results())).isEmpty();
  }

  /** The lines on standard error without the warning of a password on the command line. */
  private static List<String> ofBroker(Outcome outcome) {
    return outcome.err().lines().filter(line -> !line.startsWith("warning: ")).toList();
  }
}
