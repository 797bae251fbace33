package io.brokerbench.cluster.rocketmq;

import static org.assertj.core.api.Assertions.assertThat;

import io.brokerbench.address.HostPort;
import io.brokerbench.cluster.Placement;
import io.brokerbench.cluster.node.Secret;
import io.brokerbench.workload.SettingsException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class BrokerPropertiesTest {

  private static final Placement<RocketMqPortLayout> SITE =
      new Placement<>(
          "cluster",
          new RocketMqPortLayout(20_000, 1, RocketMqTopology.DLEDGER, false),
          HostPort.LOOPBACK,
          HostPort.LOOPBACK,
          Path::of,
          Secret.make(),
          Optional.empty());

  @ParameterizedTest
  @CsvSource({
    "5.5.0, async, async, ASYNC_MASTER, 1, ASYNC_FLUSH",
    "5.5.0, sync, sync, SYNC_MASTER, 2, SYNC_FLUSH",
    "5.5.0, async, sync-role, SYNC_MASTER, 1, ASYNC_FLUSH",
    "4.9.7, sync, sync, SYNC_MASTER, , SYNC_FLUSH",
  })
  void synchronousReplicationNeedsTwoCopiesFromReleaseFiveOn(
      String release,
      String flush,
      String replication,
      String role,
      String inSyncReplicas,
      String flushType)
      throws SettingsException {
    assertThat(
            properties(
                BrokerProperties.MASTER_ID,
                "cluster.version=" + release,
                "cluster.flush=" + flush,
                "cluster.replication=" + replication))
        .containsEntry("brokerRole", role)
        .containsEntry("flushDiskType", flushType)
        .satisfies(p -> assertThat(p.get("inSyncReplicas")).isEqualTo(inSyncReplicas));
  }

  @Test
  void masterAndSlaveShareNameAndDifferInPorts() throws SettingsException {
    Map<String, String> master = properties(BrokerProperties.MASTER_ID);
    Map<String, String> slave = properties(1);
    assertThat(slave.get("brokerName")).isEqualTo(master.get("brokerName"));
    assertThat(slave.get("brokerRole")).isEqualTo("SLAVE");
    assertThat(Integer.parseInt(slave.get("listenPort")) - 2)
        .as("the slave's second port lies behind all of the master's")
        .isGreaterThan(Integer.parseInt(master.get("haListenPort")));
  }

  @Test
  void eachOfTwoMastersHasAGroupOfItsOwn() throws SettingsException {
    List<Map<String, String>> brokers = new ArrayList<>();
    for (int broker = 0; broker < 4; broker++) {
      brokers.add(properties(broker, "cluster.topology=2m2s", "cluster.replication=sync"));
    }
    assertThat(brokers)
        .extracting(p -> p.get("brokerName") + " " + p.get("brokerId") + " " + p.get("brokerRole"))
        .containsExactly(
            "broker-a 0 SYNC_MASTER",
            "broker-a 1 SLAVE",
            "broker-b 0 SYNC_MASTER",
            "broker-b 1 SLAVE");
    assertThat(brokers)
        .allSatisfy(
            p ->
                assertThat(p)
                    .containsEntry("totalReplicas", "2")
                    .containsEntry("inSyncReplicas", "2"));
  }

  @Test
  void twoSlavesFollowOneMaster() throws SettingsException {
    for (int broker = 1; broker < 3; broker++) {
      assertThat(properties(broker, "cluster.topology=1m2s"))
          .containsEntry("brokerName", "broker-a")
          .containsEntry("brokerId", Integer.toString(broker))
          .containsEntry("brokerRole", "SLAVE")
          .containsEntry("totalReplicas", "3");
    }
  }

  @ParameterizedTest
  @CsvSource({"1m1s, 1, 0", "1m2s, 2, 0", "2m2s, 1, 0", "2m2s, 3, 2"})
  void aSlaveKnowsTheMasterOfItsGroup(String topology, int slave, int master)
      throws SettingsException {
    String[] settings = {"cluster.topology=" + topology, "cluster.version=4.9.7"};
    assertThat(properties(slave, settings).get("haMasterAddress"))
        .isEqualTo("127.0.0.1:" + properties(master, settings).get("haListenPort"));
  }

  @Test
  void membersOfADLedgerGroupKnowThemselvesAndEachOther() throws SettingsException {
    List<Map<String, String>> members = new ArrayList<>();
    for (int broker = 0; broker < 3; broker++) {
      members.add(properties(broker, "cluster.topology=dledger", "cluster.version=4.9.7"));
    }
    assertThat(members).extracting(p -> p.get("dLegerSelfId")).containsExactly("n0", "n1", "n2");
    assertThat(members)
        .extracting(p -> p.get("listenPort"))
        .containsExactly("20003", "20007", "20011");
    assertThat(members)
        .allSatisfy(
            p ->
                assertThat(p)
                    .containsEntry("enableDLegerCommitLog", "true")
                    .containsEntry("brokerName", "broker-a")
                    .containsEntry("dLegerGroup", "broker-a")
                    .containsEntry(
                        "dLegerPeers", "n0-127.0.0.1:20002;n1-127.0.0.1:20006;n2-127.0.0.1:20010")
                    .doesNotContainKeys("brokerRole", "brokerId"));
  }

  @ParameterizedTest
  @CsvSource({"async, false, 1", "sync, true, 2"})
  void aControllerSaysWhoIsMasterAndTheMasterWhomItWaitsFor(
      String replication, String allInSync, String atLeast) throws SettingsException {
    Map<String, String> broker =
        properties(1, "cluster.topology=controller", "cluster.replication=" + replication);
    assertThat(broker)
        .containsEntry("enableControllerMode", "true")
        .containsEntry("brokerId", "-1")
        .containsEntry("allAckInSyncStateSet", allInSync)
        .containsEntry("minInSyncReplicas", atLeast)
        .containsEntry("inSyncReplicas", atLeast)
        .doesNotContainKey("brokerRole");
    Map<String, String> nameServer =
        Nodes.of(
                RocketMqProcesses.read(TestSettings.of("cluster.topology=controller")).rocketMq(),
                SITE)
            .get(0)
            .properties();
    assertThat(nameServer)
        .containsEntry("enableControllerInNamesrv", "true")
        .containsEntry("controllerDLegerSelfId", "n0")
        .containsEntry("controllerDLegerPeers", "n0-" + broker.get("controllerAddr"));
    assertThat(broker.get("controllerAddr"))
        .isNotIn(
            broker.get("namesrvAddr"),
            "127.0.0.1:" + broker.get("listenPort"),
            "127.0.0.1:" + broker.get("haListenPort"));
  }

  @ParameterizedTest
  @CsvSource({
    "1m, 'namesrv, master'",
    "1m1s, 'namesrv, master, slave'",
    "1m2s, 'namesrv, master, slave-1, slave-2'",
    "2m, 'namesrv, master-a, master-b'",
    "2m2s, 'namesrv, master-a, slave-a, master-b, slave-b'",
    "dledger, 'namesrv, broker-0, broker-1, broker-2'",
    "controller, 'namesrv, broker-0, broker-1'",
  })
  void brokersAreNamedByTheirRoleWhereItIsTheirsForGood(String topology, String names)
      throws SettingsException {
    assertThat(
            Nodes.of(
                RocketMqProcesses.read(TestSettings.of("cluster.topology=" + topology)).rocketMq(),
                SITE))
        .extracting(RocketMqNodeSpec::name)
        .containsExactly(names.split(", ", -1));
  }

  @Test
  void givenPropertiesGoBeforeOurs() throws SettingsException {
    assertThat(
            properties(
                BrokerProperties.MASTER_ID,
                "cluster.properties.timerWheelEnable=true",
                "cluster.properties.sendMessageThreadPoolNums=4"))
        .containsEntry("timerWheelEnable", "true")
        .containsEntry("sendMessageThreadPoolNums", "4");
  }

  private static Map<String, String> properties(int brokerId, String... assignments)
      throws SettingsException {
    return BrokerProperties.of(
        RocketMqProcesses.read(TestSettings.of(assignments)).rocketMq(),
        SITE,
        Path.of("store"),
        brokerId);
  }
}
