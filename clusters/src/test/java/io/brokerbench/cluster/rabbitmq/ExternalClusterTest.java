package io.brokerbench.cluster.rabbitmq;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.brokerbench.cluster.GivenSettings;
import io.brokerbench.driver.BrokerException;
import io.brokerbench.driver.Cluster;
import io.brokerbench.driver.ClusterPlan;
import io.brokerbench.testkit.FreePort;
import io.brokerbench.workload.Settings;
import java.net.InetAddress;
import java.net.ServerSocket;
import org.junit.jupiter.api.Test;

final class ExternalClusterTest {

  @Test
  void takesAClusterIfOneNodeAnswersAndTellsWhereFiguresAre() throws Exception {
    try (ServerSocket answers = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        Cluster cluster =
            GivenSettings.plan(
                    new RabbitMqClusterFactory(),
                    "external",
                    "cluster.addresses=127.0.0.1:" + answers.getLocalPort(),
                    "cluster.metrics-addresses=h:1;i:2")
                .start(line -> {})) {
      assertThat(cluster.address()).isEqualTo("127.0.0.1:" + answers.getLocalPort());
      assertThat(cluster.nodes()).isEmpty();
      assertThat(cluster.facts()).containsEntry("metricsAddresses", "h:1;i:2");
    }
  }

  @Test
  void theMetricsOfSomeNodesDoNotCountTheMessagesOfAll() throws Exception {
    Settings settings =
        TestSettings.of("cluster.addresses=h:1;i:1;j:1", "cluster.metrics-addresses=h:2");
    new RabbitMqClusterFactory().plan("external", settings);
    assertThat(GivenSettings.problems(settings))
        .containsExactly(
            "--set: cluster.metrics-addresses must name all 3 nodes of cluster.addresses (-n), for"
                + " each counts the messages of its own connections only; got 1");
  }

  @Test
  void alarmsAreKnownFromTheMetrics() throws Exception {
    ClusterPlan unknown =
        GivenSettings.plan(new RabbitMqClusterFactory(), "external", "cluster.addresses=h:1");
    assertThat(unknown.neededForAlarms()).contains("cluster.metrics-addresses");
    ClusterPlan known =
        GivenSettings.plan(
            new RabbitMqClusterFactory(),
            "external",
            "cluster.addresses=h:1",
            "cluster.metrics-addresses=h:2");
    assertThat(known.neededForAlarms()).isEmpty();
  }

  @Test
  void failsIfNoNodeAnswersAndSaysWhy() throws Exception {
    int port = FreePort.choose();
    ClusterPlan plan =
        GivenSettings.plan(
            new RabbitMqClusterFactory(), "external", "cluster.addresses=127.0.0.1:" + port);
    assertThatThrownBy(() -> plan.start(line -> {}))
        .isInstanceOf(BrokerException.class)
        .hasMessage("no node accepts a connection: 127.0.0.1:%d (Connection refused)", port);
  }
}
