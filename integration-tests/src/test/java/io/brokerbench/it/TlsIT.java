package io.brokerbench.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.brokerbench.driver.Cluster;
import io.brokerbench.testkit.TestCertificates;
import io.brokerbench.testkit.TestJvm;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Verification of brokers, and certificates of clients, with every driver. */
@Tag("ci")
@RequiresMosquitto
@RequiresRabbitMq
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class TlsIT {

  private static final String LOAD =
      "--warmup 0 --duration 0 --set load.threads=1 --set topic.queues=1 --set load.messages=";
  private static final int MESSAGES = 30;

  private final Path directory;
  private final TestCertificates certificates;
  private final Map<String, Cluster> clusters = new HashMap<>();
  private String authority = "";
  private Path hosts = Path.of("");

  @TempDir private Path home;

  TlsIT(@TempDir Path directory) {
    this.directory = directory;
    this.certificates = new TestCertificates(directory);
  }

  @BeforeAll
  void make() throws Exception {
    certificates.makeUsual();
    certificates.issue("mq_1", "trusted", "dns:mq_1");
    hosts = Files.writeString(directory.resolve("hosts"), "127.0.0.1 mq_1 localhost\n");
    authority = certificates.pem("trusted").toString();
  }

  @AfterAll
  void end() {
    clusters.values().forEach(Cluster::close);
  }

  @Tag("nightly")
  @ParameterizedTest
  @CsvSource({
    "rocketmq, load.settle=10s",
    "rabbitmq, load.settle=10s",
    "mqtt, mqtt.client=hivemq",
    "mqtt, mqtt.client=paho"
  })
  void aBrokerWithAnotherCertificateGetsNothing(String driver, String client) throws Exception {
    String address = plain(driver);
    Map<String, String> reasons =
        Map.of(
            "elsewhere", "its certificate is for another host",
            "expired", "its certificate has expired",
            "strange", "its certificate was not issued by a trusted authority");
    for (Map.Entry<String, String> each : reasons.entrySet()) {
      try (TlsFront front = TlsFront.of(certificates.server(each.getKey(), "trusted"), address)) {
        Outcome outcome = run(driver, front.address(), tls(authority, client));
        assertThat(outcome.endedWith(3).err().lines())
            .as(each.getKey())
            .singleElement()
            .asString()
            .contains(each.getValue());
        assertThat(front.accepted()).as(each.getKey()).isPositive();
        assertThat(front.passed()).as(each.getKey()).isZero();
        assertThat(ResultDirectory.in(outcome.results())).isEmpty();
      }
    }
  }

  @Tag("nightly")
  @ParameterizedTest
  @CsvSource({"rabbitmq, ", "mqtt, mqtt.client=hivemq", "mqtt, mqtt.client=paho"})
  void aBrokerIsVerifiedByTheGivenAuthority(String driver, String client) throws Exception {
    try (TlsFront front = TlsFront.of(certificates.server("here", "trusted"), plain(driver))) {
      String library = client == null ? "load.settle=10s" : client;
      // The metrics of RabbitMQ's node are not behind TLS, and not named.
      Accounts accounts =
          Accounts.of(run(driver, front.address(), tls(authority, library)).measured());
      assertThat(accounts.assertEveryMessageHasOneOutcome().acked()).isEqualTo(MESSAGES);
      assertThat(front.passed()).isPositive();
      ResultDirectory unverified =
          run(driver, front.address(), "cluster.tls=true", "tls.verify=false", library).measured();
      assertThat(unverified.json().at("/workload/tls/verify").asText())
          .as("%s", unverified.json().path("workload"))
          .isEqualTo("false");
    }
  }

  /** A RocketMQ run ends at the broker, whose address is that of its name server's answer. */
  @Tag("nightly")
  @ParameterizedTest
  @CsvSource({
    "rocketmq, load.settle=10s",
    "rabbitmq, load.settle=10s",
    "mqtt, mqtt.client=hivemq",
    "mqtt, mqtt.client=paho"
  })
  void aNameWithAnUnderscoreIsVerified(String driver, String client) throws Exception {
    String plain = plain(driver);
    for (String certificate : List.of("mq_1", "here", "elsewhere")) {
      boolean right = certificate.equals("mq_1");
      try (TlsFront front = TlsFront.of(certificates.server(certificate, "trusted"), plain)) {
        Outcome outcome =
            run(
                Map.of("JAVA_TOOL_OPTIONS", "-Djdk.net.hosts.file=" + hosts),
                driver,
                front.address().replace("127.0.0.1", "mq_1"),
                tls(authority, client));
        assertThat(front.passed() > 0).as("%s: %s", certificate, outcome).isEqualTo(right);
        if (!right) {
          assertThat(outcome.endedWith(3).err()).contains("its certificate is for another host");
        } else if (!driver.equals("rocketmq")) {
          assertThat(Accounts.of(outcome.measured()).acked()).isEqualTo(MESSAGES);
        }
      }
    }
  }

  @Tag("nightly")
  @ParameterizedTest
  @ValueSource(strings = {"hivemq", "paho"})
  void mosquittoGetsTheCertificateOfItsClients(String client) throws Exception {
    Path broker = Files.createDirectory(home.resolve("mosquitto"));
    try (Mosquitto mosquitto =
        Mosquitto.start(
            broker,
            "certfile " + certificates.pem("here"),
            "keyfile " + certificates.key("here"),
            "cafile " + authority,
            "require_certificate true",
            "use_identity_as_username true")) {
      Outcome without = run("mqtt", mosquitto.address(), tls(authority, "mqtt.client=" + client));
      assertThat(without.endedWith(3).err().lines()).singleElement().asString().contains("refuse");
      assertThat(mosquitto.log()).doesNotContain("New client connected");
      for (String[] mutual : mutual(authority, "mqtt.client=" + client)) {
        Accounts.of(run("mqtt", mosquitto.address(), mutual).measured()).areComplete();
      }
      assertThat(mosquitto.log()).contains("New client connected");
    }
  }

  @Tag("nightly")
  @Test
  void aNodeOfRabbitMqGetsTheCertificateOfItsClients() throws Exception {
    try (Cluster node =
        RabbitMq.start(
            Files.createDirectory(home.resolve("rabbitmq")),
            "cluster.nodes=1",
            "cluster.tls=true",
            "cluster.properties.ssl_options.cacertfile=" + authority,
            "cluster.properties.ssl_options.verify=verify_peer",
            "cluster.properties.ssl_options.fail_if_no_peer_cert=true")) {
      String own = String.valueOf(node.facts().get(Cluster.AUTHORITY_FILE));
      String metrics = "cluster.metrics-addresses=" + node.facts().get("metricsAddresses");
      Outcome without = run("rabbitmq", node.address(), tls(own, metrics));
      assertThat(without.endedWith(3).err().lines())
          .singleElement()
          .asString()
          .contains("accepts a connection: it ", "check tls.certificate");
      assertThat(RabbitMq.metric(node, "rabbitmq_connections_opened_total")).isZero();
      for (String[] mutual : mutual(own, metrics)) {
        Accounts.of(run("rabbitmq", node.address(), mutual).measured()).areComplete();
      }
      assertThat(RabbitMq.metric(node, "rabbitmq_connections_opened_total")).isPositive();
    }
  }

  @Tag("nightly")
  @Test
  void aBrokerOfRocketMqGetsTheCertificateOfItsClients() throws Exception {
    try (Cluster cluster =
        OwnCluster.start(
            "cluster.data-directory=" + Files.createDirectory(home.resolve("rocketmq")),
            "cluster.topology=1m",
            "cluster.heap=256m",
            SmallCluster.port(),
            "cluster.tls=true",
            TestJvm.CLUSTER_FLAGS
                + " -Dtls.server.mode=enforcing -Dtls.server.need.client.auth=require"
                + " -Dtls.server.authClient=true -Dtls.server.trustCertPath="
                + authority)) {
      String own = String.valueOf(cluster.facts().get(Cluster.AUTHORITY_FILE));
      Outcome without = run("rocketmq", cluster.address(), tls(own));
      assertThat(without.endedWith(3).err().lines())
          .singleElement()
          .asString()
          .contains("refuses the handshake", "check tls.certificate");
      for (String[] mutual : mutual(own)) {
        Accounts.of(run("rocketmq", cluster.address(), mutual).measured()).areComplete();
      }
    }
  }

  /** Settings of a client that trusts an authority and presents no certificate. */
  private static String[] tls(String authority, String... more) {
    List<String> all = new ArrayList<>(List.of(more));
    all.addAll(List.of("cluster.tls=true", "tls.authorities=" + authority));
    return all.toArray(String[]::new);
  }

  /** The same with the client's certificate, in PEM and in PKCS #12. */
  private List<String[]> mutual(String authority, String... more) throws Exception {
    List<String> pem = new ArrayList<>(List.of(tls(authority, more)));
    pem.add("tls.certificate=" + certificates.pem("client"));
    pem.add("tls.key=" + certificates.key("client"));
    Path password =
        Files.writeString(directory.resolve("password"), TestCertificates.PASSWORD + "\n");
    Files.setPosixFilePermissions(password, PosixFilePermissions.fromString("rw-------"));
    List<String> pkcs12 = new ArrayList<>(List.of(tls(authority, more)));
    pkcs12.add("tls.certificate=" + certificates.pkcs12("client"));
    pkcs12.add("tls.key-password=file:" + password);
    return List.of(pem.toArray(String[]::new), pkcs12.toArray(String[]::new));
  }

  @Test
  void rocketMqIsVerified() throws Exception {
    rocketMqIsVerified("enforcing");
  }

  @Tag("nightly")
  @Test
  void rocketMqThatTakesPlainConnectionsTooIsVerified() throws Exception {
    rocketMqIsVerified("permissive");
  }

  private void rocketMqIsVerified(String mode) throws Exception {
    Path data = Files.createDirectory(home.resolve("rocketmq"));
    try (Cluster cluster =
        OwnCluster.start(
            "cluster.data-directory=" + data,
            "cluster.topology=1m",
            "cluster.heap=256m",
            "cluster.start-timeout=150s",
            SmallCluster.port(),
            "cluster.tls=true",
            TestJvm.CLUSTER_FLAGS + " -Dtls.enable=true -Dtls.server.mode=" + mode)) {
      String own = "tls.authorities=" + cluster.facts().get(Cluster.AUTHORITY_FILE);
      Accounts.of(run("rocketmq", cluster.address(), "cluster.tls=true", own).measured())
          .areComplete();
      Outcome foreign =
          run("rocketmq", cluster.address(), "cluster.tls=true", "tls.authorities=" + authority);
      assertThat(foreign.endedWith(3).err().lines())
          .singleElement()
          .asString()
          .contains("its certificate was not issued by a trusted authority");
    }
  }

  @Tag("nightly")
  @Test
  void aClusterStartedHereIsVerifiedByItsOwnAuthority() throws Exception {
    List<String> all = new ArrayList<>(List.of((LOAD + MESSAGES).split(" ", -1)));
    all.addAll(List.of("--set", "cluster.topology=1m", "--set", "cluster.tls=true"));
    ResultDirectory result = Bench.run(home, all.toArray(String[]::new)).measured();
    Accounts.of(result).areComplete();
    assertThat(result.json().at("/workload/tls/verify").asText()).isEqualTo("true");
  }

  /** The address of a broker without TLS, the same for all tests. */
  private String plain(String driver) throws Exception {
    if (!clusters.containsKey(driver)) {
      clusters.put(driver, start(driver, Files.createDirectory(directory.resolve(driver))));
    }
    return clusters.get(driver).address();
  }

  private static Cluster start(String driver, Path data) throws Exception {
    return switch (driver) {
      case "rabbitmq" -> RabbitMq.start(data, "cluster.nodes=1");
      case "mqtt" ->
          OwnCluster.started(
              "driver=mqtt",
              "cluster.broker=mosquitto",
              "cluster.data-directory=" + data,
              SmallCluster.port());
      default -> OwnCluster.start(data, "cluster.topology=1m");
    };
  }

  private Outcome run(String driver, String address, String... assignments) throws Exception {
    return run(Map.of(), driver, address, assignments);
  }

  private Outcome run(
      Map<String, String> environment, String driver, String address, String... assignments)
      throws Exception {
    List<String> all = new ArrayList<>(List.of("--driver", driver, "-n", address));
    all.addAll(List.of((LOAD + MESSAGES).split(" ", -1)));
    for (String assignment : assignments) {
      all.addAll(List.of("--set", assignment));
    }
    try (Bench bench =
        Bench.start(
            Files.createTempDirectory(home, "run"), environment, all.toArray(String[]::new))) {
      return bench.end();
    }
  }
}
