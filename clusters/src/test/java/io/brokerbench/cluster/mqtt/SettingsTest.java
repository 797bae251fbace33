package io.brokerbench.cluster.mqtt;

import static org.assertj.core.api.Assertions.assertThat;

import io.brokerbench.cluster.GivenSettings;
import io.brokerbench.workload.Settings;
import io.brokerbench.workload.SettingsException;
import io.brokerbench.workload.SettingsReader;
import java.nio.file.Files;
import java.nio.file.Path;
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

final class SettingsTest {

  private static final long GIB = 1L << 30;

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "cluster.broker=vernemq | cluster.broker must be one of hivemq, mosquitto, emqx, got \"vernemq\"",
        "cluster.version=latest | cluster.version must be a release such as 2025.5 or 2.0.11, got \"latest\"",
        "cluster.bridge=true | cluster.bridge is for cluster.broker mosquitto: HiveMQ CE has no bridge of its own",
        "cluster.persistence=disk | cluster.persistence must be one of in-memory, file, got \"disk\"",
        "cluster.max-inflight=0 | cluster.max-inflight must be a whole number from 1 to 65,535, got \"0\"",
        "cluster.max-inflight=70000 | cluster.max-inflight must be a whole number from 1 to 65,535, got \"70000\"",
        "cluster.max-packet=256m | cluster.max-packet must be from 256 to 268,435,455 bytes, got \"256m\"",
        "cluster.heap=1m | cluster.heap must be from 67,108,864 to 1,099,511,627,776 bytes, got \"1m\"",
        "cluster.jvm-flags=-Xmx1g | cluster.jvm-flags cannot have -Xmx1g: use cluster.heap",
        "cluster.addresses=h:1 | cluster.addresses is for cluster.host external",
        "cluster.metrics-addresses=http://h:1/ | cluster.metrics-addresses is for cluster.host external",
        "cluster.container.cpus=1 | cluster.container.cpus is for cluster.host container",
        "mqtt.user=somebody | mqtt.user must be empty for HiveMQ CE started by brokerbench, which accepts any client; use cluster.broker mosquitto",
        "cluster.properties.x=1 | cluster.properties.x cannot be set for cluster.broker hivemq, whose configuration is no list of keys; use cluster.max-inflight, cluster.max-queued, cluster.max-packet, cluster.persistence",
        "cluster.brocker=1 | there is no setting cluster.brocker here; did you mean cluster.broker?",
      })
  void refusesWhatCannotBe(String assignment, String problem) throws SettingsException {
    assertThat(problems(assignment)).containsExactly("--set: " + problem);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "cluster.heap=1g | cluster.heap is for cluster.broker hivemq, which runs in a JVM",
        "cluster.jvm-flags=-Da=b | cluster.jvm-flags is for cluster.broker hivemq, which runs in a JVM",
        "mqtt.user=a:b | mqtt.user must not contain a colon for mosquitto started by brokerbench",
        "cluster.properties.listener=1 | cluster.properties.listener cannot be set: use cluster.port",
        "cluster.properties.password_file=x | cluster.properties.password_file cannot be set: use mqtt.user and mqtt.password",
      })
  void refusesWhatDoesNotGoWithMosquitto(String assignment, String problem)
      throws SettingsException {
    assertThat(problems("cluster.broker=mosquitto", assignment))
        .containsExactly("--set: " + problem);
  }

  @Test
  void anEmqxIsNoProcessAndHasNoFiles() throws SettingsException {
    Settings settings = TestSettings.of("cluster.broker=emqx", "cluster.persistence=file");
    new MqttClusterFactory().plan("process", settings);
    assertThat(GivenSettings.problems(settings))
        .containsExactly(
            "--set: cluster.persistence must be in-memory for cluster.broker emqx, got \"file\"",
            "--set: cluster.broker emqx is for hosts container and external: add"
                + " cluster.host=container, or external with cluster.addresses");
  }

  @ParameterizedTest
  @CsvSource({"hivemq, true", "mosquitto, true", "emqx, false"})
  void anEmqxDoesNotReportItsRestart(String broker, boolean reports) throws SettingsException {
    Settings settings = TestSettings.of("cluster.broker=" + broker);
    assertThat(new MqttClusterFactory().plan("container", settings).reportsRestarts())
        .isEqualTo(reports);
  }

  @Test
  void everyDocumentedKeyIsRead() throws SettingsException {
    Set<String> read = new TreeSet<>(MqttSettings.HOST_KEYS.external());
    Settings ofProcess = TestSettings.of();
    MqttProcesses.read(ofProcess);
    read.addAll(ofProcess.effective().keySet());
    Settings ofContainer = TestSettings.of();
    MqttContainers.read(ofContainer);
    read.addAll(ofContainer.effective().keySet());
    read.removeIf(key -> key.startsWith("mqtt."));
    SettingsReader documented = new SettingsReader();
    documented.file(Path.of("src/main/resources/io/brokerbench/cluster/mqtt/mqtt.yaml"));
    // Nobody asked for these, so each is named as a problem.
    assertThat(GivenSettings.problems(documented.settings())).hasSameSizeAs(read);
  }

  @Test
  void aMachineWithoutMosquittoIsToldWhatToInstall() throws SettingsException {
    Settings settings = TestSettings.of("cluster.broker=mosquitto");
    MqttFeasibility.checkInstallation(
        MqttProcesses.read(settings).mqtt(), Optional.empty(), settings);
    assertThat(GivenSettings.problems(settings))
        .singleElement()
        .asString()
        .startsWith("--set: cluster.broker mosquitto is not installed here")
        .contains("apt-get install mosquitto");
  }

  @ParameterizedTest
  @CsvSource({"2.0, true", "2.0.11, true", "2.0.1, false", "1.6, false"})
  void anotherReleaseThanTheInstalledOneIsRefused(String wanted, boolean same)
      throws SettingsException {
    Settings settings = TestSettings.of("cluster.broker=mosquitto", "cluster.version=" + wanted);
    MqttFeasibility.checkInstallation(
        MqttProcesses.read(settings).mqtt(),
        Optional.of(new MqttInstallation(Path.of("mosquitto"), MqttRelease.parse("2.0.11"))),
        settings);
    if (same) {
      assertThat(GivenSettings.problems(settings)).isEmpty();
    } else {
      assertThat(GivenSettings.problems(settings))
          .containsExactly(
              String.format(
                  Locale.ROOT,
                  "--set: cluster.version must be the release that is installed, 2.0.11, got \"%s\";"
                      + " use cluster.host container for another",
                  wanted));
    }
  }

  @Test
  void saysHowMuchMemoryAndDiskAreMissing() throws SettingsException {
    Settings settings = TestSettings.of("cluster.persistence=file");
    MqttProcesses read = MqttProcesses.read(settings);
    MqttFeasibility.memory(read.mqtt()).check(3 * GIB, settings);
    MqttFeasibility.checkDisk(read, GIB, settings);
    assertThat(GivenSettings.problems(settings)).isEmpty();
    MqttFeasibility.memory(read.mqtt()).check(2 * GIB, settings);
    MqttFeasibility.checkDisk(read, GIB - 1, settings);
    assertThat(GivenSettings.problems(settings))
        .hasSize(2)
        .anyMatch(problem -> problem.contains("needs 2.2 GiB of memory"))
        .anyMatch(problem -> problem.contains("needs room for 1.0 GiB"));
  }

  @ParameterizedTest
  @CsvSource({
    "mosquitto, , eclipse-mosquitto:2",
    "mosquitto, 2.0.18-openssl, eclipse-mosquitto:2.0.18-openssl",
    "hivemq, , hivemq/hivemq-ce:latest",
    "emqx, 5.8.6, emqx/emqx:5.8.6"
  })
  void theImageIsTheOfficialOneOfTheTag(String broker, String version, String image)
      throws SettingsException {
    Settings settings =
        version == null
            ? TestSettings.of("cluster.broker=" + broker)
            : TestSettings.of("cluster.broker=" + broker, "cluster.version=" + version);
    assertThat(MqttContainers.read(settings).options().image()).isEqualTo(image);
    assertThat(GivenSettings.problems(settings)).isEmpty();
  }

  @Test
  void onlyAClassPathTakesNoColon(@TempDir Path parent) throws Exception {
    String directory = "cluster.data-directory=" + Files.createDirectory(parent.resolve("12:30"));
    assertThat(problems(directory))
        .singleElement()
        .asString()
        .startsWith("--set: cluster.data-directory must have no \":\" in its path");
    assertThat(problems(directory, "cluster.broker=mosquitto")).isEmpty();
  }

  /** The advice at a failed start must not name a key that its broker refuses. */
  @ParameterizedTest
  @CsvSource({"hivemq, cluster.heap", "mosquitto,", "emqx,"})
  void theKeyOfTheMemoryIsOneThatTheBrokerTakes(String broker, @Nullable String key)
      throws SettingsException {
    MqttSettings read = MqttContainers.read(TestSettings.of("cluster.broker=" + broker)).mqtt();
    assertThat(read.memoryKey()).isEqualTo(Optional.ofNullable(key));
  }

  @ParameterizedTest
  @CsvSource({
    "hivemq, cluster.container.store-size=1g",
    "mosquitto, cluster.container.store-size=1g",
    "emqx, cluster.container.store-size=1g",
    "hivemq, cluster.properties.x=1",
    "mosquitto, cluster.properties.x=1",
    "emqx, cluster.properties.x=1",
  })
  void adviceAtAFailedStartNamesWhatTheBrokerTakes(String broker, String assignment)
      throws SettingsException {
    Settings settings =
        TestSettings.of("cluster.broker=" + broker, "cluster.container.memory=8g", assignment);
    MqttSettings read = MqttContainers.read(settings).mqtt();
    boolean advised =
        assignment.startsWith("cluster.properties")
            ? read.adviceOnRefusal().contains("cluster.properties")
            : read.hasStoreSize();
    assertThat(GivenSettings.problems(settings).isEmpty()).isEqualTo(advised);
  }

  @Test
  void aContainerMustHoldTheHeap() throws SettingsException {
    Settings settings = TestSettings.of("cluster.container.memory=1g");
    MqttContainers.read(settings);
    assertThat(GivenSettings.problems(settings))
        .singleElement()
        .asString()
        .startsWith("--set: cluster.container.memory must hold cluster.heap");
  }

  @Test
  void aContainerMustHoldTheFileSystemOfTheMessages() throws SettingsException {
    Settings settings =
        TestSettings.of(
            "cluster.broker=mosquitto",
            "cluster.container.memory=1g",
            "cluster.container.store-size=2g");
    MqttContainers.read(settings);
    assertThat(GivenSettings.problems(settings))
        .containsExactly(
            "--set: cluster.container.memory must hold the broker itself, and cluster.container.store-size, 2,147,483,648 bytes, got 1,073,741,824");
  }

  @Test
  void anotherClusterTakesNothingOfOurs() throws SettingsException {
    assertThat(external())
        .containsExactly("cluster.addresses must name the brokers, as host:port;host:port");
    assertThat(external("cluster.addresses=h:1", "cluster.metrics-addresses=h:2"))
        .containsExactly(
            "--set: cluster.metrics-addresses must be http://host:port/path or several with"
                + " semicolons between, got \"h:2\"");
    Settings ours = TestSettings.of();
    MqttProcesses.read(ours);
    List<String> theirs =
        List.of("cluster.host", "cluster.addresses", "cluster.tls", "cluster.broker");
    for (String key : ours.effective().keySet()) {
      if (key.startsWith("cluster.") && !theirs.contains(key)) {
        assertThat(external("cluster.addresses=h:1", key + "=1"))
            .containsExactly(
                String.format(Locale.ROOT, "--set: %s cannot be set for an external cluster", key));
      }
    }
  }

  private static List<String> problems(String... assignments) throws SettingsException {
    Settings settings = TestSettings.of(assignments);
    MqttProcesses.read(settings);
    return GivenSettings.problems(settings);
  }

  private static List<String> external(String... assignments) throws SettingsException {
    Settings settings = TestSettings.of(assignments);
    new MqttClusterFactory().plan("external", settings);
    return GivenSettings.problems(settings);
  }
}
