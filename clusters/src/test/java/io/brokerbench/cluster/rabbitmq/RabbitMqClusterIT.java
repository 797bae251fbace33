package io.brokerbench.cluster.rabbitmq;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.brokerbench.cluster.GivenSettings;
import io.brokerbench.driver.BrokerException;
import io.brokerbench.driver.Cluster;
import io.brokerbench.driver.Node;
import io.brokerbench.testkit.Listening;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** One cluster for all tests, of which only the last does it harm. */
@Tag("ci")
@RequiresRabbitMq
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
final class RabbitMqClusterIT {

  private static final long HANGUP_AND_INTERRUPT = 3;

  private final Path parent;
  private final Cluster cluster;

  RabbitMqClusterIT(@TempDir Path parent) throws Exception {
    this.parent = parent;
    cluster =
        GivenSettings.plan(
                new RabbitMqClusterFactory(),
                "process",
                "cluster.data-directory=" + parent,
                "cluster.memory-watermark=256m",
                "cluster.properties.channel_max=77",
                "rabbitmq.user=some \"body\"",
                "rabbitmq.virtual-host=a\\b")
            .start(line -> {});
  }

  @AfterAll
  void closingLeavesNoProcessAndNoDirectory() {
    List<Node> nodes = cluster.nodes();
    String directory = String.valueOf(cluster.facts().get("dataDirectory"));
    assertThat(commandsWith(directory)).isNotEmpty();
    cluster.close();
    assertThat(nodes).noneMatch(Node::alive);
    assertThat(parent).isEmptyDirectory();
    // The port mapper's guard sees that its work is done.
    await().atMost(Duration.ofMinutes(2)).until(() -> commandsWith(directory).isEmpty());
    cluster.close();
  }

  @Test
  void threeNodesAreOneCluster() throws Exception {
    assertThat(cluster.nodes()).extracting(Node::name).containsExactly("r1", "r2", "r3");
    assertThat(cluster.nodes()).allMatch(Node::alive);
    cluster.check();
    assertThat(running(cluster))
        .containsExactlyInAnyOrder("\"r1@localhost\"", "\"r2@localhost\"", "\"r3@localhost\"");
  }

  private static List<String> running(Cluster cluster) throws Exception {
    String status = Ctl.of(cluster).run("cluster_status", "--formatter", "json");
    return List.of(
        status.replaceFirst("(?s).*\"running_nodes\":\\[([^]]*)\\].*", "$1").split(",", -1));
  }

  @Tag("nightly")
  @ParameterizedTest
  @ValueSource(ints = {2, 5})
  void aClusterHasAsManyNodesAsWanted(int nodes, @TempDir Path directory) throws Exception {
    try (Cluster other =
        GivenSettings.plan(
                new RabbitMqClusterFactory(),
                "process",
                "cluster.data-directory=" + directory,
                "cluster.memory-watermark=256m",
                "cluster.nodes=" + nodes)
            .start(line -> {})) {
      assertThat(other.nodes()).hasSize(nodes).allMatch(Node::alive);
      assertThat(running(other)).hasSize(nodes).contains("\"r" + nodes + "@localhost\"");
    }
  }

