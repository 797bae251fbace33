package io.brokerbench.it;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.brokerbench.document.Headline.Figure;
import io.brokerbench.driver.Cluster;
import io.brokerbench.page.RunDocument;
import io.brokerbench.workload.MessageShape;
import io.brokerbench.workload.Workload;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.rocketmq.common.message.MessageExt;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Runs with several topics on one cluster of RocketMQ. */
@Tag("ci")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class SeveralTopicsIT {

  private static final Duration PATIENCE = Duration.ofMinutes(2);
  private static final String SHARES = "40%, 30%, 15%, 10%, 5%";
  private static final int TOPICS = 5;
  private static final int SENDERS = 3;
  private static final int MESSAGES = 600;

  private final Cluster cluster;
  private final Topics topics;

  @TempDir private Path home;

  SeveralTopicsIT(@TempDir Path directory) throws Exception {
    this.cluster =
        OwnCluster.start(
            directory, "cluster.topology=1m", "cluster.properties.timerWheelEnable=true");
    this.topics = new Topics(cluster.address());
  }

  @AfterAll
  void end() {
    topics.close();
    cluster.close();
  }

  @Test
  void eachTopicHoldsItsMessagesAndNoOthers() throws Exception {
    Outcome outcome =
        run(
            Bench.CONSUMER,
            "-t kept --producers 3 --set topic.keep=true",
            "topic.shares=" + SHARES,
            "topic.count=" + TOPICS);
    ResultDirectory result = outcome.measured();
    Accounts.of(result).areComplete().everythingCame();
    assertThat(result.json().at("/workload/topic/count").asText()).isEqualTo("5");
    assertThat(result.json().at("/workload/topic/shares").asText()).isEqualTo(SHARES);
    assertThat(RunDocument.of(result.path()).headline().figures())
        .contains(new Figure("topics", "5, shares: " + SHARES));
    assertThat(outcome.out())
        .contains(
            "(5 topics, shares: " + SHARES + ")",
            "; topics kept-0 to kept-4: created if missing, and then kept");
    MessageShape shape =
        Workload.read(
                Workload.defaults()
                    .set("topic.count", String.valueOf(TOPICS), "test")
                    .set("topic.shares", SHARES, "test")
                    .settings())
            .message();
    for (int topic = 0; topic < TOPICS; topic++) {
      String name = "kept-" + topic;
      List<MessageExt> all = topics.all(name);
      assertThat(topics.end(name)).isEqualTo(all.size());
      Set<Header.Name> names = new HashSet<>();
      for (MessageExt message : all) {
        Optional<Header> header = Header.of(message.getBody());
        if (new String(message.getBody(), UTF_8).startsWith("probe")) {
          continue;
        }
        assertThat(names.add(header.orElseThrow().name())).isTrue();
      }
      assertThat(names).isEqualTo(expected(shape, topic)).isNotEmpty();
    }
    assertThat(topics.exists("kept")).isFalse();
  }

  private static Set<Header.Name> expected(MessageShape shape, int topic) {
    Set<Header.Name> names = new HashSet<>();
    for (int sender = 0; sender < SENDERS; sender++) {
      for (long sequence = 0; sequence < MESSAGES / SENDERS; sequence++) {
        if (shape.topic(sender, sequence) == topic) {
          names.add(new Header.Name(sender, sequence));
        }
      }
    }
    return names;
  }

  @Tag("nightly")
  @ParameterizedTest
  @CsvSource({
    "orderly, --clients 2",
    "concurrent, --set consume.client-rebalance=false",
    "concurrent, --set client.retries=2 --clients 3",
    "concurrent, --set workers.count=2 --set workers.local=true --clients 2",
    "pull-assign, --clients 3",
    "pop, --clients 2"
  })
  void everyModelReceivesFromAllTopics(String model, String flags) throws Exception {
    assertEverythingCameAndGoes(model, flags);
  }

  private void assertEverythingCameAndGoes(String model, String flags) throws Exception {
    Outcome outcome =
        run(
            Bench.CONSUMER,
            "-t made -g made --producers 3 " + flags,
            "consume.model=" + model,
            "topic.count=" + TOPICS);
    Accounts.of(outcome.measured()).areComplete().everythingCame();
    for (int topic = 0; topic < TOPICS; topic++) {
      assertGone("made-" + topic);
    }
    assertGone("%RETRY%made");
  }

  @Tag("nightly")
  @Test
  void transactionsEndInTheirTopics() throws Exception {
    Outcome outcome =
        run(
            Bench.TRANSACTION_PRODUCER,
            "-t ended -w 3 --set consume.threads=2",
            "transaction.send-rollback=0.2",
            "topic.count=" + TOPICS);
    Accounts.of(outcome.measured()).areComplete();
    assertGone("ended-4");
  }

  @Tag("nightly")
  @Test
  void batchesGoToOneTopicEach() throws Exception {
    Outcome outcome =
        run(
            Bench.BATCH_PRODUCER,
            "-t batches -b 10 -w 2 --set consume.threads=2",
            "topic.count=" + TOPICS);
    Accounts.of(outcome.measured()).areComplete().everythingCame();
  }

  @Tag("nightly")
  @Test
  void aTopicThatExistsStaysAndTheMissingOnesAreMade() throws Exception {
    topics.createOnRegistered("some-1");
    Outcome outcome = run(Bench.PRODUCER, "-t some -w 3", "topic.count=3");
    Accounts.of(outcome.measured()).areComplete();
    assertGone("some-0");
    assertGone("some-2");
    assertThat(topics.exists("some-1")).isTrue();

    Outcome refused =
        run(Bench.CONSUMER, "-t some --producers 0", "topic.count=3", "load.messages=0")
            .endedWith(3);
    assertThat(refused.err())
        .contains("there is no topic some-0 to consume from; name one by topic.name (-t)");
  }

  private Outcome run(String mainClass, String flags, String... settings) throws Exception {
    List<String> all =
        new ArrayList<>(List.of("-n", cluster.address(), "--warmup", "0", "--duration", "0"));
    all.addAll(List.of(flags.split(" ", -1)));
    Stream.concat(
            Stream.of("topic.queues=2", "size=200", Bench.DRAIN, "load.messages=" + MESSAGES),
            Stream.of(settings))
        .forEach(setting -> all.addAll(List.of("--set", setting)));
    return Bench.run(mainClass, Files.createTempDirectory(home, "run"), all.toArray(String[]::new));
  }

  private void assertGone(String topic) {
    await().atMost(PATIENCE).until(() -> !topics.exists(topic));
  }
}
