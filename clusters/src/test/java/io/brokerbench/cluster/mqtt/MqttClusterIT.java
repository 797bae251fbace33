package io.brokerbench.cluster.mqtt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.awaitility.Awaitility.await;

import io.brokerbench.address.HostPort;
import io.brokerbench.child.HiveMqMain;
import io.brokerbench.cluster.GivenSettings;
import io.brokerbench.cluster.mqtt.MqttSettings.Account;
import io.brokerbench.cluster.node.PortRange;
import io.brokerbench.driver.BrokerException;
import io.brokerbench.driver.Cluster;
import io.brokerbench.driver.ClusterPlan;
import io.brokerbench.driver.Node;
import io.brokerbench.testkit.Listening;
import io.brokerbench.testkit.TestJvm;
import io.brokerbench.workload.SettingsException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import javax.management.MBeanServerConnection;
import javax.management.ObjectName;
import javax.management.remote.JMXConnector;
import javax.management.remote.JMXConnectorFactory;
import javax.management.remote.JMXServiceURL;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Brokers as processes; every cluster is gone without a trace afterwards. */
@Tag("ci")
final class MqttClusterIT {

  private static final int RECEIVE_MILLIS = 120_000;

  private final Path parent;

  MqttClusterIT(@TempDir Path parent) {
    this.parent = parent;
  }

  @AfterEach
  void nothingIsLeft() {
    assertThat(parent).isEmptyDirectory();
    // Guards see that their work is done.
    await()
        .atMost(Duration.ofMinutes(2))
        .until(
            () ->
                ProcessHandle.allProcesses()
                    .flatMap(process -> process.info().commandLine().stream())
                    .noneMatch(command -> command.contains(parent.toString())));
  }

  @Test
  @RequiresMosquitto
  void aMosquittoForwardsAndIsKnown(@TempDir Path logs) throws Exception {
    try (Cluster cluster =
        plan(
                "cluster.broker=mosquitto",
                "cluster.max-inflight=77",
                "cluster.max-queued=88",
                "cluster.properties.max_keepalive=99")
            .start(line -> {})) {
      assertForwards(port(cluster), port(cluster), "t", "t");
      assertThat(cluster.nodes()).extracting(Node::name).containsExactly("broker");
      assertThat(cluster.facts())
          .containsEntry("host", "process")
          .containsEntry("broker", "mosquitto")
          .containsEntry("release", MqttInstallation.find().orElseThrow().release().name())
          .containsEntry("maxInflight", 77)
          .containsEntry("maxQueued", 88)
          .containsEntry("maxPacketBytes", 16 << 20)
          .containsEntry("maxQos", 2)
          .containsEntry("bridge", false)
          .doesNotContainKeys("jmxAddress", "metricsAddresses");
      assertThat(node(cluster, "broker"))
          .containsEntry("pid", cluster.nodes().get(0).pid())
          .containsEntry("port", port(cluster))
          .extractingByKey("configuration")
          .asString()
          .contains(
              "max_inflight_messages 77",
              "max_queued_messages 88",
              "max_keepalive 99",
              "set_tcp_nodelay true");
      assertThat(
              Files.readString(
                  Path.of(
                      String.format(Locale.ROOT, "/proc/%d/comm", cluster.nodes().get(0).pid()))))
          .isEqualTo("mosquitto\n");
      assertListensOnLoopbackAlone(cluster, 1);
      cluster.saveLogs(logs);
      assertThat(logs.resolve("broker").resolve("console.log")).content().contains("running");
      assertThat(logs.resolve("broker").resolve("mosquitto.conf")).isNotEmptyFile();
      Node node = cluster.nodes().get(0);
      ProcessHandle.of(node.pid()).orElseThrow().destroyForcibly();
      await().atMost(Duration.ofMinutes(2)).until(() -> !node.alive());
      assertThatThrownBy(cluster::check)
          .isInstanceOf(BrokerException.class)
          .hasMessage("broker ended with exit code 137 (SIGKILL)");
    }
  }

  @Test
  @RequiresMosquitto
  void aBridgeForwardsBothWays() throws Exception {
    try (Cluster cluster =
        plan("cluster.broker=mosquitto", "cluster.bridge=true").start(line -> {})) {
      assertThat(cluster.nodes()).extracting(Node::name).containsExactly("a", "b");
      assertThat(cluster.facts()).containsEntry("bridge", true);
      int a = port(cluster, 0);
      int b = port(cluster, 1);
      assertThat(cluster.address()).isEqualTo("127.0.0.1:%d;127.0.0.1:%d", a, b);
      assertForwards(a, b, "bridge/x/1", "remote/bridge/x/1");
      assertForwards(b, a, "bridge/x/1", "remote/bridge/x/1");
    }
  }

