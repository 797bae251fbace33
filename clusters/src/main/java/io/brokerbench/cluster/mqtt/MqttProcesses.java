package io.brokerbench.cluster.mqtt;

import io.brokerbench.cluster.HostKeys;
import io.brokerbench.cluster.process.JavaRuntime;
import io.brokerbench.cluster.process.Jvm;
import io.brokerbench.cluster.process.ProcessHost;
import io.brokerbench.driver.BrokerException;
import io.brokerbench.workload.Settings;
import java.nio.file.Path;
import java.util.function.Consumer;
import java.util.function.Function;

/** MQTT brokers as child processes: the settings of {@code mqtt.yaml} for host process. */
record MqttProcesses(MqttSettings mqtt, Path dataDirectory, JavaRuntime java) {

  static MqttProcesses read(Settings settings) {
    MqttSettings mqtt = MqttSettings.read(settings, HostKeys.PROCESS);
    Function<String, Path> parent =
        mqtt.broker() == Broker.HIVEMQ ? Jvm::parentOfHomes : ProcessHost::parent;
    return new MqttProcesses(
        mqtt,
        settings.parsed("cluster.data-directory", parent),
        settings.parsed("cluster.java", JavaRuntime::parse));
  }

  /** The release of HiveMQ. */
  MqttRelease hiveMq() {
    return mqtt.release().orElse(HiveMqJars.DEFAULT);
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
    String jars = HiveMqJars.get(hiveMq(), progress);
    return new MqttClusterStart(
        mqtt,
        hiveMq().name(),
        (site, node) -> HiveMqNode.of(mqtt, site, java.executable().toString(), jars));
  }
}
