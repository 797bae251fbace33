package io.brokerbench.it;

import static io.brokerbench.junit.BenchmarkAssertions.assertThatRun;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;

import io.brokerbench.api.Benchmark;
import io.brokerbench.stored.StoredRun;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The Java API with brokers of all kinds, which it starts and stops. */
@Tag("nightly")
final class ApiIT {

  @TempDir private Path home;

  @Test
  @RequiresRabbitMq
  void measuresRabbitMqInProcesses() throws Exception {
    measureInProcesses("rabbitmq");
  }

  @Test
  void measuresMqttInProcesses() throws Exception {
    measureInProcesses("mqtt");
  }

  @Test
  @RequiresDocker
  void measuresRocketMqInContainers() throws Exception {
    measure("rocketmq", Docker.settings("5.5.0"));
    assertThat(Docker.containersOf(ProcessHandle.current().pid())).isEmpty();
  }

  private void measureInProcesses(String driver) throws Exception {
    Path data = Files.createDirectory(home.resolve("data"));
    measure(driver, "cluster.data-directory=" + data, SmallCluster.port());
    assertThat(data).isEmptyDirectory();
  }

  private void measure(String driver, String... settings) throws Exception {
    Benchmark benchmark =
        Benchmark.consumer()
            .driver(driver)
            .rate("50/s")
            .warmup(ofSeconds(0))
            .duration(ofSeconds(3))
            .output(home.resolve("results"))
            .set("consume.drain", "50s");
    for (String setting : settings) {
      String[] parts = setting.split("=", 2);
      benchmark.set(parts[0], parts[1]);
    }
    StoredRun run = benchmark.run();
    assertThatRun(run).losesNothing();
    assertThat(run.result().audit().acked()).isPositive();
    assertThat(run.directory().resolve("report.html")).exists();
  }
}
