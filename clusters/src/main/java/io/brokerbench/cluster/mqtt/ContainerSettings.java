package io.brokerbench.cluster.mqtt;

import io.brokerbench.cluster.ContainerOptions;
import io.brokerbench.workload.Settings;
import java.util.Locale;

/** What {@code mqtt.yaml} explains, for host container. */
record ContainerSettings(MqttSettings mqtt, ContainerOptions options) {

  static ContainerSettings read(Settings settings) {
    MqttSettings mqtt = MqttSettings.read(settings, HostKinds.CONTAINER);
    Broker broker = mqtt.broker();
    ContainerOptions options =
        ContainerOptions.read(
            settings,
            broker.image() + ":" + mqtt.release().map(Release::name).orElse(broker.defaultTag()));
    long neededBytes = broker == Broker.HIVEMQ ? Feasibility.neededBytes(mqtt) : 0;
    if (options.memoryBytes() > 0 && options.memoryBytes() < neededBytes) {
      settings.problem(
          "cluster.container.memory",
          String.format(
              Locale.ROOT,
              "must hold cluster.heap, as much direct memory and what a JVM has beside, %,d bytes, got %,d",
              neededBytes,
              options.memoryBytes()));
    }
    return new ContainerSettings(mqtt, options);
  }
}
