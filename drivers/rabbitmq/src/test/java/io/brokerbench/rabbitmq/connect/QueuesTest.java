package io.brokerbench.rabbitmq.connect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.brokerbench.rabbitmq.TestOptions;
import io.brokerbench.workload.Workload;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class QueuesTest {

  /** Whoever they are, none has more than one queue, or one queue more people, than another. */
  @ParameterizedTest
  @CsvSource({"10, 20", "10, 10", "10, 3", "1, 7", "200, 1000", "7, 1"})
  void queuesAndThoseWhoShareThemAreSpreadEvenly(int count, int people) throws Exception {
    Queues queues = TestOptions.of("driver=rabbitmq", "topic.queues=" + count).queues();
    Map<Integer, Integer> users = new TreeMap<>();
    int[] shares =
        IntStream.range(0, people)
            .map(
                person -> {
                  int[] share = queues.share(person, people);
                  Arrays.stream(share).forEach(queue -> users.merge(queue, 1, Integer::sum));
                  return share.length;
                })
            .toArray();
    assertThat(users).hasSize(count);
    assertThat(max(users) - min(users)).isBetween(0, 1);
    assertThat(Arrays.stream(shares).max().getAsInt() - Arrays.stream(shares).min().getAsInt())
        .isBetween(0, 1);
  }

  private static int max(Map<Integer, Integer> users) {
    return users.values().stream().mapToInt(Integer::intValue).max().getAsInt();
  }

  private static int min(Map<Integer, Integer> users) {
    return users.values().stream().mapToInt(Integer::intValue).min().getAsInt();
  }

  @Test
  void namesTellTopicAndGroupAndWhetherTheyAreMirrored() throws Exception {
    Queues plain = TestOptions.of("driver=rabbitmq", "topic.name=t", "topic.queues=2").queues();
    assertThat(plain.names(0)).containsExactly("t-1", "t-2");
    assertThat(plain.routingKeys()).containsExactly("t-1", "t-2");
    Queues mirrored =
        TestOptions.of(
                "driver=rabbitmq",
                "topic.name=t",
                "topic.queues=1",
                "rabbitmq.queue-type=mirrored",
                "rabbitmq.exchange=direct",
                "consume.threads=1",
                "consume.group=g",
                "consume.groups=2")
            .queues();
    assertThat(mirrored.names(0)).containsExactly("mirrored.t-1");
    assertThat(mirrored.names(1)).containsExactly("mirrored.t-g-2-1");
    assertThat(mirrored.routingKeys()).containsExactly("1");
  }

  @Test
  void argumentsAreNumbersAndTruthsWhereTheyLookLikeThem() throws Exception {
    Queues queues =
        TestOptions.of(
                "driver=rabbitmq",
                "rabbitmq.queue-type=quorum",
                "rabbitmq.queue-arguments.x-max-length=100",
                "rabbitmq.queue-arguments.x-overflow=reject-publish",
                "rabbitmq.queue-arguments.x-single-active-consumer=true")
            .queues();
    assertThat(queues.arguments())
        .containsEntry("x-queue-type", "quorum")
        .containsEntry("x-quorum-initial-group-size", 3)
        .containsEntry("x-max-length", 100L)
        .containsEntry("x-overflow", "reject-publish")
        .containsEntry("x-single-active-consumer", true);
  }

  @ParameterizedTest
  @CsvSource({
    "rabbitmq.queue-arguments.x-max-length=100, false",
    "rabbitmq.queue-arguments.x-overflow=drop-head, false",
    "rabbitmq.queue-arguments.x-overflow=reject-publish, true",
    "rabbitmq.queue-arguments.x-overflow=reject-publish-dlx, true",
  })
  void queuesRefuseMessagesIfTheirArgumentsSaySo(String argument, boolean refuses)
      throws Exception {
    assertThat(TestOptions.of("driver=rabbitmq", argument).queues().refuses()).isEqualTo(refuses);
  }

  @ParameterizedTest
  @CsvSource({
    "rabbitmq.queue-type=classic, false",
    "rabbitmq.queue-type=mirrored, false",
    "rabbitmq.queue-type=quorum, true",
    "rabbitmq.queue-arguments.x-overflow=reject-publish, true",
    "rabbitmq.queues=orders rabbitmq.queue-type=quorum consume.use-existing=true, false",
    "rabbitmq.queue-type=quorum rabbitmq.exchange=fanout topic.queues=1 consume.groups=2, false",
  })
  void afterANackOfAClassicQueueItMayHaveTheMessage(String assignments, boolean refused)
      throws Exception {
    Queues queues =
        TestOptions.of(
                Stream.concat(
                        Stream.of("driver=rabbitmq", "consume.threads=1"),
                        Stream.of(assignments.split(" ", -1)))
                    .toArray(String[]::new))
            .queues();
    assertThat(queues.nackMeansRefused()).isEqualTo(refused);
  }

  /** Brokers close the channel that asks, and a stream would keep the message of a probe. */
  @ParameterizedTest
  @CsvSource({
    "classic, true, true",
    "quorum, false, true",
    "quorum, true, false",
    "stream, false, false",
  })
  void queuesWithASingleActiveConsumerGiveNobodyElseAMessage(
      String type, boolean single, boolean allowed) throws Exception {
    Queues queues =
        TestOptions.of(
                "driver=rabbitmq",
                "rabbitmq.queue-type=" + type,
                "rabbitmq.queue-arguments.x-single-active-consumer=" + single)
            .queues();
    assertThat(queues.allowGet()).isEqualTo(allowed);
  }

  @ParameterizedTest
  @CsvSource({
    "topic.queues=2, 2, true, true",
    "topic.queues=2, 3, true, false",
    "topic.queues=2 rabbitmq.queue-arguments.x-single-active-consumer=true, 3, true, true",
    "topic.queues=2 rabbitmq.queue-arguments.x-single-active-consumer=true, 3, false, false",
    "topic.queues=2 rabbitmq.queue-arguments.x-single-active-consumer=false, 3, true, false",
    "consume.use-existing=true rabbitmq.queues=a rabbitmq.queue-arguments.x-single-active-consumer=true, 2, true, false",
  })
  void consumersOfOneQueueKeepOrderIfOneOfThemIsActive(
      String assignments, int consumers, boolean verified, boolean kept) throws Exception {
    Queues queues =
        TestOptions.of(("driver=rabbitmq consume.threads=1 " + assignments).split(" ", -1))
            .queues();
    assertThat(queues.keepOrder(consumers, verified)).isEqualTo(kept);
  }

  @ParameterizedTest
  @CsvSource({
    "queue-arguments.x-queue-type, quorum, queue-type",
    "queue-arguments.x-quorum-initial-group-size, 1, members",
    "quorum-arguments.x-quorum-initial-group-size, 1, members",
    "queue-arguments.x-initial-cluster-size, 1, members"
  })
  void argumentsFromWhichThePromiseFollowsAreSettings(
      String argument, String value, String setting) {
    assertThatThrownBy(
            () -> TestOptions.of("driver=rabbitmq", "rabbitmq." + argument + "=" + value))
        .hasMessageContaining("rabbitmq." + argument + " cannot be set: use rabbitmq." + setting);
  }

  @Test
  void argumentsHaveTheTypesOfYaml(@TempDir Path home) throws Exception {
    Path file =
        Files.writeString(
            home.resolve("w.yaml"),
            """
            driver: rabbitmq
            rabbitmq:
              queue-arguments:
                x-dead-letter-routing-key: "7"
                x-expires: 70000
                x-a: 'true'
                x-b: true
                x-c: "1.5"
                x-d: 1.5
                x-e: "a b"
            """);
    assertThat(
            TestOptions.of(Workload.defaults().file(file)).queues().arguments().entrySet().stream()
                .filter(argument -> !argument.getKey().equals("x-queue-type")))
        .containsExactlyInAnyOrder(
            Map.entry("x-dead-letter-routing-key", "7"),
            Map.entry("x-expires", 70_000L),
            Map.entry("x-a", "true"),
            Map.entry("x-b", true),
            Map.entry("x-c", "1.5"),
            Map.entry("x-d", 1.5),
            Map.entry("x-e", "a b"));
  }

  @Test
  void queuesOfOthersHaveTheirNames() throws Exception {
    Queues theirs =
        TestOptions.of(
                "driver=rabbitmq",
                "rabbitmq.queues=orders/eu, a b",
                "consume.use-existing=true",
                "consume.threads=1")
            .queues();
    assertThat(theirs.names(0)).containsExactly("orders/eu", "a b");
    assertThat(theirs.routingKeys()).containsExactly("orders/eu", "a b");
    assertThat(theirs.count()).isEqualTo(2);
    Queues ours =
        TestOptions.of(
                "driver=rabbitmq",
                "topic.name=amq.topic",
                "rabbitmq.exchange=topic",
                "topic.queues=1")
            .queues();
    assertThat(ours.names(0)).containsExactly("brokerbench.amq.topic-1");
    assertThat(ours.exchangeName()).isEqualTo("amq.topic");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "rabbitmq.queues=a | consume.use-existing must be true (--use-existing) with rabbitmq.queues",
        "rabbitmq.exchange=existing | with rabbitmq.exchange=existing",
        "rabbitmq.queues=a,a consume.use-existing=true | must be different names",
        "rabbitmq.queues=a topic.queues=1 consume.use-existing=true | leave it out",
        "rabbitmq.queues=a rabbitmq.exchange=direct consume.use-existing=true | must be default or existing",
        "rabbitmq.exchange=existing consume.threads=1 consume.use-existing=true | needs rabbitmq.queues"
      })
  void whatExistsNeedsAWord(String assignments, String problem) {
    assertThatThrownBy(() -> TestOptions.of(("driver=rabbitmq " + assignments).split(" ", -1)))
        .hasMessageContaining(problem);
  }

  @ParameterizedTest
  @CsvSource({"quorum, true", "classic, false", "mirrored, false"})
  void argumentsOfQuorumQueuesAreTheirs(String type, boolean applies) throws Exception {
    Queues queues =
        TestOptions.of(
                "driver=rabbitmq",
                "rabbitmq.queue-type=" + type,
                "rabbitmq.quorum-arguments.x-max-in-memory-length=0")
            .queues();
    assertThat(queues.arguments().containsKey("x-max-in-memory-length")).isEqualTo(applies);
  }
}
