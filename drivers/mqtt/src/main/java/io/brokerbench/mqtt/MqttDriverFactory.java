package io.brokerbench.mqtt;

import io.brokerbench.driver.Driver;
import io.brokerbench.driver.DriverFactory;
import io.brokerbench.workload.Settings;
import io.brokerbench.workload.SettingsReader;
import io.brokerbench.workload.Workload;

/** Knows MQTT brokers. Stateless. */
public final class MqttDriverFactory implements DriverFactory {

  @Override
  public String name() {
    return "mqtt";
  }

  @Override
  public void addReference(SettingsReader reader) {
    reader.reference(MqttDriverFactory.class, "mqtt.yaml");
  }

  @Override
  public Driver configure(Settings settings, Workload workload) {
    return new MqttDriver(MqttOptions.read(settings, workload));
  }
}
