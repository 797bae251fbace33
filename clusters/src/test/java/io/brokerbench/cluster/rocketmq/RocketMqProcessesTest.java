package io.brokerbench.cluster.rocketmq;

import static org.assertj.core.api.Assertions.assertThat;

import io.brokerbench.address.HostPort;
import io.brokerbench.cluster.GivenSettings;
import io.brokerbench.cluster.Placement;
import io.brokerbench.cluster.node.Secret;
import io.brokerbench.cluster.process.JavaRuntime;
import io.brokerbench.cluster.rocketmq.RocketMqSettings.Replication;
import io.brokerbench.workload.Settings;
import io.brokerbench.workload.SettingsException;
import io.brokerbench.workload.SettingsReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class RocketMqProcessesTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "cluster.version=latest | --set: cluster.version must be a release such as 5.5.0 or 4.9.7, got \"latest\"",
        "cluster.topology=3m | --set: cluster.topology must be one of 1m1s, 1m, 1m2s, 2m, 2m2s, dledger, controller, controller-3, got \"3m\"",
        "cluster.flush=maybe | --set: cluster.flush must be one of async, sync, got \"maybe\"",
        "cluster.replication=none | --set: cluster.replication must be one of async, sync, sync-role, got \"none\"",
        "cluster.heap=1k | --set: cluster.heap must be from 67,108,864 to 1,099,511,627,776 bytes, got \"1k\"",
        "cluster.jvm-flags=-XX:+UseZGC Xmn1g | --set: cluster.jvm-flags must be flags that begin with a hyphen, got \"Xmn1g\"",
        "cluster.jvm-flags=-Xmx1g | --set: cluster.jvm-flags cannot have -Xmx1g: use cluster.heap",
        "cluster.port=70000 | --set: cluster.port must be a whole number from 0 to 65,535, got \"70000\"",
        "cluster.java=/nowhere | --set: cluster.java must be a Java home or java executable, got \"/nowhere\"",
        "cluster.data-directory=/nowhere | --set: cluster.data-directory must be a directory one can write to, got \"/nowhere\"",
        "cluster.tls=yes | --set: cluster.tls must be true or false, got \"yes\"",
        "cluster.start-timeout=10 | --set: cluster.start-timeout must be a duration with its unit, such as 10s or 10ms, got \"10\"",
        "cluster.addresses=h:1 | --set: cluster.addresses is for cluster.host external",
        "cluster.proxy-addresses=h:1 | --set: cluster.proxy-addresses is for cluster.host external",
        "cluster.properties.listenPort=1 | --set: cluster.properties.listenPort cannot be set: use cluster.port",
        "cluster.flushes=sync | --set: there is no setting cluster.flushes here; did you mean cluster.flush?",
      })
  void refusesWhatCannotBe(String assignment, String problem) throws SettingsException {
    assertThat(problems(assignment)).containsExactly(problem);
  }

  /** The advice at a failed start must not name a key that this broker does not have. */
  @Test
  void theKeyOfTheMemoryIsThatOfTheHeap() throws SettingsException {
    assertThat(RocketMqProcesses.read(TestSettings.of()).rocketMq().memoryKey())
        .contains("cluster.heap");
  }

  @Test
  void brokersCheckBackAtTheirFirstCheckAfterTheTimeout() throws SettingsException {
    assertThat(RocketMqProcesses.read(TestSettings.of()).rocketMq().checkBackDelay())
        .isEqualTo(Duration.ofSeconds(66));
    assertThat(
            RocketMqProcesses.read(
                    TestSettings.of(
                        "cluster.properties.transactionTimeOut=20000",
                        "cluster.properties.transactionCheckInterval=6000"))
                .rocketMq()
                .checkBackDelay())
        .isEqualTo(Duration.ofSeconds(26));
  }

  @Test
  void aProxyNeedsReleaseFive() throws SettingsException {
    assertThat(problems("rocketmq.client=grpc", "cluster.version=5.0.0")).isEmpty();
    assertThat(problems("rocketmq.client=grpc", "cluster.version=4.9.7"))
        .containsExactly(
            "--set: rocketmq.client grpc needs release 5.0.0 or later, but cluster.version is 4.9.7");
  }

  @ParameterizedTest
  @CsvSource({"1m,true", "1m1s,true", "1m2s,true", "2m,false", "2m2s,false", "dledger,false"})
  void aProxyInABrokersProcessNeedsTheOnlyMaster(String topology, boolean taken)
      throws SettingsException {
    String[] local = {
      "rocketmq.client=grpc", "cluster.proxy-mode=local", "cluster.topology=" + topology
    };
    assertThat(problems(local))
        .isEqualTo(
            taken
                ? List.of()
                : List.of(
                    "--set: cluster.proxy-mode local needs cluster.topology 1m, 1m1s or 1m2s: such a"
                        + " proxy serves the broker in its process only; cluster.topology is "
                        + topology));
    assertThat(problems("cluster.proxy-mode=local", "cluster.topology=" + topology)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"sync", "sync-role"})
  void refusesReplicationWithoutSlave(String replication) throws SettingsException {
    assertThat(problems("cluster.topology=1m", "cluster.replication=" + replication))
        .containsExactly(
            String.format(
                Locale.ROOT,
                "--set: cluster.replication needs a slave, but cluster.topology is 1m; got \"%s\"",
                replication));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "cluster.topology=dledger cluster.version=4.4.0 | cluster.topology dledger needs release 4.5.0 or later, but cluster.version is 4.4.0",
        "cluster.topology=controller cluster.version=4.9.7 | cluster.topology controller needs release 5.0.0 or later, but cluster.version is 4.9.7",
        "cluster.topology=dledger cluster.replication=async | cluster.replication must be sync, or not be given, where cluster.topology is dledger: its leader waits for a majority; got \"async\"",
        "cluster.topology=dledger cluster.flush=sync | cluster.flush must be async where cluster.topology is dledger, which acknowledges before it writes to disk whatever flushDiskType says; got \"sync\"",
        "cluster.topology=controller cluster.replication=sync-role | cluster.replication must be async or sync with a controller, whose masters all have the role SYNC_MASTER; got \"sync-role\"",
        "cluster.topology=dledger cluster.properties.dLegerPeers=n0-h:1 | cluster.properties.dLegerPeers cannot be set: use cluster.topology",
      })
  void refusesWhatElectedMastersDoNot(String assignments, String problem) throws SettingsException {
    assertThat(problems(assignments.split(" ", -1))).containsExactly("--set: " + problem);
  }

  @Test
  void replicationOfADLedgerGroupIsSynchronousWithoutBeingAskedFor() throws SettingsException {
    Settings settings = TestSettings.of("cluster.topology=dledger");
    assertThat(RocketMqProcesses.read(settings).rocketMq().replication())
        .isEqualTo(Replication.SYNC);
    assertThat(settings.effective()).containsEntry("cluster.replication", "sync");
    assertThat(GivenSettings.problems(settings)).isEmpty();
  }

  @Test
  void everyDocumentedKeyIsRead() throws SettingsException {
    Set<String> read = new TreeSet<>(RocketMqSettings.HOST_KEYS.external());
    Settings ofProcess = TestSettings.of();
    RocketMqProcesses.read(ofProcess);
    read.addAll(ofProcess.effective().keySet());
    Settings ofContainer = TestSettings.of();
    RocketMqContainers.read(ofContainer);
    read.addAll(ofContainer.effective().keySet());
    read.remove(RocketMqSettings.CLIENT);
    SettingsReader documented = new SettingsReader();
    documented.file(Path.of("src/main/resources/io/brokerbench/cluster/rocketmq/rocketmq.yaml"));
    Settings everything = documented.settings();
    // Nobody asked for these, so each is named as a problem.
    assertThat(GivenSettings.problems(everything)).hasSameSizeAs(read);
  }

  @Test
  void aCollectorThatIsAskedForTakesTheOthersPlace() throws SettingsException {
    assertThat(flags("cluster.jvm-flags=-Xlog:gc -XX:+UseZGC"))
        .endsWith("-Xlog:gc", "-XX:+UseZGC")
        .doesNotContain("-XX:+UseG1GC");
    assertThat(flags("cluster.jvm-flags=-Xlog:gc")).endsWith("-XX:+UseG1GC", "-Xlog:gc");
  }

  /** With 256 MiB, a broker with timers and transactions runs out of direct memory, and goes on. */
  @Test
  void aSmallHeapLeavesEnoughDirectMemory() throws SettingsException {
    assertThat(flags("cluster.heap=256m"))
        .contains("-Xmx262144k", "-XX:MaxDirectMemorySize=524288k");
    assertThat(flags("cluster.heap=2g"))
        .contains("-Xmx2097152k", "-XX:MaxDirectMemorySize=2097152k");
  }

  private static List<String> flags(String assignment) throws SettingsException {
    return JvmFlags.broker(
        RocketMqProcesses.read(TestSettings.of(assignment)).rocketMq(),
        new Placement<>(
            "c",
            new RocketMqPortLayout(20_000, 1, RocketMqTopology.MASTER, true),
            HostPort.LOOPBACK,
            HostPort.LOOPBACK,
            Path::of,
            Secret.make(),
            Optional.empty()),
        Path.of("home"));
  }

  @Test
  void takesAJavaHomeOrItsExecutable() throws SettingsException {
    String home = System.getProperty("java.home");
    for (String java : List.of(home, home + "/bin/java")) {
      JavaRuntime runtime = RocketMqProcesses.read(TestSettings.of("cluster.java=" + java)).java();
      assertThat(runtime.version()).isEqualTo(System.getProperty("java.version"));
      assertThat(runtime.feature()).isEqualTo(Runtime.version().feature());
    }
  }

  @Test
  void refusesAProgramThatIsNotJava(@TempDir Path directory) throws Exception {
    Path program = Files.writeString(directory.resolve("java"), "#!/bin/sh\necho no\n");
    assertThat(program.toFile().setExecutable(true)).isTrue();
    assertThat(problems("cluster.java=" + program))
        .containsExactly(
            String.format(
                Locale.ROOT,
                "--set: cluster.java must be a Java home or java executable, got \"%s\"",
                program));
  }

  @Test
  void refusesADirectoryThatNoClassPathCanContain(@TempDir Path parent) throws Exception {
    Path directory = Files.createDirectory(parent.resolve("12:30"));
    assertThat(problems("cluster.data-directory=" + directory))
        .containsExactly(
            String.format(
                Locale.ROOT,
                "--set: cluster.data-directory must have no \":\" in its path, which separates the entries of a JVM's class path, got \"%s\"",
                directory));
  }

  private static List<String> problems(String... assignments) throws SettingsException {
    Settings settings = TestSettings.of(assignments);
    RocketMqProcesses.read(settings);
    return GivenSettings.problems(settings);
  }
}
