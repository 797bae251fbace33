package io.brokerbench.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.brokerbench.workload.SettingsException;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class BrokerPropertiesTest {

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
    Map<String, String> slave = properties(BrokerProperties.SLAVE_ID);
    assertThat(slave.get("brokerName")).isEqualTo(master.get("brokerName"));
    assertThat(slave.get("brokerRole")).isEqualTo("SLAVE");
    assertThat(Integer.parseInt(slave.get("listenPort")) - 2)
        .as("the slave's second port lies behind all of the master's")
        .isGreaterThan(Integer.parseInt(master.get("haListenPort")));
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
        ProcessSettings.read(TestSettings.of(assignments)).rocketMq(),
        new Site("cluster", new PortLayout(20_000, 2), Site.LOOPBACK, Site.LOOPBACK, Path::of),
        Path.of("store"),
        brokerId);
  }
}
