package io.brokerbench.cluster.rabbitmq;

import static org.assertj.core.api.Assertions.assertThat;

import io.brokerbench.cluster.GivenSettings;
import io.brokerbench.workload.Settings;
import io.brokerbench.workload.SettingsException;
import io.brokerbench.workload.SettingsReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class SettingsTest {

  private static final long GIB = 1L << 30;

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "cluster.nodes=0 | cluster.nodes must be a whole number from 1 to 99, got \"0\"",
        "cluster.nodes=100 | cluster.nodes must be a whole number from 1 to 99, got \"100\"",
        "cluster.version=latest | cluster.version must be a release such as 3.10.8 or 3.13, got \"latest\"",
        "cluster.memory-watermark=1m | cluster.memory-watermark must be from 134,217,728 to 1,099,511,627,776 bytes, got \"1m\"",
        "cluster.home=/nowhere | cluster.home must be the directory of a RabbitMQ installation, with sbin/rabbitmq-server or bin/rabbitmq-server, got \"/nowhere\"",
        "client.heartbeat=0 | client.heartbeat must be from 1 s to 60 s, the heartbeat of the nodes, which a client can only shorten, got \"0\"; cluster.properties.heartbeat changes theirs",
        "client.heartbeat=300s | client.heartbeat must be from 1 s to 60 s, the heartbeat of the nodes, which a client can only shorten, got \"300s\"; cluster.properties.heartbeat changes theirs",
        "client.heartbeat=500ms | client.heartbeat must be in whole seconds from 0 s to 65,535 s, got \"500ms\"",
        "cluster.addresses=h:1 | cluster.addresses is for cluster.host external",
        "cluster.metrics-addresses=h:1 | cluster.metrics-addresses is for cluster.host external",
        "cluster.management-addresses=h:1 | cluster.management-addresses is for cluster.host external",
        "cluster.properties.management.tcp.port=1 | cluster.properties.management.tcp.port cannot be set: it differs from node to node",
        "cluster.container.cpus=1 | cluster.container.cpus is for cluster.host container",
        "cluster.properties.listeners.tcp.1=1 | cluster.properties.listeners.tcp.1 cannot be set: use cluster.port and cluster.tls",
        "cluster.properties.classic_queue.default_version=2 | cluster.properties.classic_queue.default_version cannot be set: use rabbitmq.queue-arguments.x-queue-version, on which the promise depends",
        "cluster.properties.vm_memory_high_watermark.relative=1 | cluster.properties.vm_memory_high_watermark.relative cannot be set: use cluster.memory-watermark",
        "cluster.properties.log.console=false | cluster.properties.log.console cannot be set: brokerbench reads the console output of nodes",
        "cluster.properties.log.console.level=warning | cluster.properties.log.console.level must be debug or info, at which nodes report their start, got \"warning\"",
        "cluster.node=1 | there is no setting cluster.node here; did you mean cluster.nodes?",
      })
  void refusesWhatCannotBe(String assignment, String problem) throws SettingsException {
    Settings settings = TestSettings.of(assignment);
    RabbitMqFeasibility.checkHeartbeat(RabbitMqProcesses.read(settings).rabbitMq(), settings);
    assertThat(GivenSettings.problems(settings)).containsExactly("--set: " + problem);
  }

  @Test
  void theLevelOfTheConsoleAndWhatOnlyBeginsLikeOursAreFree() throws SettingsException {
    Settings settings =
        TestSettings.of(
            "cluster.properties.log.console.level=debug",
            "cluster.properties.vm_memory_high_watermark_paging_ratio=0.7");
    assertThat(RabbitMqProcesses.read(settings).rabbitMq().properties()).hasSize(2);
    assertThat(GivenSettings.problems(settings)).isEmpty();
  }

  @Test
  void everyDocumentedKeyIsRead() throws SettingsException {
    Set<String> read = new TreeSet<>(RabbitMqSettings.HOST_KEYS.external());
    Settings ofProcess = TestSettings.of();
    RabbitMqProcesses.read(ofProcess);
    read.addAll(ofProcess.effective().keySet());
    Settings ofContainer = TestSettings.of();
    RabbitMqContainers.read(ofContainer);
    read.addAll(ofContainer.effective().keySet());
    read.removeIf(key -> key.startsWith("rabbitmq."));
    SettingsReader documented = new SettingsReader();
    documented.file(Path.of("src/main/resources/io/brokerbench/cluster/rabbitmq/rabbitmq.yaml"));
    // Nobody asked for these, so each is named as a problem.
    assertThat(GivenSettings.problems(documented.settings())).hasSameSizeAs(read);
  }

  @ParameterizedTest
  @CsvSource({"3.10.8, 3.10.8, true", "3.10, 3.10.8, true", "3.1, 3.10.8, false", "4, 4.1.0, true"})
  void aLineOfReleasesIsAnyOfItsPatches(String wanted, String there, boolean same) {
    assertThat(RabbitMqRelease.parse(there).is(RabbitMqRelease.parse(wanted))).isEqualTo(same);
  }

  @Test
  void anInstallationIsKnownByItsPlugins(@TempDir Path home) throws Exception {
    Path script = Files.createDirectories(home.resolve("sbin")).resolve("rabbitmq-server");
    assertThat(Files.createFile(script).toFile().setExecutable(true)).isTrue();
    Files.createDirectories(home.resolve("plugins").resolve("rabbit_common-1.0.0"));
    Files.createDirectories(home.resolve("plugins").resolve("rabbit-3.12.14"));
    Settings settings = TestSettings.of("cluster.home=" + home);
    Optional<RabbitMqInstallation> found = RabbitMqProcesses.read(settings).installation();
    assertThat(found).contains(new RabbitMqInstallation(script, RabbitMqRelease.parse("3.12.14")));
    assertThat(GivenSettings.problems(settings)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"3.11", "4.1-alpine", "3.12.14-alpine"})
  void anotherReleaseThanTheInstalledOneIsRefused(String version, @TempDir Path home)
      throws Exception {
    Path script = Files.createDirectories(home.resolve("bin")).resolve("rabbitmq-server");
    assertThat(Files.createFile(script).toFile().setExecutable(true)).isTrue();
    Files.createDirectories(home.resolve("plugins").resolve("rabbit-3.12.14"));
    Settings settings = TestSettings.of("cluster.home=" + home, "cluster.version=" + version);
    new RabbitMqClusterFactory().plan("process", settings);
    assertThat(GivenSettings.problems(settings))
        .contains(
            String.format(
                Locale.ROOT,
                "--set: cluster.version must be the release that is installed, 3.12.14, got \"%s\";"
                    + " install the other and name it by cluster.home, or use cluster.host container",
                version));
  }

  @ParameterizedTest
  @ValueSource(strings = {"3.13", "4.0", "4.3.1"})
  void mirrorsNeedAReleaseThatHasThem(String version) throws Exception {
    Settings settings =
        TestSettings.of("cluster.version=" + version, "rabbitmq.queue-type=mirrored");
    new RabbitMqClusterFactory().plan("container", settings);
    if (version.startsWith("3.")) {
      assertThat(GivenSettings.problems(settings)).isEmpty();
    } else {
      assertThat(GivenSettings.problems(settings))
          .singleElement()
          .asString()
          .startsWith(
              "--set: rabbitmq.queue-type mirrored needs a release before 4.0, and this is "
                  + version);
    }
  }

  @ParameterizedTest
  @CsvSource({"3.8.9, false", "3.8, false", "3.9, true", "3.10.8, true", "3, true", "4.0.5, true"})
  void streamsNeedAReleaseThatHasThem(String version, boolean has) throws Exception {
    Settings settings = TestSettings.of("cluster.version=" + version, "rabbitmq.queue-type=stream");
    new RabbitMqClusterFactory().plan("container", settings);
    if (has) {
      assertThat(GivenSettings.problems(settings)).isEmpty();
    } else {
      assertThat(GivenSettings.problems(settings))
          .containsExactly(
              String.format(
                  Locale.ROOT,
                  "--set: rabbitmq.queue-type stream needs release 3.9 or later, and this is %s; use quorum",
                  version));
    }
  }

  @Test
  void nodesThatDoNotCountMessagesHaveAPortForTheManagementApi() throws SettingsException {
    RabbitMqSettings settings = RabbitMqContainers.read(TestSettings.of()).rabbitMq();
    assertThat(settings.ports(1000).range().count()).isEqualTo(10);
    assertThat(settings.of(RabbitMqRelease.parse("4.0.5")).ports(1000).range().count())
        .isEqualTo(10);
    RabbitMqPortLayout old = settings.of(RabbitMqRelease.parse("3.8.9")).ports(1000);
    assertThat(old.range().last()).isEqualTo(1012);
    assertThat(old.managementAddresses()).isEqualTo("127.0.0.1:1010;127.0.0.1:1011;127.0.0.1:1012");
    assertThat(old.ofClients()).contains(1001, 1004, 1010).doesNotContain(1007);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 5})
  void everyNodeHasPortsOfItsOwn(int nodes) throws SettingsException {
    RabbitMqSettings settings =
        RabbitMqContainers.read(TestSettings.of("cluster.nodes=" + nodes)).rabbitMq();
    RabbitMqPortLayout ports = settings.ports(1000);
    Set<Integer> all = new TreeSet<>(Set.of(ports.mapper()));
    for (int node = 0; node < nodes; node++) {
      all.addAll(List.of(ports.amqp(node), ports.metrics(node), ports.distribution(node)));
    }
    assertThat(all).hasSize(1 + 3 * nodes).allMatch(port -> port <= ports.range().last());
    assertThat(ports.range().count()).isEqualTo(all.size());
    assertThat(ports.addresses().split(";", -1)).hasSize(nodes);
  }

  @ParameterizedTest
  @CsvSource({
    "3.8.9,,       brokerbench/rabbitmq:3.8",
    "4.0,,         brokerbench/rabbitmq:4.0",
    "4,,",
    "4.0-alpine,,",
    "4.0,   a/b:c,",
    ",,",
  })
  void anImageBuiltHereIsOfALineOfReleases(
      @Nullable String version, @Nullable String image, @Nullable String built)
      throws SettingsException {
    List<String> assignments = new ArrayList<>();
    if (version != null) {
      assignments.add("cluster.version=" + version);
    }
    if (image != null) {
      assignments.add("cluster.container.image=" + image);
    }
    assertThat(RabbitMqContainers.read(TestSettings.of(assignments.toArray(String[]::new))).built())
        .isEqualTo(Optional.ofNullable(built));
  }

  @Test
  void aMachineWithoutRabbitMqIsToldWhatToInstall() throws SettingsException {
    Settings settings = TestSettings.of();
    RabbitMqProcesses read = RabbitMqProcesses.read(settings);
    RabbitMqFeasibility.check(
        new RabbitMqProcesses(read.rabbitMq(), read.dataDirectory(), Optional.empty()), settings);
    assertThat(GivenSettings.problems(settings))
        .anyMatch(
            problem ->
                problem.startsWith("cluster.home is empty, and RabbitMQ is not installed here")
                    && problem.contains("apt-get install rabbitmq-server"));
  }

  @Test
  void saysHowMuchMemoryAndDiskAreMissing() throws SettingsException {
    Settings settings = TestSettings.of();
    RabbitMqProcesses read = RabbitMqProcesses.read(settings);
    RabbitMqFeasibility.memory(read.rabbitMq()).check(7 * GIB, settings);
    RabbitMqFeasibility.checkDisk(read, 4 * GIB, settings);
    assertThat(GivenSettings.problems(settings)).isEmpty();
    RabbitMqFeasibility.memory(read.rabbitMq()).check(5 * GIB, settings);
    RabbitMqFeasibility.checkDisk(read, 3 * GIB, settings);
    assertThat(GivenSettings.problems(settings))
        .hasSize(2)
        .anyMatch(problem -> problem.contains("needs 6.5 GiB of memory for 3 nodes, of which 1.5"))
        .anyMatch(problem -> problem.contains("needs room for 4.0 GiB"));
  }

  @Test
  void theImageIsTheOfficialOneOfTheTag() throws SettingsException {
    assertThat(image()).isEqualTo("rabbitmq:3.13");
    assertThat(image("cluster.version=4.1-alpine")).isEqualTo("rabbitmq:4.1-alpine");
    assertThat(image("cluster.container.image=a/b:c")).isEqualTo("a/b:c");
  }

  @Test
  void aContainerMustHoldTheWatermark() throws SettingsException {
    Settings settings = TestSettings.of("cluster.container.memory=1g");
    RabbitMqContainers.read(settings);
    assertThat(GivenSettings.problems(settings))
        .singleElement()
        .asString()
        .startsWith("--set: cluster.container.memory must hold cluster.memory-watermark");
  }

  /** The advice at a failed start must not name a key that this broker does not have. */
  @Test
  void theKeyOfTheMemoryIsThatOfTheWatermark() throws SettingsException {
    assertThat(RabbitMqProcesses.read(TestSettings.of()).rabbitMq().memoryKey())
        .contains("cluster.memory-watermark");
  }

  private static String image(String... assignments) throws SettingsException {
    return RabbitMqContainers.read(TestSettings.of(assignments)).options().image();
  }

  @Test
  void anotherClusterTakesNothingOfOurs() throws SettingsException {
    assertThat(external())
        .containsExactly("cluster.addresses must name the nodes, as host:port;host:port");
    Settings ours = TestSettings.of();
    RabbitMqProcesses.read(ours);
    for (String key : ours.effective().keySet()) {
      if (key.startsWith("cluster.")
          && !List.of("cluster.host", "cluster.addresses", "cluster.tls").contains(key)) {
        assertThat(external("cluster.addresses=h:1", key + "=1"))
            .containsExactly(
                String.format(Locale.ROOT, "--set: %s cannot be set for an external cluster", key));
      }
    }
  }

  private static List<String> external(String... assignments) throws SettingsException {
    Settings settings = TestSettings.of(assignments);
    new RabbitMqClusterFactory().plan("external", settings);
    return GivenSettings.problems(settings);
  }
}
