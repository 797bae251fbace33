package io.brokerbench.rabbitmq.connect;

import static org.assertj.core.api.Assertions.assertThat;

import io.brokerbench.rabbitmq.TestOptions;
import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
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
