package io.brokerbench.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.brokerbench.cluster.node.MemoryNeed;
import io.brokerbench.cluster.node.PortRange;
import io.brokerbench.cluster.process.ProcessHost;
import io.brokerbench.workload.Settings;
import io.brokerbench.workload.SettingsReader;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** What a running cluster has already is not demanded again. */
final class RunningClusterTest {

  @Test
  void memoryDiskAndPortsAreCheckedBeforeTheStartOnly() throws Exception {
    Settings before = new SettingsReader().settings();
    check(before);
    assertThat(GivenSettings.problems(before)).hasSize(3);
    Settings after = new SettingsReader().clusterIsRunning().settings();
    check(after);
    assertThat(GivenSettings.problems(after)).isEmpty();
  }

  private static void check(Settings settings) throws Exception {
    new MemoryNeed("cluster.heap", 2, "", "set a smaller heap").check(1, settings);
    ProcessHost.checkDisk(Path.of("data"), 2, "", 1, settings);
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      PortRange.of(taken.getLocalPort(), 1).checkFree(settings);
    }
  }
}
