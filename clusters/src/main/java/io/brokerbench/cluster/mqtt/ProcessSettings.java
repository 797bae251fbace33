package io.brokerbench.cluster.mqtt;

import io.brokerbench.cluster.JavaRuntime;
import io.brokerbench.cluster.ProcessHost;
import io.brokerbench.workload.Settings;
import java.nio.file.Path;

/** What {@code mqtt.yaml} explains, for host process. */
record ProcessSettings(MqttSettings mqtt, Path dataDirectory, JavaRuntime java) {

  static ProcessSettings read(Settings settings) {
    return new ProcessSettings(
        MqttSettings.read(settings, HostKinds.PROCESS),
        settings.parsed("cluster.data-directory", ProcessHost::parent),
        settings.parsed("cluster.java", JavaRuntime::parse));
  }

  /** Of HiveMQ. */
  Release hiveMq() {
    return mqtt.release().orElse(HiveMqJars.DEFAULT);
  }
}
