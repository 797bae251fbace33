package io.brokerbench.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.rabbitmq.client.Channel;
import com.rabbitmq.client.Connection;
import com.rabbitmq.client.DefaultConsumer;
import io.brokerbench.driver.BrokerException;
import io.brokerbench.driver.Cluster;
import io.brokerbench.driver.Node;
import io.brokerbench.driver.Session;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Whole runs against an external cluster of three nodes. */
@Tag("ci")
@RequiresRabbitMq
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class RabbitMqIT {

  private static final Duration PATIENCE = Duration.ofMinutes(2);

  /** Maximum number of sends in flight with {@link #CONSUMED}. */
  private static final int IN_FLIGHT = 32;

  private static final String SHORT = " --warmup 1s --duration 2s";

  /** Eight sends in flight from each of four publishers, two consumers per queue. */
  private static final String CONSUMED =
      "--set load.threads=4 --set load.mode=async --set topic.queues=2 --set consume.clients=4"
          + " --set consume.threads=1 --set load.pause=5ms --set "
          + Bench.DRAIN;

  @TempDir private static Path home;

  private Cluster cluster;
  private int runs;

  @BeforeAll
  void start() throws Exception {
    cluster = RabbitMq.start(Files.createDirectory(home.toRealPath().resolve("cluster")));
  }

  @AfterAll
  void end() {
    cluster.close();
  }

  @ParameterizedTest
  @CsvSource({"mirrored, 1, true", "stream, 2, false"})
  void whatIsConfirmedIsConsumed(String type, int copies, boolean onDisk) throws Exception {
    String consumers = type.equals("stream") ? " --set consume.clients=2" : "";
    ResultDirectory result =
        run(
                Bench.CONSUMER,
                CONSUMED
                    + consumers
                    + SHORT
                    + " --set load.in-flight=8each --set rabbitmq.ack-every=5"
                    + " --set rabbitmq.queue-type="
                    + type)
            .measured();
    Accounts.of(result).areComplete().everythingCame().settleTimes(true);
    JsonNode run = result.json();
    assertThat(run.at("/promise/copies").asInt()).isEqualTo(copies);
    assertThat(run.at("/promise/onDisk").asBoolean()).isEqualTo(onDisk);
    assertThat(run.at("/environment/client/name").asText()).isEqualTo("amqp-client");
    assertThat(run.at("/environment/broker/brokers")).hasSize(3);
    assertThat(run.at("/brokerFigures/memoryBytes/max").asLong()).isPositive();
    assertThat(run.at("/brokerFigures/blockedMillis/max").asLong()).isZero();
    assertThat(result.path().resolve("intervals.csv"))
        .content()
        .contains("broker.readyMessages", "broker.unackedMessages", "broker.alarms");
    assertThat(queues()).as("what a run made is gone after it").isEmpty();
  }

  @Tag("nightly")
  @ParameterizedTest
  @CsvSource({"classic, 1, true", "quorum, 2, true"})
  void whatIsConfirmedIsConsumedFromTheMoreCommonTypes(String type, int copies, boolean onDisk)
      throws Exception {
    whatIsConfirmedIsConsumed(type, copies, onDisk);
  }

  @Test
  void onlyCopiesOfNodesThatAreOursOrNamedArePromised() throws Exception {
    List<String> settings = List.of(RabbitMq.DRIVER, "load.threads=1");
    try (Session mirrored = Sessions.own(cluster, with(settings, "mirrored"));
        Session named = connect("quorum");
        Session unnamed = Sessions.connect(cluster, with(settings, "quorum"))) {
      assertThat(mirrored.promise().copies()).isEqualTo(2);
      assertThat(named.promise().copies()).isEqualTo(2);
      assertThat(unnamed.promise().copies()).isEqualTo(1);
    }
  }

  @Tag("nightly")
  @Test
  void aStreamOfOthersIsConsumedFromItsEnd() throws Exception {
    List<String> stream = List.of(RabbitMq.DRIVER, "topic.name=others", "topic.queues=1");
    List<String> reading = new ArrayList<>(stream);
    reading.addAll(List.of("load.threads=0", "consume.threads=1"));
    List<String> writing = new ArrayList<>(stream);
    writing.add("load.threads=1");
    Received received = new Received();
    try (Session others = Sessions.connect(cluster, with(writing, "stream"))) {
      Sessions.send(others, "old", 10);
      try (Session session = Sessions.connect(cluster, with(reading, "stream"))) {
        session.subscribe(0, received);
        Set<String> sent = Sessions.send(others, "new", 10);
        await().atMost(PATIENCE).until(() -> received.texts().containsAll(sent));
        assertThat(received.texts()).isEqualTo(sent);
      }
    }
  }

  /** A count above what a run sent is then no duplicate of a message of the run. */
  @Test
  void nodesOfAnExternalClusterAlsoCountMessagesOfOtherClients() throws Exception {
    List<String> settings = List.of(RabbitMq.DRIVER, "load.threads=1");
    try (Session own = Sessions.own(cluster, with(settings, "classic"));
        Session named = connect("classic")) {
      assertThat(own.countsAll()).isFalse();
      assertThat(named.countsAll()).isTrue();
      int sent = 10;
      Sessions.send(named, "named", sent);
      Sessions.send(own, "own", sent);
      await()
          .atMost(PATIENCE)
          .untilAsserted(() -> assertThat(named.storedCount().messages()).hasValue(2L * sent));
    }
  }

  /** A client can only shorten the heartbeat of a broker. */
  @Tag("nightly")
  @ParameterizedTest
  @CsvSource({"'', 60", "client.heartbeat=30s, 30", "client.heartbeat=60s, 60"})
  void theHeartbeatInForceIsRecorded(String setting, int seconds) throws Exception {
    List<String> settings = new ArrayList<>(List.of(RabbitMq.DRIVER, "load.threads=1"));
    Stream.of(setting).filter(text -> !text.isEmpty()).forEach(settings::add);
    try (Session session = Sessions.connect(cluster, with(settings, "classic"))) {
      assertThat(session.facts().get("client"))
          .asInstanceOf(InstanceOfAssertFactories.MAP)
          .containsEntry("heartbeatSeconds", seconds);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"0", "300s"})
  void aHeartbeatThatTheBrokerDoesNotAgreeToIsRefused(String heartbeat) {
    List<String> settings =
        List.of(RabbitMq.DRIVER, "load.threads=1", "client.heartbeat=" + heartbeat);
    assertThatThrownBy(() -> Sessions.connect(cluster, with(settings, "classic")))
        .isInstanceOf(BrokerException.class)
        .hasMessageStartingWith("client.heartbeat must be from 1 s to 60 s");
  }

  private static String[] with(List<String> settings, String queueType) {
    return Stream.concat(settings.stream(), Stream.of("rabbitmq.queue-type=" + queueType))
        .toArray(String[]::new);
  }

  @Tag("nightly")
  @Test
  void eachGroupGetsWhatAnExchangeOfTheTopicRoutes() throws Exception {
    ResultDirectory result =
        run(
                Bench.CONSUMER,
                CONSUMED
                    + SHORT
                    + " --set consume.groups=2 --set rabbitmq.exchange=topic"
                    + " --set rabbitmq.routing-key=orders.{queue}.new"
                    + " --set rabbitmq.binding-key=orders.{queue}.#"
                    + " --set rabbitmq.channels-per-connection=3")
            .measured();
    JsonNode audit = result.json().path("audit");
    assertThat(audit.path("acked").asLong()).isPositive();
    assertThat(audit.path("delivered").asLong()).isEqualTo(2 * audit.path("acked").asLong());
    assertThat(audit.path("lost").asLong()).isZero();
    assertThat(queues()).isEmpty();
  }

  /** Nodes count it as routed, although the queue has refused it. */
  @Test
  void whatAFullQueueRefusesIsNotCountedAsStored() throws Exception {
    List<String> settings =
        List.of(
            RabbitMq.DRIVER,
            "load.threads=1",
            "client.send-timeout=30s",
            "topic.name=full",
            "topic.queues=1",
            "rabbitmq.queue-arguments.x-max-length=1",
            "rabbitmq.queue-arguments.x-overflow=reject-publish");
    Map<String, String> outcomes = new TreeMap<>();
    try (Session session = Sessions.own(cluster, with(settings, "classic"))) {
      Sessions.send(session.producer(0), "message", 5, -1, outcomes);
      assertThat(session.storedCount().messages()).isEmpty();
    }
    assertThat(outcomes.values()).containsOnly("ACKED basic.ack", "REJECTED basic.nack");
  }

  /** A full queue refuses what the queue of the other group takes. */
  @Test
  void whatOnlySomeQueuesTakeIsUnknown() throws Exception {
    List<String> settings =
        List.of(
            RabbitMq.DRIVER,
            "load.threads=1",
            "topic.queues=1",
            "rabbitmq.exchange=fanout",
            "rabbitmq.queue-arguments.x-max-length=1",
            "rabbitmq.queue-arguments.x-overflow=reject-publish",
            "consume.threads=1",
            "consume.groups=2");
    Received received = new Received();
    Map<String, String> outcomes = new TreeMap<>();
    try (Session session = Sessions.connect(cluster, with(settings, "classic"))) {
      session.subscribe(0, received);
      Sessions.send(session.producer(0), "message", 5, -1, outcomes);
      await().atMost(PATIENCE).until(() -> received.texts().equals(outcomes.keySet()));
    }
    assertThat(outcomes.values()).containsOnly("ACKED basic.ack", "UNKNOWN basic.nack");
  }

  @Test
  void whatNoQueueTakesComesBackAndIsRejected() throws Exception {
    comesBackAndIsRejected(Bench.PRODUCER);
  }

  @Tag("nightly")
  @Test
  void whatNoQueueTakesOfATransactionComesBackAndIsRejected() throws Exception {
    comesBackAndIsRejected(Bench.TRANSACTION_PRODUCER);
  }

  private void comesBackAndIsRejected(String tool) throws Exception {
    ResultDirectory result =
        run(
                tool,
                "-w 2 --set rabbitmq.mandatory=true --set rabbitmq.exchange=topic"
                    + " --set topic.queues=1 --set rabbitmq.routing-key=nowhere"
                    + " --set rabbitmq.binding-key=elsewhere"
                    + SHORT)
            .measured();
    JsonNode sends = result.json().path("sends");
    assertThat(sends.path("attempted").asLong()).isPositive();
    assertThat(sends.at("/rejected/NO_ROUTE").asLong()).isEqualTo(sends.path("attempted").asLong());
    assertThat(result.json().at("/brokerFigures/returnedMessages/last").asLong()).isPositive();
    assertThat(result.json().at("/audit/brokerCount").asLong()).isZero();
  }

  @Test
  void aRolledBackTransactionIsNotThere() throws Exception {
    ResultDirectory result =
        run(
                Bench.TRANSACTION_PRODUCER,
                "-w 4 --set topic.queues=2 --set transaction.send-rollback=0.3"
                    + " --set consume.clients=1 --set consume.threads=2 --set "
                    + Bench.DRAIN
                    + SHORT)
            .measured();
    Accounts accounts = Accounts.of(result);
    assertThat(accounts.brokerCount()).isEqualTo(accounts.acked());
    assertThat(accounts.count("delivered")).isPositive().isEqualTo(accounts.acked());
    assertThat(accounts.count("phantom")).isZero();
    JsonNode acked = result.json().at("/sends/byStatus");
    assertThat(acked.path("tx.commit-ok").asLong()).isPositive();
    assertThat(acked.path("tx.rollback-ok").asLong()).isPositive();
  }

  @Tag("nightly")
  @Test
  void anAlarmHoldsPublishersBackAndTheVerdictSaysSo() throws Exception {
    try (Bench bench =
        start(Bench.CONSUMER, CONSUMED + " --set load.in-flight=8each --warmup 1s --duration 0")) {
      ResultDirectory running = bench.awaitSeconds(2);
      RabbitMq.ctl(cluster, "r1", "set_vm_memory_high_watermark", "absolute", "1MB");
      try {
        await()
            .atMost(PATIENCE)
            .until(
                () ->
                    running.rows().stream().anyMatch(row -> row.count("broker.blockedMillis") > 0));
      } finally {
        RabbitMq.ctl(cluster, "r1", "set_vm_memory_high_watermark", "absolute", "2GB");
      }
      ResultDirectory result = endWhenItGoesOn(bench, running);
      assertThat(result.reasons())
          .anyMatch(
              reason ->
                  reason.matches(
                      "the brokers blocked up to [1-4] publishing connections, for \\d+\\.\\d s in"
                          + " all: low on memory"));
      assertThat(result.json().at("/brokerFigures/blockedMillis/last").asLong()).isPositive();
      Accounts.of(result).areComplete().everythingCame();
    }
  }

  @Tag("nightly")
  @Test
  void aNodeThatStandsStillCostsTimeAndNoMessage() throws Exception {
    Node node = cluster.nodes().get(1);
    try (Bench bench =
        start(
            Bench.CONSUMER,
            CONSUMED
                + " --set load.in-flight=8each --warmup 1s --duration 0"
                + " --set rabbitmq.queue-type=quorum")) {
      ResultDirectory running = bench.awaitSeconds(3);
      node.pause();
      try {
        Thread.sleep(3_000);
      } finally {
        node.resume();
      }
      ResultDirectory result = endWhenItGoesOn(bench, running);
      Accounts.of(result).areComplete().everythingCame();
      assertThat(result.json().at("/latency/service/maxNanos").asLong())
          .isGreaterThan(1_000_000_000);
    }
  }

  /**
   * A foreign consumer takes messages, holds them and leaves; the leaders of the queues move. The
   * first delivery to the run's own consumers is then a redelivery, with the highest latency.
   */
  @Tag("nightly")
  @ParameterizedTest
  @ValueSource(strings = {"quorum", "classic"})
  void everyFirstSightIsALatencyThoughAStrangerHadTheMessageBefore(String type) throws Exception {
    try (Bench bench =
        start(
            Bench.CONSUMER,
            CONSUMED
                + " --set load.in-flight=8each --warmup 1s --duration 0"
                + " --set rabbitmq.queue-type="
                + type)) {
      ResultDirectory running = bench.awaitSeconds(2);
      List<String> queues = queues();
      assertThat(queues).hasSize(2);
      AtomicInteger taken = new AtomicInteger();
      try (Connection stranger = RabbitMq.connection(cluster)) {
        for (String queue : queues) {
          Channel channel = stranger.createChannel();
          channel.basicQos(20);
          channel.basicConsume(queue, false, (tag, message) -> taken.incrementAndGet(), tag -> {});
        }
        await().atMost(PATIENCE).until(() -> taken.get() == 2 * 20);
        if (type.equals("quorum")) {
          for (String queue : queues) {
            RabbitMq.moveLeader(cluster, queue);
          }
        }
      }
      ResultDirectory result = endWhenItGoesOn(bench, running);
      Accounts accounts = Accounts.of(result).areComplete().everyFirstSightIsALatency();
      assertThat(accounts.count("lost")).as("audit %s", accounts.audit()).isZero();
      assertThat(accounts.count("delivered")).isEqualTo(accounts.acked());
      JsonNode run = result.json();
      assertThat(run.at("/consumption/redeliveredFirsts").asLong())
          .as("consumption %s", run.path("consumption"))
          .isGreaterThanOrEqualTo(2 * 20);
      long acked = run.at("/sends/acked").asLong();
      assertThat(run.at("/latency/endToEnd/count").asLong())
          .isBetween(acked, acked + accounts.unknown());
    }
  }

  @Tag("nightly")
  @Test
  void aCommitThatIsNotAnsweredInTimeIsUnknownAndItsPublisherGoesOn() throws Exception {
    Node node = cluster.nodes().get(1);
    try (Bench bench =
        start(
            Bench.TRANSACTION_PRODUCER,
            "-w 3 --set topic.queues=3 --set client.send-timeout=1s --set load.pause=5ms"
                + " --set consume.clients=1 --set consume.threads=3 --warmup 1s --duration 10s"
                + " --set "
                + Bench.DRAIN)) {
      bench.awaitSeconds(3);
      node.pause();
      try {
        bench.awaitSeconds(6);
      } finally {
        node.resume();
      }
      ResultDirectory result = bench.end().measured();
      JsonNode sends = result.json().path("sends");
      assertThat(sends.at("/unknown/client-time-out").asLong()).isPositive();
      assertThat(sends.at("/unknown/client-connection-lost").asLong()).isZero();
      Accounts accounts = Accounts.of(result).assertEveryMessageHasOneOutcome();
      assertThat(accounts.count("lost")).isZero();
    }
  }

  /**
   * Ends a run once further messages are acknowledged and consumers have received nearly all of
   * them.
   */
  private static ResultDirectory endWhenItGoesOn(Bench bench, ResultDirectory running)
      throws Exception {
    int before = running.rows().size();
    await()
        .atMost(PATIENCE)
        .until(
            () ->
                running.rows().stream().skip(before + 1L).anyMatch(row -> row.count("acked") > 0)
                    && running.sum("deliveries") + IN_FLIGHT >= running.sum("acked"));
    bench.signalAll("INT");
    return bench.end().endedWith(130).result();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "rabbitmq.password=wrong | .* refuse user guest; check rabbitmq.user and .*",
        "rabbitmq.virtual-host=none | .* refuse the connection: .*vhost none not found.*",
        "rabbitmq.members=5 | cluster.metrics-addresses names 3 nodes, and a quorum queue of 5"
            + " members needs 5: name them all, .*",
        "rabbitmq.queue-arguments.x-max-length=1 | queue taken-1 cannot .* 'x-max-length' .*",
      })
  void whatTheBrokersRefuseIsToldInALine(String setting, String line) throws Exception {
    try (Session taken = connect("classic", "topic.name=taken")) {
      assertThatThrownBy(
              () ->
                  connect(
                      setting.contains("members") ? "quorum" : "classic",
                      "topic.name=taken",
                      setting))
          .isInstanceOf(BrokerException.class)
          .hasMessageMatching(line);
      assertThat(taken.storedCount().messages()).hasValue(0);
    }
  }

  @Tag("nightly")
  @Test
  void whoIsRefusedMeasuresNothing() throws Exception {
    Outcome outcome = run(Bench.PRODUCER, "-w 1 --set rabbitmq.user=nobody" + SHORT);
    assertThat(outcome.exitCode()).as("%s", outcome).isEqualTo(3);
    assertThat(outcome.err().lines())
        .singleElement()
        .asString()
        .contains("refuse user nobody; check rabbitmq.user and rabbitmq.password");
  }

  @Tag("nightly")
  @Test
  void whoSpeaksTlsMeasuresANodeThatTakesNothingElse() throws Exception {
    Path directory = Files.createDirectory(home.toRealPath().resolve("encrypted"));
    try (Cluster encrypted = RabbitMq.start(directory, "cluster.nodes=1", "cluster.tls=true")) {
      try (Bench bench =
          start(
              encrypted,
              Bench.CONSUMER,
              CONSUMED
                  + SHORT
                  + " --set cluster.tls=true --set tls.authorities="
                  + encrypted.facts().get(Cluster.AUTHORITY_FILE))) {
        Accounts.of(bench.end().measured()).areComplete().everythingCame();
      }
      assertThatThrownBy(() -> RabbitMq.connect(encrypted, "load.threads=1"))
          .isInstanceOf(BrokerException.class);
    }
  }

  @Test
  void queuesOfOthersAreConsumedOnlyWhenThatIsAskedFor() throws Exception {
    String consume =
        "-t theirs --producers 0 --from first --warmup 0 --duration 0 --set topic.queues=1"
            + " --set consume.threads=1";
    try (Connection theirs = RabbitMq.connection(cluster);
        Channel channel = theirs.createChannel()) {
      String queue = "theirs-1";
      channel.queueDeclare(queue, true, false, false, Map.of());
      channel.confirmSelect();
      for (int i = 0; i < 20; i++) {
        channel.basicPublish("", queue, null, new byte[] {1});
      }
      channel.waitForConfirmsOrDie();
      assertThat(run(Bench.CONSUMER, consume).endedWith(3).err())
          .contains("queue theirs-1 holds 20 messages of others", "--use-existing");
      assertThat(channel.messageCount(queue)).isEqualTo(20);

      channel.queuePurge(queue);
      String consumer = channel.basicConsume(queue, false, new DefaultConsumer(channel));
      assertThat(run(Bench.CONSUMER, consume).endedWith(3).err())
          .contains("queue theirs-1 has 1 other consumers");
      channel.basicCancel(consumer);

      for (int i = 0; i < 20; i++) {
        channel.basicPublish("", queue, null, new byte[] {1});
      }
      channel.waitForConfirmsOrDie();
      try (Bench bench = start(Bench.CONSUMER, consume + " --use-existing")) {
        bench.awaitMeasured("deliveries", 20);
        bench.signal("INT");
        ResultDirectory taken = bench.end().endedWith(130).result();
        assertThat(taken.json().at("/consumption/foreign").asLong()).isEqualTo(20);
      }
      assertThat(channel.messageCount(queue)).isZero();
      channel.queueDelete(queue);
    }
  }

  @Test
  void messagesOfOthersAreRejectedOnlyWhenThatIsAskedFor() throws Exception {
    assertThat(
            run(Bench.CONSUMER, "-t theirs --producers 0 --set consume.fail=0.5")
                .endedWith(2)
                .err())
        .contains("consume.fail rejects messages of other clients", "--use-existing");
  }

  private Session connect(String type, String... assignments) throws Exception {
    List<String> all = new ArrayList<>(List.of(assignments));
    all.add("rabbitmq.queue-type=" + type);
    all.add("load.threads=1");
    return RabbitMq.connect(cluster, all.toArray(String[]::new));
  }

  /** Names of the existing queues. */
  private List<String> queues() throws Exception {
    return RabbitMq.list(cluster, "list_queues", "name");
  }

  private Outcome run(String tool, String flags) throws Exception {
    try (Bench bench = start(tool, flags)) {
      return bench.end();
    }
  }

  private Bench start(String tool, String flags) throws Exception {
    return start(cluster, tool, flags);
  }

  private Bench start(Cluster measured, String tool, String flags) throws Exception {
    List<String> all = new ArrayList<>(RabbitMq.flags(measured));
    all.addAll(List.of(flags.split(" ", -1)));
    return Bench.start(
        Path.of(System.getProperty("java.home")),
        tool,
        Files.createDirectory(home.resolve("run" + runs++)),
        all.toArray(String[]::new));
  }
}
