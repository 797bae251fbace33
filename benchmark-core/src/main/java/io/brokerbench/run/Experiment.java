package io.brokerbench.run;

import io.brokerbench.driver.ClusterFactory;
import io.brokerbench.driver.ClusterPlan;
import io.brokerbench.driver.Driver;
import io.brokerbench.driver.DriverFactory;
import io.brokerbench.monitor.NodeSources;
import io.brokerbench.units.Text;
import io.brokerbench.workload.Settings;
import io.brokerbench.workload.SettingsException;
import io.brokerbench.workload.SettingsInForce;
import io.brokerbench.workload.SettingsReader;
import io.brokerbench.workload.Workload;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.stream.Collectors;

/**
 * A validated run, of which nothing has been started. Immutable.
 *
 * @param workload the workload
 * @param settings all effective settings
 * @param meanings the settings without regard to notation: runs with the same are the same
 * @param driver connects to the brokers
 * @param cluster plan of the cluster
 * @param nodes sources of the figures of nodes on other machines
 * @param command the command line without secrets, for the record
 * @param warnings about possibly unintended settings, one line each
 */
public record Experiment(
    Workload workload,
    SettingsInForce settings,
    Map<String, String> meanings,
    Driver driver,
    ClusterPlan cluster,
    List<NodeSources> nodes,
    String command,
    List<String> warnings) {

  /**
   * Checks settings and finds the driver and the cluster they name.
   *
   * @param reader over {@link Workload#reference()}, with all settings of the user
   * @throws SettingsException with all problems found
   */
  public static Experiment check(SettingsReader reader, String command) throws SettingsException {
    String driverName = reader.peek("driver");
    DriverFactory driverFactory =
        load(DriverFactory.class).stream()
            .filter(factory -> factory.name().equals(driverName))
            .findFirst()
            .orElseThrow(() -> unknown("driver", driverName, driverNames()));
    List<ClusterFactory> clusters =
        load(ClusterFactory.class).stream()
            .filter(factory -> factory.driver().equals(driverName))
            .toList();
    driverFactory.addReference(reader);
    clusters.forEach(factory -> factory.addReference(reader));
    List<String> hosts = clusters.stream().flatMap(each -> each.hosts().stream()).toList();
    String given = reader.peek("cluster.host");
    String host =
        hosts.stream()
            .filter(each -> given.isEmpty() || each.equals(given))
            .findFirst()
            .orElseThrow(() -> unknown("cluster.host", given, String.join(", ", hosts)));
    ClusterFactory clusterFactory =
        clusters.stream().filter(each -> each.hosts().contains(host)).findFirst().orElseThrow();

    Settings settings = reader.settings();
    Workload workload = Workload.read(settings);
    Driver driver = driverFactory.configure(settings, workload);
    ClusterPlan plan = clusterFactory.plan(host, settings);
    if (plan.external().isPresent()) {
      refuseRejections(settings, workload);
    }
    if (workload.abort().disk().isPresent() && !driver.reportsDisk()) {
      settings.problem(
          "abort.disk",
          Text.of(
              "must be none with driver %s, whose brokers do not report the use of their disks;"
                  + " abort.alarms has RabbitMQ's alarm of a full disk",
              driverName));
    }
    List<NodeSources> nodes = NodeSources.read(settings);
    settings.finish();
    return new Experiment(
        workload,
        SettingsInForce.of(settings),
        settings.meanings(),
        driver,
        plan,
        nodes,
        command,
        reader.warnings());
  }

  /** Refuses to reject messages of an external cluster that the run did not send. */
  private static void refuseRejections(Settings settings, Workload workload) {
    if (workload.load().threads() == 0
        && workload.consumption().failShare() > 0
        && !workload.consumption().useExisting()) {
      settings.problem(
          "consume.fail",
          "rejects messages of other clients, for the run sends none; set load.threads"
              + " (--producers), or consume.use-existing=true (--use-existing)");
    }
  }

  private static <T> List<T> load(Class<T> service) {
    return ServiceLoader.load(service, Experiment.class.getClassLoader()).stream()
        .map(ServiceLoader.Provider::get)
        .toList();
  }

  private static String driverNames() {
    return load(DriverFactory.class).stream()
        .map(DriverFactory::name)
        .collect(Collectors.joining(", "));
  }

  private static SettingsException unknown(String key, String value, String known) {
    return new SettingsException(
        List.of(Text.of("%s must be one of %s, got \"%s\"", key, known, value)));
  }
}
