package io.brokerbench.rabbitmq;

import io.brokerbench.driver.Driver;
import io.brokerbench.driver.DriverFactory;
import io.brokerbench.driver.tls.ClientTls;
import io.brokerbench.rabbitmq.connect.RabbitMqOptions;
import io.brokerbench.workload.Settings;
import io.brokerbench.workload.SettingsReader;
import io.brokerbench.workload.Workload;

/** Factory of the driver {@code rabbitmq}. Stateless. */
public final class RabbitMqDriverFactory implements DriverFactory {

  @Override
  public String name() {
    return RabbitMqDriver.NAME;
  }

  @Override
  public void addDefaults(SettingsReader reader) {
    DriverFactory.super.addDefaults(reader);
    ClientTls.addDefaults(reader);
  }

  @Override
  public Driver configure(Settings settings, Workload workload) {
    return new RabbitMqDriver(RabbitMqOptions.read(settings, workload));
  }
}
