package io.brokerbench.driver;

import io.brokerbench.workload.Settings;
import io.brokerbench.workload.SettingsReader;
import java.util.List;

/** Plans clusters of one driver's brokers. Loaded by {@link java.util.ServiceLoader}; stateless. */
public interface ClusterFactory {

  /** Name of the driver whose brokers it starts, as in the setting {@code driver}. */
  String driver();

  /** Kinds of hosts, as in the setting {@code cluster.host}: {@code process}, {@code external}. */
  List<String> hosts();

  /** Adds the file of defaults with the keys that {@link #plan} reads. */
  void addDefaults(SettingsReader reader);

  /**
   * Reads the settings and checks everything that does not require a running cluster: versions,
   * ports, memory, disk. Reports problems to {@code settings}.
   *
   * @param host one of {@link #hosts}
   */
  ClusterPlan plan(String host, Settings settings);
}