  @Test
  @RequiresMosquitto
  void aBridgeHasTlsAndPasswordsLikeItsClients() throws Exception {
    try (Cluster cluster =
        plan(
                "cluster.broker=mosquitto",
                "cluster.bridge=true",
                "cluster.tls=true",
                "mqtt.user=somebody",
                "mqtt.password=a secret")
            .start(line -> {})) {
      assertThat(Path.of(String.valueOf(cluster.facts().get(Cluster.AUTHORITY_FILE))))
          .isNotEmptyFile();
      assertThatThrownBy(() -> connect(port(cluster)).close()).isInstanceOf(IOException.class);
    }
  }

  @Test
  @RequiresMosquitto
  void aBrokerThatRefusesClientsForGoodIsNotWaitedFor() throws Exception {
    String[] restricted = {
      "cluster.broker=mosquitto", "cluster.properties.clientid_prefixes=fleet-"
    };
    assertFailsToStart(
        plan(restricted),
        "broker refuses clients: CONNACK return code 5; check cluster.properties, such as"
            + " clientid_prefixes against mqtt.client-id-prefix, \"bb\"");
    plan(restricted[0], restricted[1], "mqtt.client-id-prefix=fleet-").start(line -> {}).close();
  }

  @Test
  @RequiresMosquitto
  void aWrongPasswordIsRefused() throws Exception {
    try (Cluster cluster =
        plan("cluster.broker=mosquitto", "mqtt.user=somebody", "mqtt.password=right")
            .start(line -> {})) {
      int port = port(cluster);
      for (Optional<Account> account :
          List.of(
              Optional.<Account>empty(),
              Optional.of(new Account("somebody", "wrong")),
              Optional.of(new Account("else", "right")))) {
        assertThatThrownBy(() -> new MqttConnection(port, Optional.empty(), account, "bb").close())
            .hasMessageStartingWith("CONNACK return code");
      }
      new MqttConnection(
              port, Optional.empty(), Optional.of(new Account("somebody", "right")), "bb")
          .close();
      assertThat(cluster.facts().toString()).doesNotContain("right");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"in-memory", "file"})
  void aHiveMqForwardsAndItsBeansCountIt(String persistence) throws Exception {
    try (Cluster cluster =
        plan(
                "cluster.heap=256m",
                TestJvm.CLUSTER_FLAGS,
                "cluster.persistence=" + persistence,
                "cluster.max-inflight=77")
            .start(line -> {})) {
      int port = port(cluster);
      assertThatThrownBy(() -> jmx(cluster, "guess").close()).isInstanceOf(SecurityException.class);
      assertThatThrownBy(() -> jmx(cluster, "").close()).isInstanceOf(SecurityException.class);
      String password = cluster.secret("jmxPassword").orElseThrow();
      assertSecret(cluster, password);
      try (JMXConnector connector = jmx(cluster, password)) {
        MBeanServerConnection beans = connector.getMBeanServerConnection();
        long before = count(beans, "incoming.publish");
        assertForwards(port, port, "t", "t");
        assertThat(count(beans, "incoming.publish")).isGreaterThan(before);
        assertThat(count(beans, "outgoing.publish")).isPositive();
      }
      assertThat(cluster.facts())
          .containsEntry("broker", "hivemq")
          .containsEntry("release", "2025.5")
          .containsEntry("javaVersion", System.getProperty("java.version"))
          .containsEntry("maxInflight", 77);
      assertThat(node(cluster, "broker"))
          .containsEntry("port", port)
          .extractingByKey("configuration")
          .asString()
          .contains(
              String.format(Locale.ROOT, "<mode>%s</mode>", persistence),
              "<enabled>false</enabled>");
      assertThat(node(cluster, "broker").get("maxOpenFiles"))
          .asInstanceOf(InstanceOfAssertFactories.LONG)
          .isPositive();
      Node node = cluster.nodes().get(0);
      await().atMost(Duration.ofMinutes(2)).until(() -> node.jvm().isPresent());
      assertListensOnLoopbackAlone(cluster, 2);
    }
  }

  @Test
  void aHiveMqHasTls() throws Exception {
    try (Cluster cluster =
        plan("cluster.heap=256m", TestJvm.CLUSTER_FLAGS, "cluster.tls=true").start(line -> {})) {
      assertThatThrownBy(() -> connect(port(cluster)).close()).isInstanceOf(IOException.class);
    }
  }

