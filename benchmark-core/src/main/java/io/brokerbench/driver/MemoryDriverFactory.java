package io.brokerbench.driver;

import io.brokerbench.clock.Clock;
import io.brokerbench.workload.Filter;
import io.brokerbench.workload.Settings;
import io.brokerbench.workload.SettingsReader;
import io.brokerbench.workload.Workload;

/** The driver {@code memory}: a broker that answers at once. */
public final class MemoryDriverFactory implements DriverFactory {

  @Override
  public String name() {
    return "memory";
  }

  @Override
  public void addReference(SettingsReader reader) {
    // It has no settings.
  }

  @Override
  public Driver configure(Settings settings, Workload workload) {
    if (workload.consumption().filter().type() == Filter.Type.SQL92) {
      settings.problem("consume.filter.type", "must be none or tag for driver memory");
    }
    return new MemoryDriver(
        workload, () -> new MemoryBroker(Clock.system(), MemoryScript.honest()));
  }
}
