package io.brokerbench.cluster.rocketmq;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.brokerbench.child.ChildMain;
import io.brokerbench.cluster.GivenSettings;
import io.brokerbench.driver.BrokerException;
import io.brokerbench.driver.Cluster;
import io.brokerbench.driver.Node;
import io.brokerbench.testkit.Listening;
import io.brokerbench.testkit.TestJvm;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** One cluster for all tests, none of which does it harm. */
@Tag("ci")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class RunningClusterIT {

  private static final long SIGINT_BIT = 1L << (2 - 1);

  private final Path parent;
  private final Cluster cluster;

  RunningClusterIT(@TempDir Path parent) throws Exception {
    this.parent = parent;
    cluster =
        GivenSettings.plan(
                new RocketMqClusterFactory(),
                "process",
                "cluster.heap=256m",
                TestJvm.CLUSTER_FLAGS,
                "cluster.data-directory=" + parent,
                "cluster.properties.sendMessageThreadPoolNums=3")
            .start(line -> {});
  }

  @BeforeAll
  void everyProcessRuns() throws BrokerException {
    assertThat(cluster.nodes())
        .extracting(Node::name)
        .containsExactly("namesrv", "master", "slave");
    assertThat(cluster.nodes()).allMatch(Node::alive);
    cluster.check();
  }

  @AfterAll
  void closingLeavesNoProcessAndNoDirectory() {
    List<Node> nodes = cluster.nodes();
    cluster.close();
    assertThat(nodes).noneMatch(Node::alive);
    assertThat(nodes).noneMatch(node -> ProcessHandle.of(node.pid()).isPresent());
    assertThat(parent).isEmptyDirectory();
    cluster.close();
  }

  @Test
  void theAddressIsTheNameServers() throws IOException {
    assertThat(cluster.address()).startsWith("127.0.0.1:");
    int port = Integer.parseInt(cluster.address().substring("127.0.0.1:".length()));
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
      assertThat(socket.isConnected()).isTrue();
    }
  }

  @Test
  void everyPortIsOnLoopbackAlone() {
    // Of each broker three, and the name server's.
    assertThat(Listening.of(cluster)).hasSizeGreaterThanOrEqualTo(6);
    assertThat(Listening.beyondLoopback(cluster)).isEmpty();
  }

  @Test
  void dataAndKeptLogsAreTheOwnersAlone(@TempDir Path parent) throws IOException {
    Path logs = parent.resolve("logs");
    cluster.saveLogs(logs);
    for (Path each : List.of(logs, Path.of(cluster.facts().get("dataDirectory") + ""))) {
      assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(each)))
          .isEqualTo("rwx------");
    }
  }

  @Test
  void everyNodeTellsHeapAndCollections() {
    for (Node node : cluster.nodes()) {
      await()
          .atMost(Duration.ofMinutes(2))
          .until(() -> node.jvm().isPresent() && node.jvm().get().heapUsedBytes() > 0);
    }
  }

  @Test
  void theConsoleHoldsWhatWasSaidAndNotTheFigures(@TempDir Path logs) throws IOException {
    cluster.saveLogs(logs);
    assertThat(Files.readString(logs.resolve("master").resolve("console.log")))
        .contains("boot success")
        .doesNotContain(ChildMain.USAGE);
    assertThat(logs.resolve("slave").resolve("rocketmq.log")).isNotEmptyFile();
    assertThat(logs.resolve("slave").resolve("slave.conf")).isNotEmptyFile();
    assertThat(logs.resolve("namesrv").resolve("console.log")).isNotEmptyFile();
  }

  @Test
  void factsNameWhatWasStarted() {
    assertThat(cluster.facts())
        .containsEntry("host", "process")
        .containsEntry("release", "5.5.0")
        .containsEntry("topology", "1m1s")
        .containsEntry("javaVersion", System.getProperty("java.version"));
    assertThat(cluster.facts().get("nodes"))
        .asInstanceOf(InstanceOfAssertFactories.map(String.class, Map.class))
        .containsOnlyKeys("namesrv", "master", "slave")
        .extractingByKey("master")
        .asString()
        .contains("sendMessageThreadPoolNums=3", "-Xmx262144k");
  }

  @Test
  void aPausedNodeStandsStillUntilItIsResumed() throws Exception {
    Node slave = cluster.nodes().get(2);
    slave.pause();
    // Its threads stop one after the other, each when it next runs.
    await().atMost(Duration.ofMinutes(2)).until(() -> state(slave) == 'T');
    assertThat(slave.alive()).isTrue();
    slave.resume();
    await().atMost(Duration.ofMinutes(2)).until(() -> state(slave) != 'T');
  }

  @Test
  void noNodeHeedsCtrlC() throws IOException {
    for (Node node : cluster.nodes()) {
      String ignored =
          Files.readAllLines(Path.of("/proc", Long.toString(node.pid()), "status")).stream()
              .filter(line -> line.startsWith("SigIgn:"))
              .map(line -> line.substring("SigIgn:".length()).strip())
              .findFirst()
              .orElseThrow();
      assertThat(Long.parseUnsignedLong(ignored, 16) & SIGINT_BIT).isEqualTo(SIGINT_BIT);
    }
  }

  @Test
  void nothingOfOursIsInherited() throws IOException {
    for (Node node : cluster.nodes()) {
      Path process = Path.of("/proc", Long.toString(node.pid()));
      assertThat(Files.readString(process.resolve("environ")).split("\0", -1))
          .filteredOn(variable -> !variable.isEmpty())
          .allMatch(variable -> variable.matches("(ROCKETMQ_HOME|LC_ALL|PWD)=.*"));
    }
  }

  @Test
  void noJvmLeavesPerformanceDataBehind() {
    // A killed JVM does not remove it.
    String user = System.getProperty("user.name");
    for (Node node : cluster.nodes()) {
      assertThat(Path.of("/tmp", "hsperfdata_" + user, Long.toString(node.pid()))).doesNotExist();
    }
  }

  private static char state(Node node) throws IOException {
    String stat = Files.readString(Path.of("/proc", Long.toString(node.pid()), "stat"));
    return stat.charAt(stat.lastIndexOf(')') + 2);
  }
}
