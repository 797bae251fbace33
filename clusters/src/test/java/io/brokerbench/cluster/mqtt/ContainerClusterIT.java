package io.brokerbench.cluster.mqtt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.awaitility.Awaitility.await;

import com.github.dockerjava.api.model.Container;
import io.brokerbench.address.HostPort;
import io.brokerbench.cluster.GivenSettings;
import io.brokerbench.cluster.RequiresImage;
import io.brokerbench.driver.BrokerException;
import io.brokerbench.driver.Cluster;
import io.brokerbench.driver.ClusterPlan;
import io.brokerbench.workload.SettingsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("nightly")
@RequiresImage({"brokerbench/mosquitto:2.0", "eclipse-mosquitto:2"})
final class ContainerClusterIT {

  private static final int RECEIVE_MILLIS = 120_000;

  @AfterEach
  void noContainerIsLeft() {
    assertThat(containers()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"host", "pod"})
  void aBridgeForwards(String network) throws Exception {
    try (Cluster cluster =
        plan("cluster.bridge=true", "cluster.container.network=" + network).start(line -> {})) {
      List<HostPort> brokers = HostPort.list(cluster.address());
      try (MqttConnection receiver = connect(brokers.get(1));
          MqttConnection sender = connect(brokers.get(0))) {
        receiver.subscribe("remote/bridge/x");
        sender.publish("bridge/x", "hello");
        assertThat(receiver.receive(RECEIVE_MILLIS)).isEqualTo("remote/bridge/x hello");
      }
      assertThat(cluster.facts())
          .containsEntry("host", "container")
          .containsEntry("network", network)
          .containsEntry("broker", "mosquitto")
          .hasEntrySatisfying(
              "release", release -> assertThat(release).asString().matches("2\\.\\d+\\.\\d+"));
      assertThat(containers()).hasSize(network.equals("pod") ? 3 : 2);
      cluster.check();
      RequiresImage.Condition.client().killContainerCmd(container(cluster, "a")).exec();
      await().atMost(Duration.ofMinutes(2)).until(() -> !cluster.nodes().get(0).alive());
      assertThatThrownBy(cluster::check).hasMessage("a ended with its container");
    }
  }

  @Test
  void aLineThatIsRefusedIsNamed() throws Exception {
    BrokerException failure =
        catchThrowableOfType(
            BrokerException.class,
            () -> plan("cluster.properties.no_such_line=3").start(line -> {}).close());
    Matcher message =
        Pattern.compile(
                "broker ended with exit code \\d: Unknown configuration variable"
                    + " \"no_such_line\"\\. \\(mosquitto\\.conf:\\d+\\) \\(logs are kept in (.+)\\)")
            .matcher(failure.getMessage());
    assertThat(message.matches()).as(failure.getMessage()).isTrue();
    try (Stream<Path> kept = Files.walk(Path.of(message.group(1)))) {
      kept.sorted(Comparator.reverseOrder())
          .forEach(path -> assertThat(path.toFile().delete()).isTrue());
    }
  }

  private static ClusterPlan plan(String... assignments) throws SettingsException {
    return GivenSettings.plan(
        new MqttClusterFactory(),
        "container",
        Stream.concat(
                Stream.of(
                    "cluster.broker=mosquitto",
                    "cluster.container.image="
                        + RequiresImage.Condition.image(ContainerClusterIT.class)),
                Stream.of(assignments))
            .toArray(String[]::new));
  }

  private static MqttConnection connect(HostPort broker) throws Exception {
    return new MqttConnection(broker.port(), Optional.empty(), Optional.empty(), "bb");
  }

  private static String container(Cluster cluster, String node) {
    Map<?, ?> nodes = (Map<?, ?>) Objects.requireNonNull(cluster.facts().get("nodes"));
    return String.valueOf(((Map<?, ?>) Objects.requireNonNull(nodes.get(node))).get("container"));
  }

  /** Of this process. */
  static List<Container> containers() {
    return RequiresImage.Condition.client()
        .listContainersCmd()
        .withShowAll(true)
        .withLabelFilter(List.of("io.brokerbench.pid=" + ProcessHandle.current().pid()))
        .exec();
  }
}
