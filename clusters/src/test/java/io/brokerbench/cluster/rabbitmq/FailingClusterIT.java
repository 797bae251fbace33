package io.brokerbench.cluster.rabbitmq;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.brokerbench.cluster.GivenSettings;
import io.brokerbench.cluster.node.PortRange;
import io.brokerbench.driver.BrokerException;
import io.brokerbench.driver.ClusterPlan;
import io.brokerbench.workload.SettingsException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Tag("ci")
@RequiresRabbitMq
final class FailingClusterIT {

  private final Path parent;

  FailingClusterIT(@TempDir Path parent) {
    this.parent = parent;
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "no_such_key=3 | Conf file attempted to set unknown variable: no_such_key",
        "channel_max=abc | Error transforming datatype for: channel_max; \"abc\" cannot be converted to a(n) integer",
      })
  void aPropertyThatIsRefusedIsNamedInOneLineAndLogsAreKept(String property, String cause)
      throws Exception {
    assertFailsToStart(
        plan("cluster.properties." + property), "r1 ended with exit code 1: " + cause);
  }

  @Test
  void aPortTakenAfterTheCheckIsNamed() throws Exception {
    PortRange range =
        PortRange.free(new RabbitMqPortLayout(0, 1, false).range().count()).orElseThrow();
    int port = new RabbitMqPortLayout(range.first(), 1, false).amqp(0);
    ClusterPlan plan = plan("cluster.port=" + range.first());
    try (ServerSocket taken = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
      assertThat(taken.isBound()).isTrue();
      assertFailsToStart(
          plan, String.format(Locale.ROOT, "port %d: eaddrinuse (address already in use)", port));
    }
  }

  @Test
  void aPortOfTheMapperTakenAfterTheCheckIsNamed() throws Exception {
    PortRange range =
        PortRange.free(new RabbitMqPortLayout(0, 1, false).range().count()).orElseThrow();
    ClusterPlan plan = plan("cluster.port=" + range.first());
    try (ServerSocket taken =
        new ServerSocket(range.first(), 1, InetAddress.getLoopbackAddress())) {
      assertThat(taken.isBound()).isTrue();
      assertFailsToStart(
          plan,
          String.format(
              Locale.ROOT,
              "epmd ended with exit code 0: port %d: another process has it",
              range.first()));
    }
  }

  private ClusterPlan plan(String assignment) throws SettingsException {
    return GivenSettings.plan(
        new RabbitMqClusterFactory(),
        "process",
        "cluster.nodes=1",
        "cluster.memory-watermark=256m",
        "cluster.data-directory=" + parent,
        assignment);
  }

  private void assertFailsToStart(ClusterPlan plan, String cause) throws IOException {
    BrokerException failure =
        catchThrowableOfType(BrokerException.class, () -> plan.start(line -> {}).close());
    assertThat(failure.getMessage()).contains(cause, "(logs are kept in " + parent).hasLineCount(1);
    try (Stream<Path> left = Files.list(parent)) {
      assertThat(left).singleElement().asString().endsWith("-logs");
    }
  }
}
