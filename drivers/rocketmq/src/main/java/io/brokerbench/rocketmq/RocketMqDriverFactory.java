package io.brokerbench.rocketmq;

import io.brokerbench.driver.Driver;
import io.brokerbench.driver.DriverFactory;
import io.brokerbench.driver.tls.ClientTls;
import io.brokerbench.rocketmq.connect.ClientLogs;
import io.brokerbench.rocketmq.connect.RocketMqOptions;
import io.brokerbench.rocketmq.connect.SharedFlush;
import io.brokerbench.workload.Settings;
import io.brokerbench.workload.SettingsReader;
import io.brokerbench.workload.Workload;

/** Factory of the driver {@code rocketmq}. Stateless. */
public final class RocketMqDriverFactory implements DriverFactory {

  static {
    // Before any driver connects: all factories are loaded to find one.
    SharedFlush.install();
  }

  @Override
  public String name() {
    return RocketMqDriver.NAME;
  }

  @Override
  public void addDefaults(SettingsReader reader) {
    DriverFactory.super.addDefaults(reader);
    ClientTls.addDefaults(reader);
  }

  @Override
  public Driver configure(Settings settings, Workload workload) {
    // The check of names loads classes of the client.
    ClientLogs.quietRemoting();
    return new RocketMqDriver(RocketMqOptions.read(settings, workload));
  }
}
