package io.brokerbench.run;

import io.brokerbench.driver.Cluster;
import io.brokerbench.driver.ClusterFactory;
import io.brokerbench.driver.ClusterPlan;
import io.brokerbench.driver.Driver;
import io.brokerbench.driver.DriverFactory;
import io.brokerbench.driver.MessageStore;
import io.brokerbench.driver.Node.Impairment;
import io.brokerbench.fault.FaultSettings;
import io.brokerbench.fault.PlannedFault;
import io.brokerbench.figures.Bound;
import io.brokerbench.figures.RunFigure;
import io.brokerbench.generator.GeneratorPlan;
import io.brokerbench.generator.GeneratorPlanFactory;
import io.brokerbench.monitor.NodeSources;
import io.brokerbench.process.NativeCode;
import io.brokerbench.results.Metric;
import io.brokerbench.units.Text;
import io.brokerbench.workload.AbortLimits;
import io.brokerbench.workload.ConnectionSettings;
import io.brokerbench.workload.MessageShape;
import io.brokerbench.workload.Requirements;
import io.brokerbench.workload.Settings;
import io.brokerbench.workload.SettingsException;
import io.brokerbench.workload.SettingsInForce;
import io.brokerbench.workload.SettingsReader;
import io.brokerbench.workload.WorkerSettings;
import io.brokerbench.workload.WorkerSettings.Placement;
import io.brokerbench.workload.Workload;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A validated run, of which nothing has been started. Immutable.
 *
 * @param workload the workload
 * @param settings all effective settings
 * @param meanings the settings without regard to notation: runs with the same are the same
 * @param driver connects to the brokers
 * @param cluster plan of the cluster
 * @param generators where the load is generated
 * @param nodes sources of the figures of nodes on other machines
 * @param faults that the run injects, in order of their times
 * @param command the command line without secrets, for the record
 * @param warnings about possibly unintended settings, and settings that others need, one line each
 */
