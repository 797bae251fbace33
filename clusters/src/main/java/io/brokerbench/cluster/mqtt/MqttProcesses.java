package io.brokerbench.cluster.mqtt;

import io.brokerbench.cluster.HostKeys;
import io.brokerbench.cluster.process.Artifacts;
import io.brokerbench.cluster.process.JavaRuntime;
import io.brokerbench.cluster.process.Jvm;
import io.brokerbench.cluster.process.ProcessHost;
import io.brokerbench.driver.BrokerException;
import io.brokerbench.units.Text;
import io.brokerbench.workload.Settings;
import java.io.File;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Collectors;

/** MQTT brokers as child processes: the settings of {@code mqtt.yaml} for host process. */
record MqttProcesses(MqttSettings mqtt, Path dataDirectory, JavaRuntime java) {

  private static final String DEFAULT_OF_HIVEMQ = "2025.5";
  private static final Artifacts HIVEMQ = new Artifacts(Broker.HIVEMQ.title(), "com.hivemq");
  private static final List<String> SERVER = List.of("hivemq-community-edition-embedded");

  static MqttProcesses read(Settings settings) {
    MqttSettings mqtt = MqttSettings.read(settings, HostKeys.PROCESS);
    Function<String, Path> parent =
        mqtt.broker() == Broker.HIVEMQ ? Jvm::parentOfHomes : ProcessHost::parent;
    return new MqttProcesses(
        mqtt,
        settings.parsed("cluster.data-directory", parent),
        settings.parsed("cluster.java", JavaRuntime::parse));
  }

  private String releaseOfHiveMq() {
    return mqtt.release().map(MqttRelease::name).orElse(DEFAULT_OF_HIVEMQ);
  }

  /** Reports as a problem a release of HiveMQ that is not available. */
  void checkReleaseOfHiveMq(Settings settings) {
    HIVEMQ.checkRelease(
        releaseOfHiveMq(),
        SERVER,
        complete ->
            Text.of(
                "must be a release of HiveMQ CE that Maven Central has, such as %s, got \"%s\"",
                DEFAULT_OF_HIVEMQ, releaseOfHiveMq()),
        settings);
  }

  MqttClusterStart prepare(Consumer<String> progress) throws BrokerException {
    if (mqtt.broker() == Broker.MOSQUITTO) {
      MqttInstallation installation =
          MqttInstallation.find()
              .orElseThrow(() -> new BrokerException("mosquitto is not installed here"));
      String program = installation.program().toString();
      return new MqttClusterStart(
          mqtt,
          installation.release().name(),
          (site, node) -> MosquittoNode.of(mqtt, site, node, program));
    }
    String jars =
        HIVEMQ.get(releaseOfHiveMq(), SERVER, progress).stream()
            .map(Path::toString)
            .collect(Collectors.joining(File.pathSeparator));
    return new MqttClusterStart(
        mqtt,
        releaseOfHiveMq(),
        (site, node) -> HiveMqNode.of(mqtt, site, java.executable().toString(), jars));
  }
}
