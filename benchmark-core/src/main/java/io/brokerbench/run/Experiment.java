package io.brokerbench.run;

import io.brokerbench.driver.ClusterFactory;
import io.brokerbench.driver.ClusterPlan;
import io.brokerbench.driver.Driver;
import io.brokerbench.driver.DriverFactory;
import io.brokerbench.workload.Settings;
import io.brokerbench.workload.SettingsException;
import io.brokerbench.workload.SettingsReader;
import io.brokerbench.workload.Workload;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.stream.Collectors;

/**
 * Everything a run needs, wholly checked: nothing has been started. Immutable.
 *
 * @param workload what is to be done
 * @param settings all settings in force
 * @param driver connects to the brokers
 * @param cluster has them started
 * @param command the command line without secrets, for the record
 * @param warnings what may surprise a person, a line each
 */
public record Experiment(
    Workload workload,
    Map<String, String> settings,
    Driver driver,
    ClusterPlan cluster,
    String command,
    List<String> warnings) {

  /**
   * Checks settings and finds the driver and the cluster they name.
   *
   * @param reader over {@link Workload#reference()}, with everything the user said
   * @throws SettingsException with every problem there is
   */
  public static Experiment check(SettingsReader reader, String command) throws SettingsException {
    String driverName = reader.peek("driver");
    DriverFactory driverFactory =
        load(DriverFactory.class).stream()
            .filter(factory -> factory.name().equals(driverName))
            .findFirst()
            .orElseThrow(() -> unknown("driver", driverName, driverNames()));
    List<ClusterFactory> hosts =
        load(ClusterFactory.class).stream()
            .filter(factory -> factory.driver().equals(driverName))
            .toList();
    driverFactory.addReference(reader);
    hosts.forEach(factory -> factory.addReference(reader));
    String host = reader.peek("cluster.host");
    ClusterFactory clusterFactory =
        hosts.stream()
            .filter(factory -> host.isEmpty() || factory.host().equals(host))
            .findFirst()
            .orElseThrow(() -> unknown("cluster.host", host, hostNames(hosts)));

    Settings settings = reader.settings();
    Workload workload = Workload.read(settings);
    Driver driver = driverFactory.configure(settings, workload);
    ClusterPlan plan = clusterFactory.plan(settings);
    settings.finish();
    return new Experiment(workload, settings.effective(), driver, plan, command, reader.warnings());
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

  private static String hostNames(List<ClusterFactory> hosts) {
    return hosts.stream().map(ClusterFactory::host).collect(Collectors.joining(", "));
  }

  private static SettingsException unknown(String key, String value, String known) {
    return new SettingsException(
        List.of(String.format(Locale.ROOT, "%s must be one of %s, got \"%s\"", key, known, value)));
  }
}
