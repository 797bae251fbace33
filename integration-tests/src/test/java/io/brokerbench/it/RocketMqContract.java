package io.brokerbench.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.brokerbench.driver.Cluster;
import io.brokerbench.driver.Node;
import io.brokerbench.driver.Session;
import io.brokerbench.results.Promise;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** The driver {@code rocketmq} on an external cluster. */
abstract class RocketMqContract extends DriverContract {

  RocketMqContract(Cluster cluster) {
    super(cluster);
  }

  @Override
  final Session open(Cluster cluster, String topic, String... assignments) throws Exception {
    // Its number alone: the names of topic and group together are limited for pop consumers.
    String group = "contract-" + topic.substring(topic.lastIndexOf('-') + 1);
    return Sessions.connect(
        cluster,
        Stream.of(
                List.of("topic.name=" + topic, "consume.group=" + group, "load.threads=1"),
                client(cluster),
                List.of(assignments))
            .flatMap(List::stream)
            .toArray(String[]::new));
  }

  /** Settings of the client. */
  List<String> client(Cluster cluster) {
    return List.of();
  }

  @Override
  List<String> inOrder() {
    return List.of("consume.model=orderly");
  }

  @Override
  final Optional<Node> replica(Cluster cluster) {
    return cluster.nodes().stream().filter(node -> node.name().equals("slave")).findFirst();
  }

  /** Slaves fetch new topics once a minute; every broker has this one from the start. */
  @Override
  String topicOnReplica(String topic) {
    return "BenchmarkTest";
  }

  @Override
  final void assertAgree(Promise promise, Map<String, Object> facts) {
    Map<?, ?> master =
        ((List<?>) facts.get("brokers"))
            .stream()
                .map(broker -> (Map<?, ?>) broker)
                .filter(broker -> !"SLAVE".equals(broker.get("role")))
                .findFirst()
                .orElseThrow();
    assertThat(promise.onDisk()).isEqualTo("SYNC_FLUSH".equals(master.get("flush")));
    assertThat(promise.copies() > 1).isEqualTo("SYNC_MASTER".equals(master.get("role")));
    assertThat(promise.text()).contains((String) master.get("role"), (String) master.get("flush"));
  }
}
