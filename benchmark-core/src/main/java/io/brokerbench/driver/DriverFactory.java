package io.brokerbench.driver;

import io.brokerbench.workload.Settings;
import io.brokerbench.workload.SettingsReader;
import io.brokerbench.workload.Workload;

/**
 * Configures the driver of one kind of broker. Loaded by {@link java.util.ServiceLoader};
 * stateless.
 */
public interface DriverFactory {

  /** Value of the setting {@code driver}. */
  String name();

  /**
   * Adds the file of defaults with the keys that {@link #configure} reads. It is next to this class
   * and named after the driver.
   */
  default void addDefaults(SettingsReader reader) {
    reader.defaults(getClass(), name() + ".yaml");
  }

  /**
   * Reads the driver's settings and rejects combinations with this workload that the driver does
   * not support. Reports problems to {@code settings}; does not connect.
   */
  Driver configure(Settings settings, Workload workload);
}
