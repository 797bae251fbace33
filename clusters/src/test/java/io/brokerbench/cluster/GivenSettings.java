package io.brokerbench.cluster;

import io.brokerbench.driver.ClusterFactory;
import io.brokerbench.driver.ClusterPlan;
import io.brokerbench.workload.Settings;
import io.brokerbench.workload.SettingsException;
import io.brokerbench.workload.SettingsReader;
import java.util.List;
import java.util.stream.Stream;

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

  /** A plan without problems, which gives the nodes the time that a busy machine needs. */
  public static ClusterPlan plan(ClusterFactory factory, String host, String... assignments)
      throws SettingsException {
    Stream<String> patience =
        host.equals("external") ? Stream.empty() : Stream.of("cluster.start-timeout=150s");
    Settings settings =
        of(factory, Stream.concat(patience, Stream.of(assignments)).toArray(String[]::new));
    ClusterPlan plan = factory.plan(host, settings);
    settings.finish();
    return plan;
  }
}
