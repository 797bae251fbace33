package io.brokerbench.cluster.rocketmq;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.brokerbench.cluster.GivenSettings;
import io.brokerbench.driver.BrokerException;
import io.brokerbench.driver.Cluster;
import io.brokerbench.driver.ClusterPlan;
import io.brokerbench.testkit.FreePort;
import io.brokerbench.workload.Settings;
import io.brokerbench.workload.SettingsException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class ExternalClusterTest {

  @Test
  void takesAClusterIfOneNameServerAnswers() throws Exception {
    try (ServerSocket answers = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      String addresses =
          String.format(
              Locale.ROOT, "127.0.0.1:%d;127.0.0.1:%d", FreePort.choose(), answers.getLocalPort());
      try (Cluster cluster = plan(addresses).start(line -> {})) {
        assertThat(cluster.address()).isEqualTo(addresses);
        assertThat(cluster.nodes()).isEmpty();
        cluster.check();
      }
      assertThat(answers.isClosed()).isFalse();
    }
  }

  @Test
  void failsIfNoNameServerAnswersAndSaysWhy() throws Exception {
    int port = FreePort.choose();
    ClusterPlan plan = plan("127.0.0.1:" + port);
    assertThatThrownBy(() -> plan.start(line -> {}))
        .isInstanceOf(BrokerException.class)
        .hasMessage("no name server accepts a connection: 127.0.0.1:%d (Connection refused)", port);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"host", "host:", ":1", "host:0", "host:70000", "http://h:1", "::1:2", "a:1,A:1"})
  void refusesWhatIsNoAddress(String addresses) throws SettingsException {
    assertThat(problems("cluster.addresses=" + addresses))
        .singleElement()
        .asString()
        .startsWith("--set: cluster.addresses must ")
        .endsWith(", got \"" + addresses + "\"");
  }

  @Test
  void refusesToBeAskedForNothing() throws SettingsException {
    assertThat(problems())
        .containsExactly("cluster.addresses must name the name servers, as host:port;host:port");
  }

  @Test
  void proxiesAreNamedWhereTheClientAsksThem() throws Exception {
    assertThat(problems("cluster.addresses=h:1", "rocketmq.client=grpc"))
        .containsExactly(
            "cluster.proxy-addresses must name the proxies for rocketmq.client=grpc, as"
                + " host:port;host:port");
    try (ServerSocket answers = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        Cluster cluster =
            GivenSettings.plan(
                    new RocketMqClusterFactory(),
                    "external",
                    "cluster.addresses=127.0.0.1:" + answers.getLocalPort(),
                    "cluster.proxy-addresses=h:1;i:2",
                    "rocketmq.client=grpc")
                .start(line -> {})) {
      assertThat(cluster.facts()).containsEntry("proxies", "h:1;i:2");
    }
  }

  @Test
  void refusesSettingsOfAClusterThatIsNotOurs() throws SettingsException {
    assertThat(
            problems(
                "cluster.addresses=h:1", "cluster.flush=sync", "cluster.properties.brokerRole=x"))
        .containsExactly(
            "--set: cluster.flush cannot be set for an external cluster",
            "--set: cluster.properties.brokerRole cannot be set for an external cluster");
  }

  @Test
  void refusesEveryDocumentedSettingOfOurs() throws SettingsException {
    Settings ours = TestSettings.of();
    RocketMqProcesses.read(ours);
    for (String key : ours.effective().keySet()) {
      if (!key.equals(RocketMqSettings.CLIENT)
          && !List.of("cluster.host", "cluster.addresses", "cluster.tls").contains(key)) {
        assertThat(problems("cluster.addresses=h:1", key + "=1"))
            .containsExactly(
                String.format(Locale.ROOT, "--set: %s cannot be set for an external cluster", key));
      }
    }
  }

  private static ClusterPlan plan(String addresses) throws SettingsException {
    return GivenSettings.plan(
        new RocketMqClusterFactory(), "external", "cluster.addresses=" + addresses);
  }

  private static List<String> problems(String... assignments) throws SettingsException {
    Settings settings = TestSettings.of(assignments);
    new RocketMqClusterFactory().plan("external", settings);
    return GivenSettings.problems(settings);
  }
}
