package io.brokerbench.cluster;

import io.brokerbench.driver.ClusterFactory;
import io.brokerbench.driver.ClusterPlan;
import io.brokerbench.testkit.PortRanges;
import io.brokerbench.workload.Settings;
import io.brokerbench.workload.SettingsException;
import io.brokerbench.workload.SettingsReader;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * Settings as a person gives them; a driver's own stand in {@code driver.yaml} beside the factory.
 */
public final class GivenSettings {

  /** A cluster uses up to 21 ports. */
  private static final PortRanges PORTS = new PortRanges(10_000, 3_000, 25);

  private GivenSettings() {}

  /** From assignments such as {@code cluster.port=1}. */
  public static Settings of(ClusterFactory factory, String... assignments)
      throws SettingsException {
    SettingsReader reader = new SettingsReader();
    factory.addDefaults(reader);
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

  /**
   * A plan without problems. Nodes have the time that a busy machine needs, and processes have
   * ports of their own.
   */
  public static ClusterPlan plan(ClusterFactory factory, String host, String... assignments)
      throws SettingsException {
    List<String> all = new ArrayList<>();
    if (!host.equals("external")) {
      all.add("cluster.start-timeout=150s");
    }
    if (host.equals("process")
        && Stream.of(assignments).noneMatch(each -> each.startsWith("cluster.port="))) {
      all.add(port());
    }
    all.addAll(List.of(assignments));
    Settings settings = of(factory, all.toArray(String[]::new));
    ClusterPlan plan = factory.plan(host, settings);
    settings.finish();
    return plan;
  }

  /** The setting of a range of free ports for one cluster. */
  static String port() {
    return "cluster.port=" + PORTS.next();
  }
}
