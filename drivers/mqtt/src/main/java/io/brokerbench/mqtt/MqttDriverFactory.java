package io.brokerbench.mqtt;

import io.brokerbench.driver.Driver;
import io.brokerbench.driver.DriverFactory;
import io.brokerbench.driver.tls.ClientTls;
import io.brokerbench.mqtt.connect.MqttOptions;
import io.brokerbench.workload.Settings;
import io.brokerbench.workload.SettingsReader;
import io.brokerbench.workload.Workload;

/** Factory of the driver {@code mqtt}. Stateless. */
public final class MqttDriverFactory implements DriverFactory {

  @Override
  public String name() {
    return MqttDriver.NAME;
  }

  @Override
  public void addDefaults(SettingsReader reader) {
    DriverFactory.super.addDefaults(reader);
    ClientTls.addDefaults(reader);
  }

  @Override
  public Driver configure(Settings settings, Workload workload) {
    return new MqttDriver(MqttOptions.read(settings, workload));
  }
}
