package io.brokerbench.cluster;

import io.brokerbench.driver.ClusterFactory;
import io.brokerbench.driver.ClusterPlan;
import io.brokerbench.workload.Settings;
import io.brokerbench.workload.SettingsException;
import io.brokerbench.workload.SettingsReader;
import java.util.List;

/**
 * Settings as a person gives them; a driver's own stand in {@code driver.yaml} beside the factory.
 */
public final class GivenSettings {

  private GivenSettings() {}

  /** From assignments such as {@code cluster.port=1}. */
  public static Settings of(ClusterFactory factory, String... assignments)
      throws SettingsException {
    SettingsReader reader = new SettingsReader();
    factory.addReference(reader);
    reader.defaults(factory.getClass(), "driver.yaml");
    for (String assignment : assignments) {
      reader.assign(assignment);
    }
    return reader.settings();
  }

  public static List<String> problems(Settings settings) {
    try {
      settings.finish();
      return List.of();
    } catch (SettingsException e) {
      return e.problems();
    }
  }

  /** A plan without problems. */
  public static ClusterPlan plan(ClusterFactory factory, String host, String... assignments)
      throws SettingsException {
    Settings settings = of(factory, assignments);
    ClusterPlan plan = factory.plan(host, settings);
    settings.finish();
    return plan;
  }
}
