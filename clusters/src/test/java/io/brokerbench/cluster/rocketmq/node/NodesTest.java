package io.brokerbench.cluster.rocketmq.node;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.brokerbench.address.HostPort;
import io.brokerbench.child.ChildMain;
import io.brokerbench.cluster.Placement;
import io.brokerbench.cluster.node.Secret;
import io.brokerbench.cluster.rocketmq.RocketMqProcesses;
import io.brokerbench.cluster.rocketmq.TestSettings;
import io.brokerbench.cluster.rocketmq.settings.RocketMqPortLayout;
import io.brokerbench.cluster.rocketmq.settings.RocketMqTopology;
import io.brokerbench.driver.ClusterPlan.Targets;
import io.brokerbench.driver.NodeRole;
import io.brokerbench.workload.SettingsException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class NodesTest {

  private static final Placement<RocketMqPortLayout> SITE =
      new Placement<>(
          "c",
          new RocketMqPortLayout(20_000, RocketMqTopology.MASTER, true),
          HostPort.LOOPBACK,
          HostPort.LOOPBACK,
          Path::of,
          Secret.make(),
          Optional.empty());

  @Test
  void aProxyFindsTheBrokersByTheirNameServerAndTakesTheirLargestMessages()
      throws SettingsException {
    RocketMqNodeSpec proxy =
        Nodes.proxy(
            RocketMqProcesses.read(
                    TestSettings.of(
                        "cluster.topology=1m",
                        "rocketmq.client=grpc",
                        "cluster.properties.maxMessageSize=8388608"))
                .rocketMq(),
            SITE);
    assertThat(proxy.command("java", List.of(), "jars"))
        .endsWith(
            ChildMain.class.getName(),
            "org.apache.rocketmq.proxy.ProxyStartup",
            "-pc",
            "proxy/conf/proxy.json");
    assertThat(new String(proxy.fileContent(), UTF_8))
        .isEqualTo(
            """
            {
              "grpcServerPort": "20005",
              "localServeAddr": "127.0.0.1",
              "maxMessageSize": "8388608",
              "namesrvAddr": "127.0.0.1:20000",
              "proxyMode": "CLUSTER",
              "proxyName": "proxy",
              "remotingListenPort": "20006",
              "rocketMQClusterName": "c"
            }
            """);
    assertThat(SITE.ports().range().last()).isEqualTo(20_006);
  }

  @Test
  void theControllerOfANameServerCanLeadAndBeAsked() throws SettingsException {
    assertThat(targets("controller-3").nodes())
        .containsExactly("namesrv", "broker-0", "broker-1", "broker-2");
    assertThat(targets("controller").roles())
        .containsExactly(NodeRole.MASTER, NodeRole.SLAVE, NodeRole.CONTROLLER_LEADER);
    assertThat(targets("dledger").roles()).containsExactly(NodeRole.MASTER, NodeRole.SLAVE);
    assertThat(targets("1m1s").roles()).isEmpty();
    assertThat(targets("2m2s").roles()).isEmpty();
    RocketMqPortLayout ports = new RocketMqPortLayout(20_000, RocketMqTopology.CONTROLLER, false);
    assertThat(ports.controllerAddress()).isEqualTo("127.0.0.1:20002");
    assertThat(ports.ofClients()).contains(20_002);
    assertThat(new RocketMqPortLayout(20_000, RocketMqTopology.MASTER_AND_SLAVE, false).ofClients())
        .doesNotContain(20_002);
  }

  private static Targets targets(String topology) throws SettingsException {
    return Nodes.targets(
        RocketMqProcesses.read(TestSettings.of("cluster.topology=" + topology)).rocketMq());
  }
}
