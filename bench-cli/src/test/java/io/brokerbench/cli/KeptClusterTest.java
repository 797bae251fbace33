package io.brokerbench.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.brokerbench.driver.Cluster;
import io.brokerbench.file.BadInputException;
import io.brokerbench.testkit.StatedCluster;
import io.brokerbench.workload.SettingsInForce;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

final class KeptClusterTest {

  private final Path results;

  KeptClusterTest(@TempDir Path results) {
    this.results = results;
  }

  private void write(String startedAt) throws Exception {
    long pid = ProcessHandle.current().pid();
    new KeptCluster(pid, startedAt, "127.0.0.1:9876", " -n 127.0.0.1:9876", Map.of("master", pid))
        .write(results);
  }

  /** An instant would differ after a step of the machine's clock, and the cluster would be lost. */
  @Test
  @EnabledOnOs(OS.LINUX)
  void theKeeperIsKnownByTheKernelsFigureOfItsStart() throws Exception {
    String stat = Files.readString(Path.of("/proc/self/stat"));
    String ticks = stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1)[19];
    write(ticks);
    assertThat(KeptCluster.read(results)).isPresent();
    write("1" + ticks);
    assertThat(KeptCluster.read(results)).isEmpty();
  }

  @Test
  void aFileInPlaceOfTheDirectoryIsBadInput() throws Exception {
    Path file = Files.createFile(results.resolve("notes.txt"));
    assertThatThrownBy(() -> KeptCluster.read(file))
        .isInstanceOf(BadInputException.class)
        .hasMessageStartingWith(file.resolve("cluster.json") + " cannot be read: ")
        .hasMessageContaining("--out");
  }

  @Test
  void theFlagsOfTheCommandThatMeasuresItAreQuotedForAShell() {
    Map<String, Object> facts = new LinkedHashMap<>();
    facts.put("tls", true);
    facts.put(Cluster.AUTHORITY_FILE, "/data/Ada's disk/authority.pem");
    StatedCluster cluster = new StatedCluster("127.0.0.1:1;127.0.0.1:2", facts);
    SettingsInForce settings = new SettingsInForce(Map.of("flush", "sync"), Set.of("flush"));
    assertThat(KeptCluster.of(cluster, "rocketmq", settings).flags())
        .isEqualTo(
            " -n '127.0.0.1:1;127.0.0.1:2' --set cluster.tls=true"
                + " --set tls.authorities='/data/Ada'\\''s disk/authority.pem'");
  }

  @Test
  void theCommandThatMeasuresItUsesItsAccount() {
    Map<String, String> values =
        Map.of(
            "rabbitmq.user", "ada",
            "rabbitmq.password", "env:BENCH_PASSWORD",
            "rabbitmq.virtual-host", "a b",
            "rabbitmq.queue-type", "quorum");
    StatedCluster cluster = new StatedCluster("127.0.0.1:5672");
    assertThat(
            KeptCluster.of(cluster, "rabbitmq", new SettingsInForce(values, values.keySet()))
                .flags())
        .isEqualTo(
            " -n 127.0.0.1:5672 --driver rabbitmq --set rabbitmq.user=ada"
                + " --set rabbitmq.password=env:BENCH_PASSWORD --set rabbitmq.virtual-host='a b'");
    assertThat(KeptCluster.of(cluster, "rabbitmq", new SettingsInForce(values, Set.of())).flags())
        .isEqualTo(" -n 127.0.0.1:5672 --driver rabbitmq");
  }

  @Test
  void theCommandThatMeasuresAMosquittoUsesItsAccount() {
    Map<String, String> values = Map.of("mqtt.user", "ada", "mqtt.password", "env:BENCH_PASSWORD");
    StatedCluster cluster = new StatedCluster("127.0.0.1:1883");
    assertThat(
            KeptCluster.of(cluster, "mqtt", new SettingsInForce(values, values.keySet())).flags())
        .isEqualTo(
            " -n 127.0.0.1:1883 --driver mqtt --set mqtt.user=ada"
                + " --set mqtt.password=env:BENCH_PASSWORD");
  }
}
