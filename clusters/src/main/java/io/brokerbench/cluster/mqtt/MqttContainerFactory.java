package io.brokerbench.cluster.mqtt;

import io.brokerbench.driver.ClusterFactory;
import io.brokerbench.driver.ClusterPlan;
import io.brokerbench.workload.Settings;
import io.brokerbench.workload.SettingsReader;

/** MQTT brokers in containers. Stateless. */
public final class MqttContainerFactory implements ClusterFactory {

  @Override
  public String driver() {
    return "mqtt";
  }

  @Override
  public String host() {
    return "container";
  }

  @Override
  public void addReference(SettingsReader reader) {
    reader.reference(MqttContainerFactory.class, "mqtt.yaml");
  }

  @Override
  public ClusterPlan plan(Settings settings) {
    ContainerSettings read = ContainerSettings.read(settings);
    read.mqtt().ports().ifPresent(ports -> ports.checkRange(settings));
    return new ContainerPlan(read);
  }
}
