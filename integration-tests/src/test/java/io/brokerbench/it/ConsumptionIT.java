package io.brokerbench.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.brokerbench.clock.ClockOffset;
import io.brokerbench.driver.BrokerException;
import io.brokerbench.driver.Cluster;
import io.brokerbench.driver.Session;
import io.brokerbench.driver.Subscription;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The consumers of the driver, each session with a topic and a group of its own. */
@Tag("ci")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class ConsumptionIT {

  private static final Duration PATIENCE = Duration.ofMinutes(2);

  private final Cluster cluster;
  private final Topics topics;

  ConsumptionIT(@TempDir Path directory) throws Exception {
    this.cluster =
        OwnCluster.start(
            directory,
            // Otherwise the end of a session with a topic of others waits for 21 s.
            "cluster.properties.autoCreateSubscriptionGroup=false",
            "cluster.properties.enablePropertyFilter=true",
            "cluster.properties.timerWheelEnable=true",
            // Messages are redelivered soon, regardless of the number of attempts.
            "cluster.properties.messageDelayLevel=" + "1s ".repeat(18).strip(),
            "cluster.properties.slaveReadEnable=true");
    this.topics = new Topics(cluster.address());
  }

  @AfterAll
  void end() {
    topics.close();
    cluster.close();
  }

  @Tag("nightly")
  @ParameterizedTest
  @ValueSource(strings = {"concurrent", "orderly", "pull-subscribe", "pull-assign"})
  void whatIsSentFromNowOnComesOnceAndNothingElse(String model) throws Exception {
    String topic = "last-" + model;
    try (Session session = connect(topic, "topic.keep=true")) {
      Sessions.send(session, "old", 50);
    }
    Received received = new Received();
    Set<String> sent;
    try (Session session =
        connect(
            topic,
            "consume.model=" + model,
            "consume.threads=2",
            "consume.clients=2",
            "consume.group=group-" + topic)) {
      // The messages in between: opening the session has fixed the position.
      sent = Sessions.send(session, "before", 100);
      Subscription subscription = session.subscribe(0, received);
      sent.addAll(Sessions.send(session, "after", 100));
      await().atMost(PATIENCE).until(() -> received.texts().containsAll(sent));
      await().atMost(PATIENCE).until(() -> session.groupCounts(0).get("servedBy.master") >= 200);
      assertThat(subscription.counts()).containsEntry("rebalances", 0L);
      assertThat(session.groupCounts(0))
          .containsEntry("retries", 0L)
          .containsEntry("deadLetters", 0L);
      subscription.close();
      await().atMost(PATIENCE).until(() -> session.progress(0).getAsLong() == 200);
      assertThat(session.keepsOrder()).isEqualTo(model.equals("orderly"));
      assertThat(received.texts()).isEqualTo(sent);
      assertThat(received.all())
          .hasSize(200)
          .allMatch(delivery -> delivery.attempt() == 0)
          .allMatch(delivery -> delivery.storedMillis() >= delivery.bornMillis())
          .extracting(Received.Delivery::queue)
          .containsOnly(0, 1, 2, 3, 4, 5, 6, 7);
    }
    // The topic existed before; the group did not.
    assertThat(topics.exists(topic)).isTrue();
    await().atMost(PATIENCE).until(() -> !topics.exists("%RETRY%group-" + topic));
  }

  /** Requests of pop need another header format than those of a session before in this JVM. */
  @Tag("nightly")
  @Test
  void popConsumesAfterASessionOfAnotherModel() throws Exception {
    connect("pop").close();
    Received received = new Received();
    try (Session session = connect("pop", "consume.model=pop", "consume.threads=1")) {
      session.subscribe(0, received);
      Set<String> sent = Sessions.send(session, "message", 20);
      await().atMost(PATIENCE).until(() -> received.texts().containsAll(sent));
    }
  }

  @Tag("nightly")
  @Test
  void theOldestMessageComesFirstWhereTheGroupBeginsWithIt() throws Exception {
    Set<String> sent;
    try (Session session = connect("first", "topic.keep=true")) {
      sent = Sessions.send(session, "old", 50);
    }
    Received received = new Received();
    try (Session session = connect("first", "consume.threads=2", "consume.from=first")) {
      session.subscribe(0, received);
      await().atMost(PATIENCE).until(() -> received.texts().containsAll(sent));
    }
  }

  @Tag("nightly")
  @Test
  void aGroupThatHasAPositionGoesOnFromThereAndStays() throws Exception {
    String[] keep = {"topic.keep=true", "consume.threads=1", "consume.group=group-position"};
    try (Session session = connect("position", keep)) {
      Received received = new Received();
      Subscription subscription = session.subscribe(0, received);
      Sessions.send(session, "first", 20);
      await().atMost(PATIENCE).until(() -> received.texts().size() == 20);
      subscription.close();
    }
    Set<String> sent;
    try (Session session = connect("position", "topic.keep=true")) {
      sent = Sessions.send(session, "second", 20);
    }
    String[] again = {"consume.threads=1", "consume.group=group-position"};
    assertThatThrownBy(() -> connect("position", again))
        .isInstanceOf(BrokerException.class)
        .hasMessageContaining("the consumer group group-position has offsets");
    String[] pop = {"consume.model=pop", "consume.threads=1", "consume.group=group-position"};
    assertThatThrownBy(() -> connect("position", pop))
        .isInstanceOf(BrokerException.class)
        .hasMessageContaining("consume.model=pop would change how brokers serve it");
    try (Session session = connect("position", again[0], again[1], "consume.use-existing=true")) {
      Received received = new Received();
      Subscription subscription = session.subscribe(0, received);
      await().atMost(PATIENCE).until(() -> received.texts().containsAll(sent));
      subscription.close();
      // The progress includes the probes of later sessions.
      assertThat(session.progress(0).getAsLong()).isGreaterThanOrEqualTo(20);
      assertThat(received.texts()).noneMatch(text -> text.startsWith("first"));
    }
    assertThat(topics.exists("%RETRY%group-position")).isTrue();
  }

  @ParameterizedTest
  @ValueSource(strings = {"concurrent", "orderly"})
  void whatWasNotConsumedComesAgainWithItsNumber(String model) throws Exception {
    Received received =
        new Received(delivery -> !delivery.text().endsWith("7") || delivery.attempt() > 0);
    try (Session session =
        connect("again-" + model, "consume.model=" + model, "consume.threads=4")) {
      Subscription unused = session.subscribe(0, received);
      Set<String> sent = Sessions.send(session, "message", 10);
      await()
          .atMost(PATIENCE)
          .until(() -> received.of("message7").size() == 2 && received.texts().containsAll(sent));
      assertThat(received.texts()).isEqualTo(sent);
      assertThat(received.of("message7"))
          .extracting(Received.Delivery::attempt)
          .containsExactly(0, 1);
      assertThat(session.groupCounts(0))
          .containsEntry("retries", model.equals("orderly") ? 0L : 1L);
    }
  }

  @Test
  void whatIsGivenUpGoesToTheDeadLetters() throws Exception {
    Received received = new Received(delivery -> false);
    try (Session session = connect("dead", "consume.max-attempts=0", "consume.threads=1")) {
      Subscription unused = session.subscribe(0, received);
      Sessions.send(session, "message", 3);
      await().atMost(PATIENCE).until(() -> session.groupCounts(0).get("deadLetters") == 3);
    }
  }

  @Tag("nightly")
  @ParameterizedTest
  @ValueSource(strings = {"concurrent", "pull-subscribe", "pull-assign"})
  void theSlaveServesWhoAsksIt(String model) throws Exception {
    Received received = new Received();
    try (Session session =
        Sessions.own(
            cluster,
            "topic.name=slave-" + model,
            "load.threads=1",
            "cluster.properties.slaveReadEnable=true",
            "consume.model=" + model,
            "consume.group=group-slave-" + model,
            "consume.read-from=slave",
            "consume.threads=1")) {
      Subscription unused = session.subscribe(0, received);
      Set<String> sent = Sessions.send(session, "message", 100);
      await().atMost(PATIENCE).until(() -> received.texts().containsAll(sent));
      await().atMost(PATIENCE).until(() -> session.groupCounts(0).get("servedBy.slave") >= 100);
      assertThat(session.groupCounts(0)).containsEntry("servedBy.master", 0L);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"tag:tag1", "sql92:TAGS = 'tag1'"})
  void theGroupGetsWhatItsFilterSelects(String filter) throws Exception {
    Received received = new Received();
    String type = filter.substring(0, filter.indexOf(':'));
    try (Session session =
        connect(
            "filter-" + type,
            "consume.filter.type=" + type,
            "consume.filter.expression=" + filter.substring(filter.indexOf(':') + 1),
            "message.tags=2",
            "consume.threads=1")) {
      Subscription subscription = session.subscribe(0, received);
      Sessions.send(session, "message", 20);
      await().atMost(PATIENCE).until(() -> received.texts().size() == 10);
      subscription.close();
      assertThat(received.texts()).containsOnly(odd(20));
    }
  }

  private static String[] odd(int below) {
    return java.util.stream.IntStream.range(0, below)
        .filter(i -> i % 2 == 1)
        .mapToObj(i -> "message" + i)
        .toArray(String[]::new);
  }

  @Test
  void whereNobodySendsNothingIsSentAndATopicIsNotMade() throws Exception {
    String[] consumeOnly = {"load.threads=0", "consume.threads=1", "consume.from=first"};
    assertThatThrownBy(() -> connect("missing", consumeOnly))
        .isInstanceOf(BrokerException.class)
        .hasMessageContaining("missing");
    assertThat(topics.exists("missing")).isFalse();

    Set<String> sent;
    try (Session session = connect("only", "topic.keep=true")) {
      sent = Sessions.send(session, "message", 20);
    }
    long before = topics.end("only");
    Received received = new Received();
    try (Session session = connect("only", consumeOnly)) {
      ClockOffset offset = session.clockOffset();
      session.subscribe(0, received);
      await().atMost(PATIENCE).until(() -> received.texts().containsAll(sent));
      // The brokers run on this machine and therefore have the same clock.
      assertThat(0L).isBetween(offset.lowNanos(), offset.highNanos());
      // Read once more each second, without a message.
      await()
          .atMost(PATIENCE)
          .until(() -> session.clockOffset().errorNanos() < offset.errorNanos());
    }
    assertThat(topics.end("only")).isEqualTo(before);
  }

  @Tag("nightly")
  @Test
  void clocksAreComparedToTheMillisecond() throws Exception {
    try (Session session = connect("clocks", "consume.threads=1")) {
      ClockOffset offset = session.clockOffset();
      assertThat(0L).isBetween(offset.lowNanos(), offset.highNanos());
      assertThat(offset.errorNanos()).isLessThan(20_000_000);
    }
  }

  @Tag("nightly")
  @Test
  void aGroupWithOtherConsumersIsLeftAlone() throws Exception {
    try (Session session = connect("others", "topic.keep=true", "consume.threads=1")) {
      session.subscribe(0, new Received());
      assertThatThrownBy(() -> connect("others", "consume.threads=1"))
          .isInstanceOf(BrokerException.class)
          .hasMessageContaining("1 other consumers");
    }
  }

  @Test
  void brokersKnowTheSubscriptionThoughAHeartbeatWasLeftOut() throws Exception {
    try (HeldHeartbeat heartbeat = new HeldHeartbeat(topics.masters().get(0), "busy", "busy");
        Session session =
            Sessions.own(
                heartbeat.watching(cluster),
                "topic.name=busy",
                "load.threads=1",
                "consume.threads=1",
                "consume.group=busy")) {
      session.subscribe(0, new Received());
      assertThat(heartbeat.leftOut()).isTrue();
      assertThat(heartbeat.brokerVersion()).isEqualTo(heartbeat.clientVersion());
    }
  }

  private Session connect(String topic, String... assignments) throws Exception {
    List<String> all = new java.util.ArrayList<>(List.of("topic.name=" + topic, "load.threads=1"));
    if (java.util.stream.Stream.of(assignments).noneMatch(a -> a.startsWith("consume.group"))) {
      all.add("consume.group=group-" + topic);
    }
    all.addAll(List.of(assignments));
    return Sessions.connect(cluster, all.toArray(String[]::new));
  }
}
