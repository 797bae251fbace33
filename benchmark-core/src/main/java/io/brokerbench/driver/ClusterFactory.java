package io.brokerbench.driver;

import io.brokerbench.workload.Settings;
import io.brokerbench.workload.SettingsReader;

/** Finds a way to have a cluster. Found by {@link java.util.ServiceLoader}; stateless. */
public interface ClusterFactory {

  /** The driver whose brokers it starts, as {@code driver} names it. */
  String driver();

  /** The kind of host, as {@code cluster.host} names it: {@code process}, {@code external}. */
  String host();

  /** Adds the reference file with the keys that {@link #plan} reads. */
  void addReference(SettingsReader reader);

  /**
   * Reads the settings and checks all that can be checked without starting anything: versions,
   * ports, memory, disk. Problems are noted in the settings.
   */
  ClusterPlan plan(Settings settings);
}
