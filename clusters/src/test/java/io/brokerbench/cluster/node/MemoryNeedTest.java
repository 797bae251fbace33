package io.brokerbench.cluster.node;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

final class MemoryNeedTest {

  @Test
  void containersOnThisMachineHaveWhatIsFree() throws Exception {
    long total =
        Files.readAllLines(Path.of("/proc/meminfo")).stream()
            .filter(line -> line.startsWith("MemTotal:"))
            .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")) * 1024)
            .findFirst()
            .orElseThrow();
    assertThat(MemoryNeed.availableToContainersBytes(total, true)).isPositive().isLessThan(total);
    assertThat(MemoryNeed.availableToContainersBytes(1, true)).isEqualTo(1);
  }

  @Test
  void ofAnotherMachineAllIsKnown() {
    assertThat(MemoryNeed.availableToContainersBytes(Long.MAX_VALUE, false))
        .isEqualTo(Long.MAX_VALUE);
  }
}