public record Experiment(
    Workload workload,
    SettingsInForce settings,
    Map<String, String> meanings,
    Driver driver,
    ClusterPlan cluster,
    GeneratorPlan generators,
    List<NodeSources> nodes,
    List<PlannedFault> faults,
    String command,
    List<String> warnings) {

  /**
   * Checks settings and finds the driver and the cluster they name.
   *
   * @param reader over {@link Workload#defaults()}, with all settings of the user
   * @throws SettingsException with all problems found
   */
  public static Experiment check(SettingsReader reader, String command) throws SettingsException {
    NativeCode.problem().ifPresent(reader::problem);
    DriverFactory driverFactory = driverFactory(reader);
    List<ClusterFactory> clusters = clusterFactories(reader);
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
    List<NodeSources> nodes = NodeSources.read(settings);
    if (workload.abort().has(RunFigure.DISK_USED)
        && !driver.reportsDisk()
        && nodes.stream().noneMatch(NodeSources::haveMachine)) {
      settings.problem(
          "abort.disk",
          Text.of(
              "must be none with driver %s, whose brokers do not report the use of their disks,"
                  + " unless brokers names a node-exporter of theirs; abort.alarms has RabbitMQ's"
                  + " alarm of a full disk",
              driverFactory.name()));
    }
    refuseUnknownAlarms(settings, workload, driver, plan);
    if (workload.message().deliversLater() && !driver.deliversLater()) {
      settings.problem(
          MessageShape.DELIVER_AFTER,
          Text.of(
              "must be 0 with driver %s, whose brokers deliver messages at once",
              driverFactory.name()));
    }
    refuseHidden(settings, workload, driver);
    List<PlannedFault> faults = FaultSettings.read(settings, workload, driver, plan);
    refuseSeparateBrokers(settings, workload, driver);
    GeneratorPlan generators = generators(settings, workload, driver, plan);
    settings.finish();
    return new Experiment(
        workload,
        SettingsInForce.of(settings),
        settings.meanings(),
        driver,
        plan,
        generators,
        nodes,
        faults,
        command,
        Stream.concat(reader.warnings().stream(), settings.implications().stream()).toList());
  }

  /** Why no run of this experiment has a figure, as a clause; empty if it may have it. */
  public Optional<String> whyMissing(RunFigure figure) {
    return workload.whyMissing(figure).or(() -> whyHidden(driver, figure));
  }

  /** The same experiment on a running cluster of its plan. */
  public Experiment on(Cluster running) {
    return new Experiment(
        workload,
        settings,
        meanings,
        driver,
        new RunningPlan(cluster, running),
        generators,
        nodes,
        faults,
        command,
        warnings);
  }

  /** The plan of a cluster that is running already. */
  private record RunningPlan(ClusterPlan plan, Cluster running) implements ClusterPlan {

    @Override
    public Optional<String> external() {
      return plan.external();
    }

    @Override
    public Optional<MessageStore> store() {
      return plan.store();
    }

    @Override
    public Duration checkBackDelay() {
      return plan.checkBackDelay();
    }

    @Override
    public Optional<String> neededForAlarms() {
      return plan.neededForAlarms();
    }

    @Override
    public Targets targets() {
      return plan.targets();
    }

    @Override
    public Optional<String> refusal(Impairment impairment) {
      return plan.refusal(impairment);
    }

    @Override
    public Cluster start(Consumer<String> progress) {
      return running;
    }
  }

  /**
   * The workload and the driver of an experiment that another process has checked, whose cluster is
   * running.
   *
   * @param driver connects to the brokers
   */
  public record Part(Workload workload, Driver driver) {}

  /**
   * Reads what is needed to generate a part of the load.
   *
   * @param reader over {@link Workload#defaults()}, with the settings that the user gave
   * @throws SettingsException with the problems that only this process can have, such as a secret
   *     that it does not know
   */
  public static Part part(SettingsReader reader) throws SettingsException {
    DriverFactory driverFactory = driverFactory(reader);
    List<ClusterFactory> unused = clusterFactories(reader);
    Settings settings = reader.settings();
    Workload workload = Workload.read(settings);
    Part part = new Part(workload, driverFactory.configure(settings, workload));
    settings.refuse();
    return part;
  }

  /**
   * Adds the defaults of the driver and of its clusters, without a check of anything.
   *
   * @throws SettingsException if there is no such driver
   */
  public static void addDefaults(SettingsReader reader) throws SettingsException {
    driverFactory(reader);
    clusterFactories(reader);
  }

  /** The driver that the settings name, with its defaults added to them. */
  private static DriverFactory driverFactory(SettingsReader reader) throws SettingsException {
    String name = reader.peek("driver");
    DriverFactory factory =
        load(DriverFactory.class).stream()
            .filter(each -> each.name().equals(name))
            .findFirst()
            .orElseThrow(() -> unknown("driver", name, driverNames()));
    factory.addDefaults(reader);
    return factory;
  }

  /** The kinds of clusters of this driver, with their defaults added to the settings. */
  private static List<ClusterFactory> clusterFactories(SettingsReader reader) {
    String driver = reader.peek("driver");
    List<ClusterFactory> clusters =
        load(ClusterFactory.class).stream()
            .filter(factory -> factory.driver().equals(driver))
            .toList();
    clusters.forEach(factory -> factory.addDefaults(reader));
    return clusters;
  }

  private static GeneratorPlan generators(
      Settings settings, Workload workload, Driver driver, ClusterPlan cluster) {
    if (!workload.workers().any()) {
      driver.checkProcess(settings);
      return GeneratorPlan.LOCAL;
    }
    if (!workload.workers().local() && driver.reachesOneCluster() && cluster.external().isEmpty()) {
      settings.problem(
          "workers.count",
          "needs an external cluster (-n) or workers.local=true: clusters that brokerbench starts"
              + " listen on loopback");
    }
    if (workload.connections().any()) {
      settings.problem(
          ConnectionSettings.COUNT, "must be 0 with workers (workers.count), which open none");
    }
    List<GeneratorPlanFactory> factories = load(GeneratorPlanFactory.class);
    if (factories.isEmpty()) {
      settings.problem("workers.count", "needs the command scripts/bench");
      return GeneratorPlan.LOCAL;
    }
    return factories.get(0).plan(settings, workload);
  }

  /** Refuses bounds on what the clients of the driver do not show. */
  private static void refuseHidden(Settings settings, Workload workload, Driver driver) {
    for (Bound bound : workload.requirements().bounds()) {
      whyHidden(driver, bound.figure())
          .ifPresent(
              why ->
                  settings.problem(
                      Requirements.PREFIX + bound.figure().key(), "must be none: " + why));
    }
    for (AbortLimits.Limit limit : workload.abort().all()) {
      whyHidden(driver, limit.bound().figure())
          .ifPresent(why -> settings.problem("abort." + limit.name(), "must be none: " + why));
    }
  }

  /** Refuses to end the load by alarms that are not known. */
  private static void refuseUnknownAlarms(
      Settings settings, Workload workload, Driver driver, ClusterPlan cluster) {
    if (!workload.abort().has(RunFigure.ALARMS)) {
      return;
    }
    String key = "abort.alarms";
    if (driver.reportsAlarms()) {
      cluster
          .neededForAlarms()
          .ifPresent(
              needed ->
                  settings.problem(
                      key,
                      Text.of(
                          "needs %s, from which alarms are known; name them, or set it to none",
                          needed)));
    } else {
      settings.problem(
          key,
          Text.of(
              "must be none with driver %s, whose brokers report no alarms", workload.driver()));
    }
  }

  private static Optional<String> whyHidden(Driver driver, RunFigure figure) {
    return figure
        .metric()
        .filter(metric -> metric == Metric.SETTLE)
        .flatMap(metric -> driver.whyNoSettleTime());
  }

  /** Refuses workers whose brokers, which no other worker reaches, would have no consumers. */
  private static void refuseSeparateBrokers(Settings settings, Workload workload, Driver driver) {
    WorkerSettings workers = workload.workers();
    if (!workers.any() || !workload.consumption().any() || driver.reachesOneCluster()) {
      return;
    }
    if (workers.placement() == Placement.APART) {
      settings.problem(
          "workers.placement",
          Text.of(
              "must be mixed with driver %s: each worker has a broker of its own",
              workload.driver()));
    } else if (workload.consumption().clients() < workers.count()) {
      settings.problem(
          "consume.clients",
          Text.of(
              "must be at least %d (workers.count) with driver %s: each worker has a broker of its"
                  + " own",
              workers.count(), workload.driver()));
    }
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
