package io.brokerbench.cluster.mqtt;

import io.brokerbench.cluster.GivenSettings;
import io.brokerbench.workload.Settings;
import io.brokerbench.workload.SettingsException;

/** Settings of such clusters as a person gives them. */
final class TestSettings {

  private TestSettings() {}

  /** From assignments such as {@code cluster.port=1}. */
  public static Settings of(String... assignments) throws SettingsException {
    return GivenSettings.of(new MqttClusterFactory(), assignments);
  }
}
