package io.brokerbench.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.brokerbench.driver.Cluster;
import io.brokerbench.testkit.Leaks;
import io.brokerbench.testkit.TestJvm;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Checks that no password appears in the files, the output and the arguments of child processes of
 * a run.
 */
@Tag("ci")
@RequiresMosquitto
final class SecretsIT {

  private static final String MARKER = "k4Marker";

  private static final int MESSAGES = 50;

  /** Read by a broker only if it authenticates its clients, but reported by every broker. */
  private static final String CREDENTIALS =
      "cluster.properties.innerClientAuthenticationCredentials="
          + "{\"accessKey\":\"any\",\"secretKey\":\""
          + MARKER
          + "\"}";

  private static final String PROVIDER =
      "cluster.properties.authenticationMetadataProvider="
          + "org.apache.rocketmq.auth.authentication.provider.LocalAuthenticationMetadataProvider";

  private static final String LOAD =
      " --set load.messages=200 --duration 0 --set load.threads=1 -w 1 --set topic.queues=1"
          + " --set load.settle=10s";

  @TempDir private Path home;

  /** Collects the arguments of all child processes until the run ends. */
  private static List<String> watch(Bench bench) throws InterruptedException {
    List<String> seen = new ArrayList<>();
    ProcessHandle self = ProcessHandle.of(bench.pid()).orElseThrow();
    while (self.isAlive()) {
      seen.addAll(Leaks.argumentsOf(bench.processes().all(), bench.pid()));
      Thread.sleep(20);
    }
    return seen;
  }

  @Test
  void aRunTellsNoPassword() throws Exception {
    tellsNoPassword("mosquitto");
  }

  @Tag("nightly")
  @Test
  void aRunTellsNoPasswordOfABrokersJvm() throws Exception {
    tellsNoPassword("hivemq");
  }

  private void tellsNoPassword(String broker) throws Exception {
    // HiveMQ accepts any client; its JVM has a secret of its own.
    List<String> flags =
        broker.equals("hivemq")
            ? List.of(TestJvm.CLUSTER_FLAGS + " -Dany.keyStorePassword=" + MARKER)
            : List.of("mqtt.user=me", "mqtt.password=" + MARKER);
    List<String> all =
        new ArrayList<>(
            List.of("--driver", "mqtt", "--warmup", "0", "--set", "cluster.broker=" + broker));
    all.addAll(List.of(LOAD.strip().split(" +", -1)));
    flags.forEach(flag -> all.addAll(List.of("--set", flag)));
    Path directory = Files.createDirectory(home.resolve("run"));
    try (Bench bench =
        Bench.start(
            Path.of(System.getProperty("java.home")),
            Bench.CONSUMER,
            directory,
            all.toArray(String[]::new))) {
      List<String> seen = watch(bench);
      bench.end().measured();
      assertThat(seen).isNotEmpty().noneMatch(line -> line.contains(MARKER));
    }
    assertThat(Leaks.filesWith(MARKER, home)).isEmpty();
  }

  @Test
  void aPasswordComesFromTheEnvironmentAndARefusedOneIsNotTold() throws Exception {
    try (Cluster guarded = guarded("right")) {
      Outcome right = external(guarded.address(), "right", "mqtt.password=env:BENCH_TEST_PASSWORD");
      assertThat(right.measured().json().path("command").asText())
          .contains("--set mqtt.password=env:BENCH_TEST_PASSWORD");
      assertThat(
              external(guarded.address(), MARKER, "mqtt.password=env:BENCH_TEST_PASSWORD")
                  .endedWith(3)
                  .err())
          .contains("check mqtt.user and mqtt.password");
      external(guarded.address(), "", "mqtt.password=" + MARKER).endedWith(3);
      assertThat(external(guarded.address(), "", "mqtt.password:" + MARKER).endedWith(2).err())
          .contains("must be key=value, got \"mqtt.password:***\"");
    }
    assertThat(Leaks.filesWith(MARKER, home)).isEmpty();
  }