  @Test
  void everyAddressTakesConnections() throws IOException {
    List<String> addresses = List.of(cluster.address().split(";", -1));
    assertThat(addresses).hasSize(3).doesNotHaveDuplicates();
    for (String address : addresses) {
      int port = Integer.parseInt(address.substring("127.0.0.1:".length()));
      try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
        assertThat(socket.isConnected()).isTrue();
      }
    }
  }

  @Test
  void everyPortIsOnLoopbackAlone() {
    // Of each node three, and the port mapper's.
    assertThat(Listening.of(cluster)).hasSizeGreaterThanOrEqualTo(10);
    assertThat(Listening.beyondLoopback(cluster)).isEmpty();
  }

  @Test
  void theCookieIsRandomAndTheOwnersAlone() throws IOException {
    Path data = Path.of(String.valueOf(cluster.facts().get("dataDirectory")));
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(data)))
        .isEqualTo("rwx------");
    Set<String> cookies = new HashSet<>();
    for (Node node : cluster.nodes()) {
      Path file = data.resolve(node.name()).resolve("user").resolve(".erlang.cookie");
      assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
          .isEqualTo("r--------");
      String cookie = Files.readString(file);
      cookies.add(cookie);
      assertThat(cookie).matches("[0-9a-f]{32}");
      assertThat(cluster.facts().toString()).doesNotContain(cookie);
      assertThat(Files.readString(proc(node, "cmdline"))).doesNotContain(cookie);
      assertThat(Files.readString(proc(node, "environ"))).doesNotContain(cookie);
    }
    assertThat(cookies).hasSize(1);
  }

  @Test
  void everyNodeTellsItsFiguresUnderItsName() throws Exception {
    List<String> metrics =
        List.of(String.valueOf(cluster.facts().get("metricsAddresses")).split(";", -1));
    assertThat(metrics).hasSize(3);
    for (int node = 0; node < metrics.size(); node++) {
      assertThat(Metrics.of(metrics.get(node)))
          .contains(
              String.format(Locale.ROOT, "rabbitmq_version=\"%s\"", cluster.facts().get("release")))
          .contains(String.format(Locale.ROOT, "rabbitmq_node=\"r%d@localhost\"", node + 1))
          .contains(String.format(Locale.ROOT, "rabbitmq_cluster=\"%s\"", parentOf(cluster)));
    }
  }

  @Test
  void theDriversAccountAndThePolicyOfMirrorsAreThere() throws Exception {
    Ctl ctl = Ctl.of(cluster);
    assertThat(ctl.run("authenticate_user", "some \"body\"", "guest")).contains("Success");
    assertThat(ctl.run("list_user_permissions", "some \"body\"")).contains("a\\b\t.*\t.*\t.*");
    assertThat(ctl.run("list_policies", "-p", "a\\b"))
        .contains("mirrored\t^mirrored\\.\tqueues")
        .contains("\"ha-params\":2", "\"ha-sync-mode\":\"automatic\"", "min-masters");
  }

  @Test
  void propertiesAreInForce() throws Exception {
    assertThat(Ctl.of(cluster).run("eval", "application:get_env(rabbit, channel_max)."))
        .contains("{ok,77}");
  }

  @Test
  void factsNameWhatWasStarted() {
    assertThat(cluster.facts())
        .containsEntry("host", "process")
        .containsEntry("tls", false)
        .containsEntry("memoryWatermarkBytes", 256L << 20)
        .hasEntrySatisfying(
            "erlangVersion", version -> assertThat(version.toString()).matches("\\d+\\..*"));
    assertThat(cluster.facts().get("nodes"))
        .asInstanceOf(InstanceOfAssertFactories.map(String.class, Map.class))
        .containsOnlyKeys("r1", "r2", "r3")
        .extractingByKey("r2")
        .asInstanceOf(InstanceOfAssertFactories.MAP)
        .containsEntry("pid", cluster.nodes().get(1).pid())
        .containsEntry("nodeName", "r2@localhost")
        .containsKeys("port", "metricsPort", "distributionPort")
        .extractingByKey("properties")
        .asString()
        .contains("channel_max=77")
        .doesNotContain("guest");
  }

  @Test
  void thePidIsThatOfTheVirtualMachine() throws IOException {
    for (Node node : cluster.nodes()) {
      assertThat(Files.readString(proc(node, "comm"))).isEqualTo("beam.smp\n");
      assertThat(node.jvm()).isEmpty();
    }
  }

  @Test
  void noNodeHeedsTheTerminal() throws IOException {
    for (Node node : cluster.nodes()) {
      String ignored =
          Files.readAllLines(proc(node, "status")).stream()
              .filter(line -> line.startsWith("SigIgn:"))
              .map(line -> line.substring("SigIgn:".length()).strip())
              .findFirst()
              .orElseThrow();
      assertThat(Long.parseUnsignedLong(ignored, 16) & HANGUP_AND_INTERRUPT)
          .isEqualTo(HANGUP_AND_INTERRUPT);
    }
  }

  @Test
  void aPausedNodeStandsStillUntilItIsResumed() throws Exception {
    Node node = cluster.nodes().get(2);
    node.pause();
    // Its threads stop one after the other, each when it next runs.
    await().atMost(Duration.ofMinutes(2)).until(() -> state(node) == 'T');
    assertThat(node.alive()).isTrue();
    node.resume();
    await().atMost(Duration.ofMinutes(2)).until(() -> state(node) != 'T');
  }

  @Test
  void logsAreSavedWithoutSecrets(@TempDir Path logs) throws IOException {
    cluster.saveLogs(logs);
    assertThat(logs.resolve("r3").resolve("console.log"))
        .content()
        .contains("Server startup complete");
    assertThat(logs.resolve("r3").resolve("rabbitmq.conf")).content().contains("channel_max = 77");
    try (var files = Files.walk(logs)) {
      assertThat(files).noneMatch(file -> file.endsWith("definitions.json"));
    }
  }

  @Test
  @Order(Integer.MAX_VALUE)
  void checkNamesTheNodeThatEndedAndHow() {
    Node node = cluster.nodes().get(1);
    ProcessHandle.of(node.pid()).orElseThrow().destroyForcibly();
    await().atMost(Duration.ofMinutes(2)).until(() -> !node.alive());
    assertThatThrownBy(cluster::check)
        .isInstanceOf(BrokerException.class)
        .hasMessage("r2 ended with exit code 137 (SIGKILL)");
  }

  private static String parentOf(Cluster cluster) {
    return Path.of(String.valueOf(cluster.facts().get("dataDirectory"))).getFileName().toString();
  }

  private static List<String> commandsWith(String text) {
    return ProcessHandle.allProcesses()
        .flatMap(process -> process.info().commandLine().stream())
        .filter(command -> command.contains(text))
        .toList();
  }

  private static char state(Node node) throws IOException {
    String stat = Files.readString(proc(node, "stat"));
    return stat.charAt(stat.lastIndexOf(')') + 2);
  }

  private static Path proc(Node node, String file) {
    return Path.of("/proc", Long.toString(node.pid()), file);
  }
}