  @Test
  @RequiresMosquitto
  void aPortOfMosquittoTakenAfterTheCheckIsNamed() throws Exception {
    int port = PortRange.free(1).orElseThrow().first();
    assertFailsToStart(
        port,
        plan("cluster.broker=mosquitto", "cluster.port=" + port),
        String.format(
            Locale.ROOT, "broker ended with exit code 1: port %d: Address already in use", port));
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1})
  void aPortOfHiveMqTakenAfterTheCheckIsNamed(int which) throws Exception {
    int first = PortRange.free(2).orElseThrow().first();
    assertFailsToStart(
        first + which,
        plan("cluster.heap=256m", "cluster.port=" + first),
        String.format(
            Locale.ROOT,
            "broker ended with exit code 1: port %d: Address already in use",
            first + which));
  }

  @Test
  void aFlagThatTheJvmDoesNotKnowIsNamed() throws Exception {
    assertFailsToStart(
        plan("cluster.heap=256m", "cluster.jvm-flags=-XX:+NoSuchFlag"),
        "broker ended with exit code 1: Unrecognized VM option 'NoSuchFlag'");
  }

  private void assertFailsToStart(int takenPort, ClusterPlan plan, String cause)
      throws IOException {
    try (ServerSocket taken = new ServerSocket(takenPort, 1, InetAddress.getLoopbackAddress())) {
      assertThat(taken.isBound()).isTrue();
      assertFailsToStart(plan, cause);
    }
  }

  @Test
  @RequiresMosquitto
  void aLineThatIsRefusedIsNamed() throws Exception {
    assertFailsToStart(
        plan("cluster.broker=mosquitto", "cluster.properties.no_such_line=3"),
        "broker ended with exit code 3: Unknown configuration variable \"no_such_line\"."
            + " (mosquitto.conf:");
  }

  private ClusterPlan plan(String... assignments) throws SettingsException {
    return GivenSettings.plan(
        new MqttClusterFactory(),
        "process",
        Stream.concat(Stream.of("cluster.data-directory=" + parent), Stream.of(assignments))
            .toArray(String[]::new));
  }

  private void assertFailsToStart(ClusterPlan plan, String cause) throws IOException {
    BrokerException failure =
        catchThrowableOfType(BrokerException.class, () -> plan.start(line -> {}).close());
    assertThat(failure.getMessage()).contains(cause, "(logs are kept in " + parent).hasLineCount(1);
    try (Stream<Path> left = Files.list(parent)) {
      Path logs = left.toList().get(0);
      assertThat(logs).asString().endsWith("-logs");
      try (Stream<Path> files = Files.walk(logs)) {
        files
            .sorted(Comparator.reverseOrder())
            .forEach(file -> assertThat(file.toFile().delete()).isTrue());
      }
    }
  }

  private static void assertForwards(int from, int to, String sent, String received)
      throws IOException {
    try (MqttConnection receiver = connect(to);
        MqttConnection sender = connect(from)) {
      receiver.subscribe(received);
      sender.publish(sent, "hello");
      assertThat(receiver.receive(RECEIVE_MILLIS)).isEqualTo(received + " hello");
    }
  }

  private static MqttConnection connect(int port) throws IOException {
    return new MqttConnection(port, Optional.empty(), Optional.empty(), "bb");
  }

  private static int port(Cluster cluster) {
    return port(cluster, 0);
  }

  private static int port(Cluster cluster, int node) {
    return HostPort.list(cluster.address()).get(node).port();
  }

  private static Map<String, Object> node(Cluster cluster, String name) {
    return assertThat(cluster.facts().get("nodes"))
        .asInstanceOf(InstanceOfAssertFactories.map(String.class, Map.class))
        .extractingByKey(name)
        .asInstanceOf(InstanceOfAssertFactories.map(String.class, Object.class))
        .actual();
  }

  @SuppressWarnings("BanJNDI") // The address is our own broker's.
  private static JMXConnector jmx(Cluster cluster, String password) throws IOException {
    return JMXConnectorFactory.connect(
        new JMXServiceURL(
            String.format(
                Locale.ROOT,
                "service:jmx:rmi:///jndi/rmi://%s/jmxrmi",
                cluster.facts().get("jmxAddress"))),
        Map.of(JMXConnector.CREDENTIALS, new String[] {HiveMqMain.USER, password}));
  }

  /** Of use to this user alone. */
  private static void assertSecret(Cluster cluster, String password) throws IOException {
    assertThat(password).matches("[0-9a-f]{32}");
    assertThat(cluster.facts().toString()).doesNotContain(password);
    long pid = cluster.nodes().get(0).pid();
    assertThat(Files.readString(Path.of(String.format(Locale.ROOT, "/proc/%d/cmdline", pid))))
        .doesNotContain(password);
    Path file = Path.of(String.valueOf(cluster.facts().get("jmxPasswordFile")));
    assertThat(file).hasContent(password);
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
        .isEqualTo("rw-------");
  }

  private static long count(MBeanServerConnection beans, String what) throws Exception {
    return (Long)
        beans.getAttribute(
            new ObjectName(
                String.format(Locale.ROOT, "metrics:name=com.hivemq.messages.%s.count", what)),
            "Count");
  }

  private static void assertListensOnLoopbackAlone(Cluster cluster, int ports) throws Exception {
    assertThat(Listening.of(cluster)).hasSize(ports);
    assertThat(Listening.beyondLoopback(cluster)).isEmpty();
  }
}
