package io.brokerbench.cluster.rocketmq;

import static org.assertj.core.api.Assertions.assertThat;

import io.brokerbench.cluster.GivenSettings;
import io.brokerbench.cluster.node.PortRange;
import io.brokerbench.workload.Settings;
import io.brokerbench.workload.SettingsException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.Locale;
import org.junit.jupiter.api.Test;

final class RocketMqFeasibilityTest {

  private static final long GIB = 1L << 30;

  @Test
  void namesThePortThatIsTaken() throws Exception {
    RocketMqPortLayout layout =
        new RocketMqPortLayout(
            PortRange.free(9).orElseThrow().first(), 1, RocketMqTopology.MASTER_AND_SLAVE, false);
    int taken = layout.listen(1) - 2;
    try (ServerSocket socket = new ServerSocket(taken, 1, InetAddress.getLoopbackAddress())) {
      Settings settings = TestSettings.of("cluster.port=" + layout.first());
      checkPorts(RocketMqProcesses.read(settings).rocketMq(), settings);
      assertThat(GivenSettings.problems(settings))
          .containsExactly(
              String.format(
                  Locale.ROOT,
                  "--set: cluster.port %d needs ports %d to %d, of which another process has %d",
                  layout.first(),
                  layout.first(),
                  layout.first() + 8,
                  socket.getLocalPort()));
    }
  }

  @Test
  void refusesPortsBeyondTheLast() throws SettingsException {
    Settings settings = TestSettings.of("cluster.port=65530");
    checkPorts(RocketMqProcesses.read(settings).rocketMq(), settings);
    assertThat(GivenSettings.problems(settings))
        .containsExactly(
            "--set: cluster.port must leave room for the ports behind it: 65530 needs ports up to"
                + " 65538");
  }

  @Test
  void aProxyTakesPortsAndMemoryOfItsOwn() throws SettingsException {
    Settings settings = TestSettings.of("cluster.port=65526", "rocketmq.client=grpc");
    RocketMqSettings wanted = RocketMqProcesses.read(settings).rocketMq();
    checkPorts(wanted, settings);
    RocketMqFeasibility.memory(wanted).check(5 * GIB, settings);
    assertThat(GivenSettings.problems(settings))
        .hasSize(2)
        .anyMatch(problem -> problem.endsWith("65526 needs ports up to 65536"))
        .anyMatch(problem -> problem.startsWith("cluster.heap needs 5.9 GiB"));
    Settings local = TestSettings.of("cluster.proxy-mode=local", "rocketmq.client=grpc");
    RocketMqFeasibility.memory(RocketMqProcesses.read(local).rocketMq()).check(5 * GIB, local);
    assertThat(GivenSettings.problems(local)).isEmpty();
  }

  @Test
  void saysHowMuchMemoryIsMissing() throws SettingsException {
    Settings settings = TestSettings.of("cluster.heap=2g");
    RocketMqFeasibility.memory(RocketMqProcesses.read(settings).rocketMq())
        .check(4 * GIB, settings);
    assertThat(GivenSettings.problems(settings))
        .singleElement()
        .asString()
        .contains("cluster.heap needs 8.7 GiB", "4.7 GiB are missing", "cluster.topology 1m");
  }

  @Test
  void takesMemoryThatJustSuffices() throws SettingsException {
    Settings settings = TestSettings.of("cluster.heap=1g");
    RocketMqFeasibility.memory(RocketMqProcesses.read(settings).rocketMq())
        .check(5 * GIB, settings);
    assertThat(GivenSettings.problems(settings)).isEmpty();
  }

  @Test
  void countsOnlyTheDiskBelowTheLevelWhereBrokersStop() throws SettingsException {
    Settings settings = TestSettings.of();
    RocketMqProcesses wanted = RocketMqProcesses.read(settings);
    RocketMqFeasibility.checkDisk(wanted, 100 * GIB, 15 * GIB, 15 * GIB, settings);
    assertThat(GivenSettings.problems(settings)).isEmpty();
    RocketMqFeasibility.checkDisk(wanted, 100 * GIB, 12 * GIB, 12 * GIB, settings);
    assertThat(GivenSettings.problems(settings))
        .singleElement()
        .asString()
        .contains("needs room for 4.0 GiB before its disk is 90 % full", "has 2.0 GiB");
  }

  private static void checkPorts(RocketMqSettings wanted, Settings settings) {
    wanted.namedPorts().orElseThrow().checkFree(settings);
  }

  @Test
  void freePortsAreFree() throws IOException {
    RocketMqPortLayout layout =
        new RocketMqPortLayout(
            PortRange.free(9).orElseThrow().first(), 1, RocketMqTopology.MASTER_AND_SLAVE, false);
    try (ServerSocket socket = new ServerSocket(layout.nameServer(0))) {
      assertThat(layout.range().busy()).containsExactly(socket.getLocalPort());
    }
    assertThat(layout.range().busy()).isEmpty();
  }
}
