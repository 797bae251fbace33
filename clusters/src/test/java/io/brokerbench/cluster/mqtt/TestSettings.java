package io.brokerbench.cluster.mqtt;

import io.brokerbench.driver.ClusterFactory;
import io.brokerbench.driver.ClusterPlan;
import io.brokerbench.workload.Settings;
import io.brokerbench.workload.SettingsException;
import io.brokerbench.workload.SettingsReader;
import java.util.List;

/** Settings as a person gives them. */
final class TestSettings {

  private TestSettings() {}

  /** From assignments such as {@code cluster.port=1}. */
  static Settings of(String... assignments) throws SettingsException {
    SettingsReader reader = new SettingsReader();
    new MqttProcessFactory().addReference(reader);
    reader.reference(TestSettings.class, "driver.yaml");
    for (String assignment : assignments) {
      reader.assign(assignment);
    }
    return reader.settings();
  }

  static List<String> problems(Settings settings) {
    try {
      settings.finish();
      return List.of();
    } catch (SettingsException e) {
      return e.problems();
    }
  }

  /** A plan without problems. */
  static ClusterPlan plan(ClusterFactory factory, String... assignments) throws SettingsException {
    Settings settings = of(assignments);
    ClusterPlan plan = factory.plan(settings);
    settings.finish();
    return plan;
  }
}
