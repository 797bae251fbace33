package io.brokerbench.driver;

import io.brokerbench.workload.Settings;
import io.brokerbench.workload.SettingsReader;
import io.brokerbench.workload.Workload;

/** Knows one kind of broker. Found by {@link java.util.ServiceLoader}; stateless. */
public interface DriverFactory {

  /** The name that {@code driver} takes. */
  String name();

  /** Adds the reference file with the keys that {@link #configure} reads. */
  void addReference(SettingsReader reader);

  /**
   * Reads the driver's own settings and refuses what it cannot do with this workload. Problems are
   * noted in the settings; nothing is connected.
   */
  Driver configure(Settings settings, Workload workload);
}
