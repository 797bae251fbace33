package io.brokerbench.cluster.rabbitmq;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.awaitility.Awaitility.await;

import com.github.dockerjava.api.DockerClient;
import com.github.dockerjava.api.model.Container;
import io.brokerbench.cluster.GivenSettings;
import io.brokerbench.cluster.RequiresImage;
import io.brokerbench.driver.BrokerException;
import io.brokerbench.driver.Cluster;
import io.brokerbench.driver.ClusterPlan;
import io.brokerbench.driver.Node;
import io.brokerbench.results.ProcessFigure;
import io.brokerbench.testkit.Listening;
import io.brokerbench.workload.SettingsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("nightly")
@RequiresImage({"brokerbench/rabbitmq:3.10", "rabbitmq:3.13"})
final class ContainerClusterIT {

  private static final String LABEL = "io.brokerbench";

  @Test
  void threeNodesAreOneClusterInTheNetworkOfTheMachine(@TempDir Path logs) throws Exception {
    String name;
    try (Cluster cluster = plan("cluster.container.cpus=1").start(line -> {})) {
      assertThat(cluster.nodes()).extracting(Node::name).containsExactly("r1", "r2", "r3");
      cluster.check();
      name = assertKnownByItsFigures(cluster);
      assertThat(
              RequiresImage.Condition.client()
                  .inspectContainerCmd(container(cluster, "r1"))
                  .exec()
                  .getHostConfig()
                  .getNanoCPUs())
          .isEqualTo(1_000_000_000);
      Node node = cluster.nodes().get(2);
      await()
          .atMost(Duration.ofMinutes(2))
          .until(() -> node.usage().getOrDefault(ProcessFigure.CPU_NANOS, 0L) > 0);
      assertThat(Listening.of(cluster)).hasSizeGreaterThanOrEqualTo(10);
      assertThat(Listening.beyondLoopback(cluster)).isEmpty();
      node.pause();
      node.resume();
      cluster.saveLogs(logs);
      assertThat(logs.resolve("r2").resolve("console.log"))
          .content()
          .contains("Server startup complete");
      RequiresImage.Condition.client().killContainerCmd(container(cluster, "r2")).exec();
      await().atMost(Duration.ofMinutes(2)).until(() -> !cluster.nodes().get(1).alive());
      assertThatThrownBy(cluster::check)
          .isInstanceOf(BrokerException.class)
          .hasMessage("r2 ended with its container");
    }
    assertThat(containersOf(name)).isEmpty();
  }

  @Test
  void aPodPublishesClientsPortsAlone() throws Exception {
    String name;
    try (Cluster cluster =
        plan("cluster.container.network=pod", "cluster.nodes=1").start(line -> {})) {
      assertThat(cluster.facts()).containsEntry("network", "pod");
      name = assertKnownByItsFigures(cluster);
      assertThat(containersOf(name))
          .flatExtracting(container -> Arrays.asList(container.getPorts()))
          .filteredOn(port -> port.getPublicPort() != null)
          .extracting(port -> port.getIp())
          .containsOnly("127.0.0.1");
      assertThat(containersOf(name))
          .flatExtracting(container -> Arrays.asList(container.getPorts()))
          .extracting(port -> port.getPublicPort())
          .filteredOn(port -> port != null)
          .hasSize(2);
    }
    assertThat(containersOf(name)).isEmpty();
  }

  @Test
  void anImageOfAnotherReleaseIsRefused() throws Exception {
    assertThatThrownBy(() -> plan("cluster.version=4.1").start(line -> {}))
        .isInstanceOf(BrokerException.class)
        .hasMessageMatching("image \\S+ holds RabbitMQ 3\\.\\S+, but cluster.version is 4.1");
  }

  @Test
  void aPropertyThatIsRefusedIsNamedInOneLine() throws Exception {
    BrokerException failure =
        catchThrowableOfType(
            BrokerException.class,
            () ->
                plan("cluster.nodes=1", "cluster.properties.no_such_key=3")
                    .start(line -> {})
                    .close());
    Matcher message =
        Pattern.compile(
                "r1 ended with exit code 1: Conf file attempted to set unknown variable:"
                    + " no_such_key \\(logs are kept in (.+)\\)")
            .matcher(failure.getMessage());
    assertThat(message.matches()).as(failure.getMessage()).isTrue();
    Path logs = Path.of(message.group(1));
    assertThat(logs.resolve("r1").resolve("console.log")).content().contains("BOOT FAILED");
    try (Stream<Path> kept = Files.walk(logs)) {
      kept.sorted(Comparator.reverseOrder())
          .forEach(path -> assertThat(path.toFile().delete()).isTrue());
    }
  }

  private static ClusterPlan plan(String... assignments) throws SettingsException {
    return GivenSettings.plan(
        new RabbitMqClusterFactory(),
        "container",
        Stream.concat(
                Stream.of(
                    "cluster.memory-watermark=256m",
                    "cluster.container.image="
                        + RequiresImage.Condition.image(ContainerClusterIT.class)),
                Stream.of(assignments))
            .toArray(String[]::new));
  }

  /** Returns its name. */
  private static String assertKnownByItsFigures(Cluster cluster) throws Exception {
    List<String> addresses =
        List.of(String.valueOf(cluster.facts().get("metricsAddresses")).split(";", -1));
    assertThat(addresses).hasSameSizeAs(cluster.nodes());
    String first = Metrics.of(addresses.get(0));
    String name = first.replaceFirst("(?s).*rabbitmq_cluster=\"([^\"]*)\".*", "$1");
    for (String address : addresses) {
      assertThat(Metrics.of(address))
          .contains(String.format(Locale.ROOT, "rabbitmq_cluster=\"%s\"", name));
    }
    assertThat(containersOf(name)).isNotEmpty();
    return name;
  }

  private static String container(Cluster cluster, String node) {
    Map<?, ?> nodes = (Map<?, ?>) Objects.requireNonNull(cluster.facts().get("nodes"));
    return String.valueOf(((Map<?, ?>) Objects.requireNonNull(nodes.get(node))).get("container"));
  }

  private static List<Container> containersOf(String cluster) {
    DockerClient client = RequiresImage.Condition.client();
    return client
        .listContainersCmd()
        .withShowAll(true)
        .withLabelFilter(Map.of(LABEL, cluster))
        .exec();
  }
}
