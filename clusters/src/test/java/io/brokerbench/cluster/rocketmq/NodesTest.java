package io.brokerbench.cluster.rocketmq;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.brokerbench.child.ChildMain;
import io.brokerbench.workload.SettingsException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

final class NodesTest {

  private static final Site SITE =
      new Site("c", new PortLayout(20_000, 1, true), Site.LOOPBACK, Site.LOOPBACK, Path::of);

  @Test
  void aProxyFindsTheBrokersByTheirNameServerAndTakesTheirLargestMessages()
      throws SettingsException {
    NodeSpec proxy =
        Nodes.proxy(
            ProcessSettings.read(
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
    assertThat(SITE.ports().last()).isEqualTo(20_006);
  }
}