  @Tag("nightly")
  @Test
  void eachWorkerResolvesTheReferenceToAPassword() throws Exception {
    Path runs = Files.createDirectory(home.resolve("runs"));
    try (Cluster guarded = guarded(MARKER)) {
      ResultDirectory result =
          watched(
                  start(
                      runs,
                      guarded.address(),
                      Map.of("BENCH_TEST_PASSWORD", MARKER),
                      "--set",
                      "mqtt.user=me",
                      "--set",
                      "mqtt.password=env:BENCH_TEST_PASSWORD",
                      "--set",
                      "load.threads=2",
                      "--workers",
                      "2",
                      "--local"))
              .measured();
      assertThat(Accounts.of(result).areComplete().acked()).isEqualTo(MESSAGES);
      assertThat(result.json().at("/workers").findValues("sent"))
          .hasSize(2)
          .allMatch(sent -> sent.asLong() > 0);
    }
    assertThat(Leaks.filesWith(MARKER, runs)).isEmpty();
  }

  @Tag("nightly")
  @Test
  void aReferenceIsShownAndRunsAgainAsItIs() throws Exception {
    Path runs = Files.createDirectory(home.resolve("runs"));
    Path file = Files.writeString(home.resolve("password"), MARKER + "\n");
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
    String reference = "mqtt.password=file:" + file;
    try (Cluster guarded = guarded(MARKER)) {
      String[] first = {"--set", "mqtt.user=me", "--set", reference};
      ResultDirectory result = watched(runs, guarded.address(), first).measured();
      Path saved = result.path().resolve("workload.yaml");
      assertThat(saved).content().contains("mqtt.password: \"file:" + file + "\"");
      ResultDirectory again =
          watched(
                  Bench.start(
                      Files.createTempDirectory(runs, "again"),
                      "-n",
                      guarded.address(),
                      "--workload",
                      saved.toString()))
              .measured();
      assertThat(Accounts.of(again).areComplete().acked()).isEqualTo(MESSAGES);
      Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r--r--"));
      assertThat(watched(runs, guarded.address(), first).endedWith(2).err().lines())
          .singleElement()
          .asString()
          .contains("others may read", "chmod 600");
    }
    assertThat(Leaks.filesWith(MARKER, runs)).isEmpty();
  }

  @Test
  void aSecretOnTheCommandLineWorksWithAWarningAndOneInAnAddressIsRefused() throws Exception {
    Path directory = Files.createDirectory(home.resolve("broker"));
    Path runs = Files.createDirectory(home.resolve("runs"));
    try (Mosquitto mosquitto = Mosquitto.start(directory)) {
      Outcome literal = run(runs, mosquitto.address(), "mqtt.password=" + MARKER);
      literal.measured();
      assertThat(literal.err().lines())
          .filteredOn(line -> line.startsWith("warning: --set: mqtt.password is a secret"))
          .hasSize(1);
      for (String scheme : List.of("", "mqtt://", "amqp://")) {
        String address = scheme + "me:" + MARKER + "@" + mosquitto.address();
        assertThat(run(runs, address, "mqtt.user=me").endedWith(2).err())
            .contains("must be host:port");
      }
    }
    assertThat(Leaks.filesWith(MARKER, runs)).isEmpty();
  }

