package io.brokerbench.cluster.rocketmq;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.brokerbench.address.HostPort;
import io.brokerbench.child.ChildMain;
import io.brokerbench.cluster.Placement;
import io.brokerbench.cluster.node.Secret;
import io.brokerbench.driver.ClusterPlan.Targets;
import io.brokerbench.driver.NodeRole;
import io.brokerbench.workload.Settings;
import io.brokerbench.workload.SettingsException;
import java.io.ByteArrayInputStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

final class NodesTest {

  private static final Placement<RocketMqPortLayout> SITE =
      site(new RocketMqPortLayout(20_000, 1, RocketMqTopology.MASTER, true));

  private static Placement<RocketMqPortLayout> site(RocketMqPortLayout ports) {
    return new Placement<>(
        "c",
        ports,
        HostPort.LOOPBACK,
        HostPort.LOOPBACK,
        Path::of,
        Secret.make(),
        Optional.empty());
  }

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
    assertThat(new String(proxy.program().fileContent(proxy.properties()), UTF_8))
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
    assertThat(SITE.ports().ofClients()).containsExactly(20_000, 20_001, 20_003, 20_005);
  }

  @Test
  void inLocalModeTheProgramOfTheProxyStartsTheMaster() throws SettingsException {
    Settings settings = TestSettings.of("rocketmq.client=grpc", "cluster.proxy-mode=local");
    RocketMqSettings read = RocketMqProcesses.read(settings).rocketMq();
    List<RocketMqNodeSpec> nodes = Nodes.of(read, site(read.ports(20_000)));
    assertThat(Nodes.targets(read).nodes()).containsExactly("namesrv", "master", "slave");
    RocketMqNodeSpec master = nodes.get(1);
    assertThat(master.command("java", List.of(), "jars"))
        .endsWith(
            ChildMain.class.getName(),
            "org.apache.rocketmq.proxy.ProxyStartup",
            "-pc",
            "master/conf/master.json",
            "-bc",
            "master/conf/master.conf");
    assertThat(master.process(List.of(), Map.of()).files())
        .containsKeys("conf/master.json", "conf/master.conf");
    assertThat(master.localProxy().orElseThrow())
        .containsEntry("proxyMode", "LOCAL")
        .containsEntry("grpcServerPort", "20009");
    assertThat(nodes.get(2).hasProxy()).isFalse();
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
    RocketMqPortLayout ports =
        new RocketMqPortLayout(20_000, 1, RocketMqTopology.CONTROLLER, false);
    assertThat(ports.controllerAddresses()).isEqualTo("127.0.0.1:20001");
    assertThat(ports.ofClients()).containsExactly(20_000, 20_001, 20_002, 20_004, 20_006, 20_008);
    assertThat(
            new RocketMqPortLayout(20_000, 1, RocketMqTopology.MASTER_AND_SLAVE, false).ofClients())
        .containsExactly(20_000, 20_001, 20_003, 20_005, 20_007);
  }

  @Test
  void eachOfTwoMastersIsAGroupWithQueuesOfItsOwn() throws SettingsException {
    assertThat(targets("2m").nodes()).containsExactly("namesrv", "master-a", "master-b");
    assertThat(targets("2m").brokerGroups()).isEqualTo(2);
    assertThat(targets("2m2s").brokerGroups()).isEqualTo(2);
    assertThat(targets("1m2s").brokerGroups()).isEqualTo(1);
    assertThat(targets("controller-3").brokerGroups()).isEqualTo(1);
  }

  @Test
  void brokersClientsAndControllersKnowEachNameServer() throws SettingsException {
    Settings settings = TestSettings.of("cluster.topology=controller", "cluster.name-servers=3");
    RocketMqSettings read = RocketMqProcesses.read(settings).rocketMq();
    RocketMqPortLayout ports = read.ports(20_000);
    String addresses = "127.0.0.1:20000;127.0.0.1:20001;127.0.0.1:20002";
    assertThat(ports.nameServerAddresses()).isEqualTo(addresses);
    List<RocketMqNodeSpec> nodes = Nodes.of(read, site(ports));
    assertThat(nodes)
        .extracting(RocketMqNodeSpec::name)
        .containsExactly("namesrv-0", "namesrv-1", "namesrv-2", "broker-0", "broker-1")
        .containsExactlyElementsOf(Nodes.targets(read).nodes());
    String peers = "n0-127.0.0.1:20003;n1-127.0.0.1:20004;n2-127.0.0.1:20005";
    for (int nameServer = 0; nameServer < 3; nameServer++) {
      assertThat(nodes.get(nameServer).properties())
          .containsEntry("listenPort", String.valueOf(20_000 + nameServer))
          .containsEntry("controllerDLegerSelfId", "n" + nameServer)
          .containsEntry("controllerDLegerPeers", peers);
    }
    assertThat(nodes.get(4).properties())
        .containsEntry("namesrvAddr", addresses)
        .containsEntry("controllerAddr", peers.replaceAll("n\\d-", ""));
    List<Integer> distinct =
        nodes.subList(3, 5).stream()
            .flatMap(broker -> Stream.of(broker.port(), broker.port() - 2, broker.port() + 1))
            .toList();
    assertThat(distinct).doesNotHaveDuplicates().allMatch(port -> port > 20_005);
    assertThat(ports.range().last()).isEqualTo(20_013);
  }

  @Test
  void directoriesOutsideAsciiAreReadAsTheyAreWritten() throws Exception {
    SortedMap<String, String> written = new TreeMap<>();
    written.put("storePathRootDir", "/F\u00fc\u00dfe \\ \ud834\udd1e/master/store");
    written.put("listenPort", "20001");
    for (NodeProgram program : List.of(NodeProgram.NAME_SERVER, NodeProgram.BROKER)) {
      Properties read = new Properties();
      read.load(new ByteArrayInputStream(program.fileContent(written)));
      assertThat(read).isEqualTo(written);
    }
  }

  private static Targets targets(String topology) throws SettingsException {
    return Nodes.targets(
        RocketMqProcesses.read(TestSettings.of("cluster.topology=" + topology)).rocketMq());
  }
}
