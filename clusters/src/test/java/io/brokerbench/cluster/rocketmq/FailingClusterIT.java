package io.brokerbench.cluster.rocketmq;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.awaitility.Awaitility.await;

import io.brokerbench.cluster.GivenSettings;
import io.brokerbench.cluster.node.PortRange;
import io.brokerbench.cluster.process.JavaRuntime;
import io.brokerbench.driver.BrokerException;
import io.brokerbench.driver.Cluster;
import io.brokerbench.driver.ClusterPlan;
import io.brokerbench.driver.Node;
import io.brokerbench.testkit.TestJvm;
import io.brokerbench.workload.Settings;
import io.brokerbench.workload.SettingsException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Tag("ci")
final class FailingClusterIT {

  private final Path parent;

  FailingClusterIT(@TempDir Path parent) {
    this.parent = parent;
  }

  @Test
  void aBrokerThatCannotStartSaysWhyInOneLineAndItsLogsAreKept() throws Exception {
    assertFailsToStart(
        plan("cluster.properties.sendMessageThreadPoolNums=0"),
        "master ended with exit code 255: java.lang.IllegalArgumentException");
  }

  @Test
  void aPortTakenAfterTheCheckIsNamedByTheBrokersLog() throws Exception {
    RocketMqPortLayout layout =
        new RocketMqPortLayout(
            PortRange.free(5).orElseThrow().first(), 1, RocketMqTopology.MASTER, false);
    ClusterPlan plan = plan("cluster.port=" + layout.first());
    try (ServerSocket taken =
        new ServerSocket(
            layout.listen(BrokerProperties.MASTER_ID), 1, InetAddress.getLoopbackAddress())) {
      assertThat(taken.isBound()).isTrue();
      assertFailsToStart(
          plan, "master ended with exit code 255: java.net.BindException: Address already in use");
    }
  }

  @Test
  void aJvmThatCannotStartIsToldInItsOwnWords() throws Exception {
    Path java = Files.writeString(parent.resolve("java"), script());
    assertThat(java.toFile().setExecutable(true)).isTrue();
    assertFailsToStart(plan("cluster.java=" + java), "Error occurred during initialization of VM");
    Files.delete(java);
  }

  @Test
  void checkNamesTheNodeThatEndedAndHow() throws Exception {
    try (Cluster cluster = plan().start(line -> {})) {
      cluster.check();
      Node master = cluster.nodes().get(1);
      ProcessHandle.of(master.pid()).orElseThrow().destroyForcibly();
      await().atMost(Duration.ofMinutes(2)).until(() -> !master.alive());
      assertThatThrownBy(cluster::check)
          .isInstanceOf(BrokerException.class)
          .hasMessage("master ended with exit code 137 (SIGKILL)");
    }
    assertThat(parent).isEmptyDirectory();
  }

  @ParameterizedTest
  @CsvSource({"5.5.1, 5.5.0", "4.9.8, 4.9.7"})
  void aReleaseThatIsNotThereIsRefusedWithTheNearestThatIs(String release, String nearest)
      throws SettingsException {
    assertThat(problems("cluster.version=" + release))
        .containsExactly(
            String.format(
                Locale.ROOT,
                "--set: cluster.version must be a release that Maven Central has name server and"
                    + " broker of, got \"%s\"; the nearest is %s",
                release,
                nearest));
  }

  @Test
  void aPropertyThatNoBrokerKnowsIsRefused() throws SettingsException {
    assertThat(
            problems(
                "cluster.version=4.9.7",
                "cluster.properties.sendMesageThreadPoolNums=1",
                "cluster.properties.haSendHeartbeatInterval=soon"))
        .containsExactly(
            "--set: cluster.properties.haSendHeartbeatInterval must be of type int, got \"soon\"",
            "--set: cluster.properties.sendMesageThreadPoolNums is no property of a broker of"
                + " release 4.9.7; did you mean sendMessageThreadPoolNums?");
  }

  private ClusterPlan plan(String... assignments) throws SettingsException {
    return GivenSettings.plan(
        new RocketMqClusterFactory(),
        "process",
        Stream.concat(
                Stream.of(
                    "cluster.version=4.9.7",
                    "cluster.topology=1m",
                    "cluster.heap=128m",
                    TestJvm.CLUSTER_FLAGS,
                    "cluster.data-directory=" + parent),
                Stream.of(assignments))
            .toArray(String[]::new));
  }

  private static List<String> problems(String... assignments) throws SettingsException {
    Settings settings = TestSettings.of(assignments);
    new RocketMqClusterFactory().plan("process", settings);
    return GivenSettings.problems(settings);
  }

  private void assertFailsToStart(ClusterPlan plan, String cause) throws IOException {
    BrokerException failure =
        catchThrowableOfType(BrokerException.class, () -> plan.start(line -> {}).close());
    assertThat(failure.getMessage()).contains(cause, "(logs are kept in " + parent).hasLineCount(1);
    try (Stream<Path> left = Files.list(parent).filter(Files::isDirectory)) {
      Path logs = left.toList().get(0);
      assertThat(logs.toString()).endsWith("-logs");
      assertThat(logs.resolve("master").resolve("console.log")).exists();
    }
    // Guards see that their work is done.
    await()
        .atMost(Duration.ofMinutes(2))
        .until(() -> ProcessHandle.current().children().noneMatch(ProcessHandle::isAlive));
  }

  /** Answers the question for its version, and nothing else. */
  private static String script() {
    return String.format(
        Locale.ROOT,
        """
        #!/bin/sh
        case "$*" in
          *-version) exec "%s" "$@" ;;
          *) echo 'Error occurred during initialization of VM'; echo 'why'; exit 1 ;;
        esac
        """,
        JavaRuntime.current().executable());
  }
}