  @Test
  @Tag("nightly")
  void aFailedRunKeepsItsBrokersLogsAndConfigurationWithoutSecrets() throws Exception {
    String load = "-w 2 --warmup 1s --duration 6s --set cluster.topology=1m --set";
    List<String> flags = new ArrayList<>(List.of(load.split(" ", -1)));
    flags.addAll(List.of(CREDENTIALS, "--set", PROVIDER));
    flags.addAll(List.of("--set", TestJvm.CLUSTER_FLAGS + " -Dany.keyStorePassword=" + MARKER));
    try (Bench bench = Bench.start(home, flags.toArray(String[]::new))) {
      bench.awaitSeconds(2);
      List<String> seen = Leaks.argumentsOf(bench.processes().all(), bench.pid());
      assertThat(seen).isNotEmpty().noneMatch(line -> line.contains(MARKER));
      Processes.signal("KILL", bench.processes().node("master"));
      ResultDirectory result = bench.end().endedWith(4).result();
      assertThat(configuration(result)).isEqualTo("***");
      Path logs = result.path().resolve("logs").resolve("master");
      assertThat(Leaks.filesWith("innerClientAuthenticationCredentials", logs))
          .anyMatch(file -> file.toString().endsWith(".conf"));
      assertThat(result.path().resolve("workload.yaml"))
          .content()
          .contains("innerClientAuthenticationCredentials: \"***\"");
    }
    assertThat(Leaks.filesWith(MARKER, home)).isEmpty();
  }

  @Test
  @Tag("nightly")
  void whatAnExternalBrokerReportsOfItsConfigurationHasNoSecret() throws Exception {
    Path runs = Files.createDirectory(home.resolve("runs"));
    try (Cluster cluster =
        OwnCluster.start(
            Files.createDirectory(home.resolve("broker")),
            "cluster.topology=1m",
            CREDENTIALS,
            PROVIDER)) {
      String[] flags = {"-n", cluster.address(), "-w", "1", "--warmup", "0", "--duration", "2s"};
      assertThat(configuration(Bench.run(runs, flags).measured())).isEqualTo("***");
    }
    assertThat(Leaks.filesWith(MARKER, runs)).isEmpty();
  }

  /** A broker that admits one user with a password. */
  private Cluster guarded(String password) throws Exception {
    String settings =
        "driver=mqtt cluster.broker=mosquitto mqtt.user=me mqtt.password="
            + password
            + " "
            + SmallCluster.port()
            + " cluster.data-directory="
            + Files.createDirectory(home.resolve("broker"));
    return OwnCluster.started(settings.split(" ", -1));
  }

  private static String configuration(ResultDirectory result) {
    return result
        .json()
        .at("/environment/broker/brokers/0/configuration/innerClientAuthenticationCredentials")
        .asText();
  }

  private static Outcome watched(Path parent, String address, String... flags) throws Exception {
    return watched(start(parent, address, Map.of(), flags));
  }

  /** A run whose own command line and those of its children have no secret. */
  private static Outcome watched(Bench started) throws Exception {
    try (Bench bench = started) {
      List<String> seen = new ArrayList<>();
      ProcessHandle self = ProcessHandle.of(bench.pid()).orElseThrow();
      while (self.isAlive()) {
        seen.addAll(Leaks.argumentsOf(bench.processes().all(), 0));
        Thread.sleep(20);
      }
      assertThat(seen)
          .anyMatch(line -> line.contains(Bench.PRODUCER))
          .noneMatch(line -> line.contains(MARKER));
      return bench.end();
    }
  }

  private static Outcome run(Path parent, String address, String assignment) throws Exception {
    try (Bench bench =
        start(parent, address, Map.of(), "--set", "mqtt.user=me", "--set", assignment)) {
      return bench.end();
    }
  }

  private static Bench start(
      Path parent, String address, Map<String, String> environment, String... flags)
      throws Exception {
    List<String> all = new ArrayList<>(List.of("--driver", "mqtt", "-n", address, "--warmup", "0"));
    String load = "--set load.messages=50 --duration 0 --set load.threads=1 --set topic.queues=1";
    all.addAll(List.of(load.split(" ", -1)));
    all.addAll(List.of(flags));
    return Bench.start(
        Files.createTempDirectory(parent, "run"), environment, all.toArray(String[]::new));
  }

  private Outcome external(String address, String password, String assignment) throws Exception {
    try (Bench bench =
        start(
            home,
            address,
            Map.of("BENCH_TEST_PASSWORD", password),
            "--set",
            "mqtt.user=me",
            "--set",
            assignment)) {
      return bench.end();
    }
  }
}
