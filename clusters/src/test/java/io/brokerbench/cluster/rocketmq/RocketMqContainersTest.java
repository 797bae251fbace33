package io.brokerbench.cluster.rocketmq;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.brokerbench.cluster.GivenSettings;
import io.brokerbench.cluster.node.MemoryNeed;
import io.brokerbench.driver.BrokerException;
import io.brokerbench.workload.Settings;
import io.brokerbench.workload.SettingsException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class RocketMqContainersTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "cluster.container.network=bridge | cluster.container.network must be one of auto, host, pod, got \"bridge\"",
        "cluster.container.cpus=-1 | cluster.container.cpus must be a number of processors up to 1,024, such as 1.5, or 0, got \"-1\"",
        "cluster.container.cpus=NaN | cluster.container.cpus must be a number of processors up to 1,024, such as 1.5, or 0, got \"NaN\"",
        "cluster.container.memory=512m | cluster.container.memory must hold cluster.heap, direct memory (as much, and 512m at least) and the overhead of a JVM, 2,315,255,808 bytes, got 536,870,912",
        "cluster.container.write-iops=-1 | cluster.container.write-iops must be a whole number from 0 to 10,000,000, got \"-1\"",
        "cluster.container.replication-delay=5 | cluster.container.replication-delay must be a duration with its unit, such as 5s or 5ms, got \"5\"",
        "cluster.container.replication-delay=500us | cluster.container.replication-delay must be whole milliseconds",
        "cluster.java=/usr | cluster.java is for cluster.host process",
        "cluster.data-directory=/tmp | cluster.data-directory is for cluster.host process",
        "cluster.addresses=h:1 | cluster.addresses is for cluster.host external",
        "cluster.container.cpu=1 | there is no setting cluster.container.cpu here; did you mean cluster.container.cpus?",
      })
  void refusesWhatCannotBe(String assignment, String problem) throws SettingsException {
    assertThat(problems(assignment)).containsExactly("--set: " + problem);
  }

  @Test
  void theMemoryOfAContainerAlsoHoldsTheFileSystemOfItsMessages() throws SettingsException {
    assertThat(problems("cluster.container.memory=3g", "cluster.container.store-size=1g"))
        .containsExactly(
            "--set: cluster.container.memory must hold cluster.heap, direct memory (as much, and 512m at least) and the overhead of a JVM, and cluster.container.store-size, 3,388,997,632 bytes, got 3,221,225,472");
    assertThat(problems("cluster.container.memory=4g", "cluster.container.store-size=1g"))
        .isEmpty();
  }

  @Test
  void theMemoryOfDockerAlsoHoldsTheFileSystemsOfTheMessages() throws Exception {
    String topology = "cluster.topology=2m";
    RocketMqContainers.read(TestSettings.of(topology)).memory().requireOfDocker(8L << 30);
    MemoryNeed need =
        RocketMqContainers.read(TestSettings.of(topology, "cluster.container.store-size=4g"))
            .memory();
    need.requireOfDocker(13L << 30);
    assertThatThrownBy(() -> need.requireOfDocker(8L << 30))
        .isInstanceOf(BrokerException.class)
        .hasMessage(
            "cluster.container.store-size needs 12.7 GiB of memory, with the nodes themselves, but 8.0 GiB are available to Docker; set less");
  }

  @Test
  void replicationIsHeldUpOnlyWhereThereIsASlaveInAPod() throws SettingsException {
    assertThat(
            problems(
                "cluster.container.replication-delay=5ms",
                "cluster.container.network=host",
                "cluster.topology=1m"))
        .containsExactly(
            "--set: cluster.container.replication-delay needs a master and its slave, but cluster.topology is 1m",
            "--set: cluster.container.replication-delay needs cluster.container.network pod");
  }

  @Test
  void aPlannedDelayNeedsAPodWithMasterAndSlave() throws SettingsException {
    String[] delay = {"faults.1.at=5s", "faults.1.delay=slave", "faults.1.for=5s"};
    assertThat(RocketMqContainers.read(TestSettings.of(delay)).needsPod()).isTrue();
    assertThat(RocketMqContainers.read(TestSettings.of("faults.1.kill=slave")).needsPod())
        .isFalse();
    assertThat(
            RocketMqContainers.read(
                    TestSettings.of("faults.1.delay=slave", "cluster.topology=dledger"))
                .delaysReplication())
        .isFalse();
    assertThat(problems("faults.1.delay=namesrv"))
        .containsExactly(
            "--set: faults.1.delay must be slave, which the master's data reaches late, got \"namesrv\"");
  }

  @Test
  void onlyBrokersHaveADiskToFill() throws SettingsException {
    for (String target : List.of("namesrv", "namesrv-1", "proxy", "controller leader")) {
      assertThat(problems("cluster.container.store-size=1g", "faults.1.fill-disk=" + target))
          .containsExactly(
              "--set: faults.1.fill-disk must be a broker, whose messages have a file system of their own, got \""
                  + target
                  + "\"");
    }
    for (String target : List.of("master", "slave-b", "broker-1", "leader of queue 0")) {
      assertThat(problems("cluster.container.store-size=1g", "faults.1.fill-disk=" + target))
          .isEmpty();
    }
  }

  @Test
  void theImageIsTheOfficialOneOfTheVersion() throws SettingsException {
    assertThat(RocketMqContainers.read(TestSettings.of("cluster.version=5.3.3")).options().image())
        .isEqualTo("apache/rocketmq:5.3.3");
    assertThat(
            RocketMqContainers.read(TestSettings.of("cluster.container.image=a/b:c"))
                .options()
                .image())
        .isEqualTo("a/b:c");
  }

  private static List<String> problems(String... assignments) throws SettingsException {
    Settings settings = TestSettings.of(assignments);
    RocketMqContainers.read(settings);
    return GivenSettings.problems(settings);
  }
}
