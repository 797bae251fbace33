package io.brokerbench.cluster;

import io.brokerbench.cluster.node.PortRange;
import io.brokerbench.driver.ClusterFactory;
import io.brokerbench.driver.ClusterPlan;
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

  private static final int LOWEST_PORT = 10_000;
  private static final int PORTS_PER_JVM = 3_000;

  /** A cluster uses up to 21 ports. */
  private static final int PORTS_PER_CLUSTER = 25;

  private static int clusters;

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

  /**
   * The setting of a range of free ports for one cluster, from ports reserved for this test JVM:
   * two JVMs that search at the same moment might find the same ports.
   */
  static synchronized String port() {
    int range = LOWEST_PORT + PORTS_PER_JVM * Integer.getInteger("brokerbench.it.fork", 0);
    while (true) {
      int first = range + PORTS_PER_CLUSTER * clusters++ % PORTS_PER_JVM;
      if (PortRange.of(first, PORTS_PER_CLUSTER).busy().isEmpty()) {
        return "cluster.port=" + first;
      }
    }
  }
}
