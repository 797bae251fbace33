package io.brokerbench.cluster.mqtt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.brokerbench.cluster.GivenSettings;
import io.brokerbench.driver.BrokerException;
import io.brokerbench.driver.Cluster;
import io.brokerbench.driver.ClusterPlan;
import io.brokerbench.testkit.FreePort;
import java.net.InetAddress;
import java.net.ServerSocket;
import org.junit.jupiter.api.Test;

final class ExternalClusterTest {

  @Test
  void takesAClusterIfOneBrokerAnswersAndTellsWhereFiguresAre() throws Exception {
    try (ServerSocket answers = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        Cluster cluster =
            GivenSettings.plan(
                    new MqttClusterFactory(),
                    "external",
                    "cluster.addresses=127.0.0.1:" + answers.getLocalPort(),
                    "cluster.broker=emqx",
                    "cluster.metrics-addresses=http://h:1/x;http://i:2/y")
                .start(line -> {})) {
      assertThat(cluster.address()).isEqualTo("127.0.0.1:" + answers.getLocalPort());
      assertThat(cluster.nodes()).isEmpty();
      assertThat(cluster.facts())
          .containsEntry("broker", "emqx")
          .containsEntry("metricsAddresses", "http://h:1/x;http://i:2/y");
    }
  }

  @Test
  void failsIfNoBrokerAnswersAndSaysWhy() throws Exception {
    int port = FreePort.choose();
    ClusterPlan plan =
        GivenSettings.plan(
            new MqttClusterFactory(), "external", "cluster.addresses=127.0.0.1:" + port);
    assertThatThrownBy(() -> plan.start(line -> {}))
        .isInstanceOf(BrokerException.class)
        .hasMessage("no broker accepts a connection: 127.0.0.1:%d (Connection refused)", port);
  }
}
