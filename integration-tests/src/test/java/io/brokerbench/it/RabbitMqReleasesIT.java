package io.brokerbench.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.rabbitmq.client.Channel;
import com.rabbitmq.client.Connection;
import com.rabbitmq.client.MessageProperties;
import io.brokerbench.driver.Cluster;
import io.brokerbench.driver.Session;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The releases of RabbitMQ of which {@code scripts/docker/prepare} has built an image; the others
 * are skipped, or fail with {@code BENCH_REQUIRE_RELEASES=1} in the environment.
 */
@Tag("nightly")
@RequiresDocker
final class RabbitMqReleasesIT {

  private static final int FOREIGN = 7;

  @TempDir private Path home;

  @ParameterizedTest
  @CsvSource({
    "3.8.9,  mirrored, 2, true",
    "3.8.9,  quorum,   2, true",
    "3.10.8, quorum,   2, true",
    "4.0.5,  quorum,   2, true",
    "4.0.5,  classic,  1, false",
  })
  void whatIsConfirmedIsConsumedAndCounted(String release, String type, int copies, boolean onDisk)
      throws Exception {
    assumeImage(release);
    String[] flags =
        Stream.concat(
                Stream.of("--driver", "rabbitmq", "--warmup", "1s", "--duration", "3s"),
                Stream.of(
                        "cluster.host=container",
                        "cluster.version=" + release,
                        "cluster.memory-watermark=256m",
                        SmallCluster.port(),
                        "rabbitmq.queue-type=" + type,
                        "load.threads=4",
                        "topic.queues=4",
                        "consume.clients=2",
                        "consume.threads=2",
                        Bench.DRAIN)
                    .flatMap(setting -> Stream.of("--set", setting)))
            .toArray(String[]::new);
    ResultDirectory result = Bench.run(Bench.CONSUMER, home, flags).measured();
    Accounts.of(result).areComplete().everythingCame();
    assertThat(result.json().at("/environment/cluster/release").asText()).isEqualTo(release);
    assertThat(result.json().at("/promise/copies").asInt()).isEqualTo(copies);
    assertThat(result.json().at("/promise/onDisk").asBoolean()).isEqualTo(onDisk);
  }

  @ParameterizedTest
  @ValueSource(strings = {"3.8.9", "3.10.8", "4.0.5"})
  void messagesOfOthersAreCounted(String release) throws Exception {
    assumeImage(release);
    try (Cluster cluster =
            OwnCluster.started(
                RabbitMq.DRIVER,
                "cluster.host=container",
                "cluster.version=" + release,
                "cluster.memory-watermark=256m",
                SmallCluster.port());
        Session session =
            Sessions.own(
                cluster,
                RabbitMq.DRIVER,
                "client.send-timeout=30s",
                "rabbitmq.queue-type=quorum",
                "topic.queues=2",
                "load.threads=1");
        Connection connection = RabbitMq.connection(cluster);
        Channel stranger = connection.createChannel()) {
      Sessions.send(session, "own", 50);
      assertThat(session.storedCount()).hasValue(50);
      stranger.confirmSelect();
      for (int i = 0; i < FOREIGN; i++) {
        stranger.basicPublish(
            "",
            "brokerbench-1",
            MessageProperties.PERSISTENT_BASIC,
            "foreign".getBytes(StandardCharsets.UTF_8));
      }
      stranger.waitForConfirmsOrDie();
      assertThat(session.storedCount()).hasValue(50 + FOREIGN);
    }
  }

  private static void assumeImage(String release) {
    String image = "brokerbench/rabbitmq:" + release.substring(0, release.lastIndexOf('.'));
    boolean here = Docker.isHere(image);
    String problem =
        image + " is missing; scripts/docker/prepare rabbitmq:" + release + " builds it";
    assertThat(!here && "1".equals(System.getenv("BENCH_REQUIRE_RELEASES")))
        .as("BENCH_REQUIRE_RELEASES=1, but %s", problem)
        .isFalse();
    assumeTrue(here, problem);
  }
}
