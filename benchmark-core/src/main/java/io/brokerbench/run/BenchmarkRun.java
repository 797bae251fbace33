package io.brokerbench.run;

import io.brokerbench.ceiling.Ceilings;
import io.brokerbench.clock.Clock;
import io.brokerbench.driver.BrokerException;
import io.brokerbench.driver.BrokerSends;
import io.brokerbench.driver.Cluster;
import io.brokerbench.driver.Session;
import io.brokerbench.generator.Generators;
import io.brokerbench.generator.RunClients;
import io.brokerbench.measurement.BrokerAudit;
import io.brokerbench.measurement.CompletedRun;
import io.brokerbench.measurement.Received;
import io.brokerbench.measurement.RunDirectory;
import io.brokerbench.measurement.RunSetup;
import io.brokerbench.monitor.NodeMonitor;
import io.brokerbench.record.RandomId;
import io.brokerbench.record.Reconciliation;
import io.brokerbench.record.SendCount;
import io.brokerbench.record.page.PageStore;
import io.brokerbench.results.Environment;
import io.brokerbench.results.Latency;
import io.brokerbench.results.Metric;
import io.brokerbench.results.Promise;
import io.brokerbench.results.RunResult;
import io.brokerbench.results.Transactions;
import io.brokerbench.results.Verdict;
import io.brokerbench.results.faults.PlannedFaults;
import io.brokerbench.units.Causes;
import io.brokerbench.units.Text;
import io.brokerbench.workload.Workload;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * One complete run: cluster, session, load, audit, floor, verdict, files. Used once; {@link #stop}
 * may be called by any thread.
 */
public final class BenchmarkRun {

  /** Allows 250 forces of a disk that takes 2 ms. */
  private static final long LONGEST_FSYNC_NANOS = 500_000_000;

  private final Experiment experiment;
  private final Generators generators;
  private final Workload workload;
  private final Clock clock;
  private final RunListener listener;
  private final Object lock = new Object();
  private volatile boolean stopped;
  private @Nullable Thread starting;

  /**
   * Creates a run of this experiment without starting it.
   *
   * @param generators of its load
   */
  public BenchmarkRun(
      Experiment experiment, Generators generators, Clock clock, RunListener listener) {
    this.experiment = experiment;
    this.generators = generators;
    this.workload = experiment.workload();
    this.clock = clock;
    this.listener = listener;
  }

  /** Ends the load now; the results are written as usual, and marked as cut short. */
  public void stop() {
    synchronized (lock) {
      stopped = true;
      if (starting != null) {
        starting.interrupt();
      }
    }
  }

  /**
   * Runs, and returns when everything is written and the cluster is stopped.
   *
   * @throws BrokerException if the cluster did not start correctly
   * @throws IOException if results cannot be written, or the brokers' disk cannot be measured
   * @throws InterruptedException if interrupted or stopped before the load started
   * @throws IllegalStateException if everything is written, but a part could not be closed
   */
  public Verdict run() throws BrokerException, IOException, InterruptedException {
    try (PageStore store = new PageStore(workload.output().directory())) {
      return run(store);
    }
  }

  private Verdict run(PageStore store) throws BrokerException, IOException, InterruptedException {
    Measured measured = null;
    List<String> logged = List.of();
    RuntimeException notClosed = null;
    Interruption interruption = new Interruption(() -> stopped);
    try (Cluster cluster = begin(() -> experiment.cluster().start(listener::step));
        NodeMonitor monitor = begin(this::monitor);
        Session session = begin(() -> connect(cluster));
        RecordedFaults faults =
            begin(() -> new RecordedFaults(experiment, cluster, session, clock));
        RunClients clients = begin(() -> clients(cluster, session, store, faults))) {
      MeasuredLoad load = begin(() -> load(session, clients, faults));
      requireNotStopped();
      Optional<Ceilings.Forces> fsync = fsync(cluster, session.promise());
      RunSetup setup = setup(cluster, session, fsync);
      RunDirectory directory =
          RunDirectory.create(
              workload.output().directory(),
              workload.name(),
              setup.startedAt(),
              workload.metrics());
      listener.begins(directory.path());
      try (Drafts drafts = new Drafts(directory, setup, interruption)) {
        MeasuredLoad.Outcome outcome =
            measure(
                load, new MeasuredLoad.Observed(cluster, monitor), directory, drafts, interruption);
        drafts.keep(outcome);
        BrokerAudit audit = audit(clients.audited(), outcome);
        @Nullable PlannedFaults plannedFaults =
            faults.judged(outcome.plannedFaults(), outcome.received(), audit);
        interruption.cameAt(() -> "during the audit");
        measured = new Measured(setup, directory, outcome, audit, plannedFaults);
      }
      if (!measured.outcome.measurement().faults().isEmpty() || !measured.accountsForAll()) {
        logged = SavedLogs.save(cluster, directory.path().resolve("logs"));
      }
    } catch (RuntimeException e) {
      if (measured == null) {
        throw e;
      }
      notClosed = e;
    }
    RunResult result = result(measured, logged, interruption);
    Path path =
        measured.directory.finish(result, measured.setup.settings(), measured.outcome.received());
    listener.ended(result, path);
    if (notClosed != null) {
      throw new IllegalStateException(
          Text.of(
              "the result is in %s, but not everything could be closed: %s",
              path, Causes.line(notClosed)),
          notClosed);
    }
    return result.verdict();
  }

  /** All that is known of a run before its end, which does not change it any more. */
  private record Measured(
      RunSetup setup,
      RunDirectory directory,
      MeasuredLoad.Outcome outcome,
      BrokerAudit audit,
      @Nullable PlannedFaults plannedFaults) {

    /** Whether no message and no check-back is known to be missing. */
    boolean accountsForAll() {
      Received received = outcome.received();
      Transactions transactions = outcome.transactions();
      return audit.fine()
          && (received == null || received.groups().stream().noneMatch(Measured::hasLost))
          && (transactions == null || transactions.unresolved() <= 0);
    }

    private static boolean hasLost(Received.Group group) {
      Reconciliation reconciliation = group.reconciliation();
      return reconciliation != null && reconciliation.lost().size() > 0;
    }
  }

  /**
   * The result with the floor of this machine, which is measured when the cluster has ended.
   *
   * @param logged what the brokers' logs say of a failure
   */
  private RunResult result(Measured measured, List<String> logged, Interruption interruption)
      throws BrokerException, InterruptedException {
    CompletedRun completed =
        new CompletedRun(
            measured.setup,
            measured.outcome.measurement(),
            interruption.reason(),
            measured.audit,
            measured.outcome.received(),
            measured.outcome.transactions(),
            measured.plannedFaults,
            floor());
    return completed.result(verdict -> verdict.withNotes(logged));
  }

  private RunClients clients(
      Cluster cluster, Session session, PageStore store, RecordedFaults faults)
      throws BrokerException, InterruptedException {
    return generators.open(
        new Generators.Order(
            workload,
            experiment.settings(),
            RandomId.ofRun(),
            cluster,
            session,
            store,
            clock,
            faults.sent(),
            listener::step));
  }

  private MeasuredLoad.Outcome measure(
      MeasuredLoad load,
      MeasuredLoad.Observed observed,
      RunDirectory directory,
      Drafts drafts,
      Interruption interruption)
      throws BrokerException, IOException, InterruptedException {
    try (directory) {
      return load.measure(observed, directory, drafts, interruption, listener);
    }
  }

  private BrokerAudit audit(Session session, MeasuredLoad.Outcome outcome) {
    if (workload.load().threads() == 0) {
      return BrokerAudit.NOTHING_SENT;
    }
    if (outcome.stored() == null) {
      return BrokerAudit.incomplete(outcome.measurement().allCounts());
    }
    listener.step("comparing with the brokers' own counts");
    long rejected = outcome.measurement().allCounts().rejectedCount();
    SendCount sent = outcome.stored();
    Map<String, BrokerSends> sendsByBroker = outcome.sendsByBroker();
    if (workload.message().deliversLater() && stopped) {
      // Brokers do not count those that wait for their delivery.
      sent = new SendCount(0, sent.visible() + sent.uncertain());
      sendsByBroker = Map.of();
    }
    Duration delay =
        workload.transactions().enabled()
            ? session.checkBackDelay()
            : workload.message().longestDeliverAfter();
    return new Auditor(session, clock, () -> stopped).audit(sent, rejected, sendsByBroker, delay);
  }

  /** A step of the start. */
  @FunctionalInterface
  private interface Step<T> {
    T take() throws BrokerException, InterruptedException;
  }

  /**
   * Takes a step of the start, which {@link #stop} interrupts. It does not interrupt what closes
   * the results of earlier steps if this one fails: topics or processes would be left.
   */
  private <T> T begin(Step<T> step) throws BrokerException, InterruptedException {
    synchronized (lock) {
      requireNotStopped();
      starting = Thread.currentThread();
    }
    try {
      return step.take();
    } finally {
      synchronized (lock) {
        starting = null;
        if (stopped) {
          // An exception replaces the interrupt: closing must not find the thread interrupted.
          Thread.interrupted();
        }
      }
    }
  }

  private void requireNotStopped() throws InterruptedException {
    if (stopped) {
      throw new InterruptedException("stopped before the load began");
    }
  }

  private NodeMonitor monitor() throws BrokerException, InterruptedException {
    return NodeMonitor.start(
        experiment.nodes(), workload.limits().figuresAge(), clock, listener::step);
  }

  /** The load with the consumers that must run from its first message on. */
  private MeasuredLoad load(Session session, RunClients clients, RecordedFaults faults)
      throws BrokerException, InterruptedException {
    MeasuredLoad load = new MeasuredLoad(workload, session, clients, faults);
    load.startConsumers(listener);
    return load;
  }

  /** Keeps the logs if the connection fails, because the cluster is then removed with its logs. */
  private Session connect(Cluster cluster) throws BrokerException, InterruptedException {
    try {
      return experiment.driver().connect(cluster, generators.preparation(), listener::step);
    } catch (BrokerException e) {
      if (cluster.nodes().isEmpty()) {
        throw e;
      }
      Path logs =
          RunDirectory.ofFailedStart(workload.output().directory(), workload.name(), clock.now());
      cluster.saveLogs(logs);
      throw new BrokerException(
          Text.of("%s; the brokers' logs are in %s", e.getMessage(), logs), e);
    }
  }

  private RunSetup setup(Cluster cluster, Session session, Optional<Ceilings.Forces> fsync) {
    Map<String, Object> facts = new LinkedHashMap<>(session.facts());
    Environment environment =
        new Environment(
            Environments.host(), Environments.jvm(), cluster.facts(), client(facts), facts);
    return new RunSetup(
        clock.now(),
        experiment.command(),
        workload,
        experiment.settings(),
        environment,
        session.promise(),
        fsync);
  }

  @SuppressWarnings("unchecked")
  private static Map<String, Object> client(Map<String, Object> facts) {
    return facts.remove("client") instanceof Map<?, ?> client
        ? (Map<String, Object>) client
        : Map.of();
  }

  private Optional<Ceilings.Forces> fsync(Cluster cluster, Promise promise) throws IOException {
    Optional<Path> disk = cluster.disk();
    if (!promise.onDisk() || workload.load().threads() == 0 || disk.isEmpty()) {
      return Optional.empty();
    }
    listener.step("measuring the fsync of the brokers' disk");
    return Optional.of(Ceilings.Forces.measure(disk.get(), clock, LONGEST_FSYNC_NANOS));
  }

  /** Empty with workers: this process, and often this machine, did not generate their load. */
  private Map<Metric, Latency> floor() throws BrokerException, InterruptedException {
    if (stopped || workload.workers().any()) {
      return Map.of();
    }
    listener.step("measuring the floor of this machine");
    return MeasurementFloor.measure(workload, clock);
  }
}
