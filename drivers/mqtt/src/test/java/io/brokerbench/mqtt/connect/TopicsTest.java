package io.brokerbench.mqtt.connect;

import static org.assertj.core.api.Assertions.assertThat;

import io.brokerbench.mqtt.TestOptions;
import java.util.Arrays;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class TopicsTest {

  @Test
  void templatesAreFilled() throws Exception {
    Topics topics =
        TestOptions.of(
                "topic.name=t", "mqtt.topic=a/{name}/{run}/{n}", "mqtt.subscribe-topic=r/{n}")
            .topics();
    assertThat(topics.published(0, "x")).isEqualTo("a/t/x/1");
    assertThat(topics.subscribed(7, "x")).isEqualTo("r/8");
    assertThat(TestOptions.of("topic.name=t").topics().subscribed(2, "x")).isEqualTo("t/x/3");
  }

  /** One-to-one, fan-in, few connections for many topics, and such that do not divide. */
  @ParameterizedTest
  @CsvSource({"8, 8", "8, 100", "8, 3", "8, 1", "7, 20"})
  void everyTopicHasItsShareOfTheConnections(int count, int connections) throws Exception {
    Topics topics = TestOptions.of("topic.queues=" + count).topics();
    int[] ofTopic = new int[count];
    for (int i = 0; i < connections; i++) {
      int[] share = topics.share(i, connections);
      assertThat(share).isNotEmpty();
      for (int topic : share) {
        ofTopic[topic]++;
      }
    }
    int least = Arrays.stream(ofTopic).min().orElseThrow();
    assertThat(least).isEqualTo(Math.max(1, connections / count));
    assertThat(Arrays.stream(ofTopic).max().orElseThrow()).isLessThanOrEqualTo(least + 1);
  }

  @Test
  void acrossABridgeSubscribersHaveTheOtherBroker() throws Exception {
    Topics topics = TestOptions.of("mqtt.subscribe-at=other").topics();
    assertThat(IntStream.range(0, 4).map(topic -> topics.publishersAt(topic, 2)))
        .containsExactly(0, 1, 0, 1);
    assertThat(IntStream.range(0, 4).map(topic -> topics.subscribersAt(topic, 2)))
        .containsExactly(1, 0, 1, 0);
  }
}
