package io.brokerbench.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.brokerbench.driver.BrokerException;
import io.brokerbench.driver.Cluster;
import io.brokerbench.driver.Session;
import io.brokerbench.results.Promise;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The driver {@code rabbitmq} with quorum queues on an external cluster of three nodes. */
@Tag("ci")
@RequiresRabbitMq
final class RabbitMqContractIT extends DriverContract {

  RabbitMqContractIT(@TempDir Path directory) throws Exception {
    super(RabbitMq.start(directory));
  }

  @Override
  Session open(Cluster cluster, String topic, String... assignments) throws Exception {
    return RabbitMq.connect(
        cluster,
        Stream.concat(
                Stream.of(
                    "topic.name=" + topic,
                    "topic.queues=4",
                    "rabbitmq.queue-type=quorum",
                    "load.threads=1"),
                Stream.of(assignments))
            .toArray(String[]::new));
  }

  @Override
  int largestBatch() {
    return 1;
  }

  @Override
  boolean reportsTimes() {
    return false;
  }

  @Override
  boolean beginsAfterWhatIsThere() {
    return false;
  }

  @Override
  boolean nodesAreJvms() {
    return false;
  }

  @Override
  void assertAgree(Promise promise, Map<String, Object> facts) {
    assertThat(promise.onDisk()).isTrue();
    assertThat(promise.copies()).isEqualTo(2);
    assertThat(facts.get("topic").toString()).contains("x-queue-type=quorum");
  }

  @Test
  void consumersRefuseQueuesThatHoldWhatIsNotTheirs() throws Exception {
    try (Session earlier = open()) {
      Sessions.send(earlier, "old", 50);
      assertThatThrownBy(() -> open("consume.threads=1"))
          .isInstanceOf(BrokerException.class)
          .hasMessageMatching("queue \\S+-\\d holds \\d+ messages of others; purge it, .*");
    }
  }
}
