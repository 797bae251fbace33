package io.brokerbench.it;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.rabbitmq.client.Channel;
import com.rabbitmq.client.Connection;
import com.rabbitmq.client.MessageProperties;
import io.brokerbench.driver.Cluster;
import io.brokerbench.driver.Session;
import io.brokerbench.results.Promise;
import io.brokerbench.testkit.Required;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The releases of RabbitMQ of which {@code scripts/docker/prepare} has built an image; the others
 * are skipped, or fail with {@code BENCH_REQUIRE_RELEASES=1} in the environment. All tests of a
 * release share a cluster.
 */
@Tag("nightly")
@RequiresDocker
@ParameterizedClass
@CsvSource({"3.8.9, mirrored quorum", "3.10.8, quorum", "4.0.5, quorum classic"})
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class RabbitMqReleasesIT {

  private static final int FOREIGN = 7;

  @Parameter(0)
  private String release;

  @Parameter(1)
  private String types;

  private Cluster cluster;

  @BeforeParameterizedClassInvocation
  void start() throws Exception {
    assumeImage();
    cluster =
        OwnCluster.started(
            RabbitMq.DRIVER,
            "cluster.host=container",
            "cluster.version=" + release,
            "cluster.memory-watermark=256m",
            SmallCluster.port());
  }

  @AfterParameterizedClassInvocation
  void end() {
    // Also of a release that was skipped.
    if (cluster != null) {
      cluster.close();
    }
  }

  private Stream<String> types() {
    return Stream.of(types.split(" ", -1));
  }

  @ParameterizedTest
  @MethodSource("types")
  void whatIsConfirmedIsConsumedAndCounted(String type, @TempDir Path home) throws Exception {
    List<String> flags = new ArrayList<>(RabbitMq.flags(cluster));
    flags.addAll(List.of("--warmup", "1s", "--duration", "3s"));
    for (String setting :
        List.of(
            "rabbitmq.queue-type=" + type,
            "load.threads=4",
            "topic.queues=4",
            "consume.clients=2",
            "consume.threads=2",
            Bench.DRAIN)) {
      flags.addAll(List.of("--set", setting));
    }
    ResultDirectory result =
        Bench.run(Bench.CONSUMER, home, flags.toArray(String[]::new)).measured();
    Accounts.of(result).areComplete().everythingCame();
    JsonNode run = result.json();
    assertThat(run.at("/environment/broker/brokers"))
        .hasSize(3)
        .allSatisfy(broker -> assertThat(broker.path("release").asText()).isEqualTo(release));
    boolean classic = type.equals("classic");
    assertThat(run.at("/promise/onDisk").asBoolean()).isEqualTo(!classic);
    // The policy of mirrors is not read from an external cluster.
    assertThat(run.at("/promise/copies").asInt()).isEqualTo(type.equals("quorum") ? 2 : 1);
    try (Session session = own("rabbitmq.queue-type=" + type)) {
      Promise promise = session.promise();
      assertThat(promise.onDisk()).isEqualTo(!classic);
      assertThat(promise.copies()).isEqualTo(classic ? 1 : 2);
    }
  }

  @Test
  void messagesOfOthersAreCounted() throws Exception {
    assertThat(cluster.facts().get("release")).isEqualTo(release);
    try (Session session = own("rabbitmq.queue-type=quorum", "client.send-timeout=30s");
        Connection connection = RabbitMq.connection(cluster);
        Channel stranger = connection.createChannel()) {
      Sessions.send(session, "own", 50);
      assertThat(session.storedCount().messages()).hasValue(50);
      stranger.confirmSelect();
      for (int i = 0; i < FOREIGN; i++) {
        stranger.basicPublish(
            "",
            "brokerbench-1",
            MessageProperties.PERSISTENT_BASIC,
            "foreign".getBytes(StandardCharsets.UTF_8));
      }
      stranger.waitForConfirmsOrDie();
      assertThat(session.storedCount().messages()).hasValue(50 + FOREIGN);
    }
  }

  /** A session with the cluster as one that the benchmark has started. */
  private Session own(String... assignments) throws Exception {
    return Sessions.own(
        cluster,
        Stream.concat(
                Stream.of(RabbitMq.DRIVER, "topic.queues=2", "load.threads=1"),
                Stream.of(assignments))
            .toArray(String[]::new));
  }

  private void assumeImage() {
    String image = "brokerbench/rabbitmq:" + release.substring(0, release.lastIndexOf('.'));
    Required.orSkip(
        Docker.isHere(image)
            ? Optional.empty()
            : Optional.of(
                image + " is missing; scripts/docker/prepare rabbitmq:" + release + " builds it"),
        "BENCH_REQUIRE_RELEASES");
  }
}
