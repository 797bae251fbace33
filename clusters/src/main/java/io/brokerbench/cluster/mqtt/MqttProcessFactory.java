package io.brokerbench.cluster.mqtt;

import io.brokerbench.driver.ClusterFactory;
import io.brokerbench.driver.ClusterPlan;
import io.brokerbench.workload.Settings;
import io.brokerbench.workload.SettingsReader;

/** MQTT brokers as child processes on loopback. Stateless. */
public final class MqttProcessFactory implements ClusterFactory {

  @Override
  public String driver() {
    return "mqtt";
  }

  @Override
  public String host() {
    return "process";
  }

  @Override
  public void addReference(SettingsReader reader) {
    reader.reference(MqttProcessFactory.class, "mqtt.yaml");
  }

  @Override
  public ClusterPlan plan(Settings settings) {
    ProcessSettings read = ProcessSettings.read(settings);
    Feasibility.check(read, settings);
    return new ProcessPlan(read);
  }
}
