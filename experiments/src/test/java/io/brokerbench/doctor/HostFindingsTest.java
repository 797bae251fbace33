package io.brokerbench.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class HostFindingsTest {

  private static final String GOVERNOR = "sys/devices/system/cpu/cpu0/cpufreq/scaling_governor";

  private final Path root;

  HostFindingsTest(@TempDir Path root) {
    this.root = root;
  }

  private void put(String file, String text) throws IOException {
    Path path = root.resolve(file);
    Files.createDirectories(Objects.requireNonNull(path.getParent()));
    Files.writeString(path, text);
  }

  private static Finding find(List<Finding> findings, String name) {
    return findings.stream().filter(each -> each.name().equals(name)).findFirst().orElseThrow();
  }

  @Test
  void aGoodHostIsOfNoConcern() throws IOException {
    put("proc/loadavg", "1.99 5.00 5.00 1/100 42\n");
    put("proc/stat", "cpu  100 0 50 800 10 0 5 30 7 0\ncpu0 1 1 1 1 1 1 1 1 1 1\n");
    put("proc/meminfo", "MemTotal: 9000000 kB\nMemAvailable:    4194304 kB\n");
    put("proc/self/limits", "Limit Soft Hard\nMax open files            1048576   2097152 files\n");
    put(GOVERNOR, "performance\n");
    HostFindings host = new HostFindings(root, 8);
    put("proc/loadavg", "7.00 5.00 5.00 1/100 42\n");
    put("proc/stat", "cpu  200 0 50 1600 10 0 5 75 7 0\n");
    List<Finding> findings = host.findings();
    assertThat(findings).allSatisfy(each -> assertThat(each.concern()).isEmpty());
    assertThat(findings)
        .extracting(Finding::value)
        .containsExactly("8", "1.99", "4.8 %", "performance", "4.0 GiB", "1,048,576");
  }

  @Test
  void whatIsAmissIsOfConcern() throws IOException {
    put("proc/loadavg", "0.51 0.00 0.00 1/100 42\n");
    put("proc/stat", "cpu  0 0 0 0 0 0 0 0 0 0\n");
    put("proc/meminfo", "MemAvailable:    4194303 kB\n");
    put("proc/self/limits", "Max open files            1024                 1024        files\n");
    put(GOVERNOR, "powersave\n");
    HostFindings host = new HostFindings(root, 2);
    put("proc/stat", "cpu  0 0 0 90 0 0 0 10 0 0\n");
    assertThat(host.findings())
        .hasSize(6)
        .allSatisfy(each -> assertThat(each.concern()).isNotEmpty());
    assertThat(find(host.findings(), "steal").value()).isEqualTo("10.0 %");
  }

  @Test
  void whatASystemDoesNotTellIsSaidSo() {
    List<Finding> findings = new HostFindings(root, 4).findings();
    assertThat(findings).allSatisfy(each -> assertThat(each.concern()).isEmpty());
    assertThat(findings).filteredOn(each -> each.value().equals("unknown")).hasSize(5);
  }
}
