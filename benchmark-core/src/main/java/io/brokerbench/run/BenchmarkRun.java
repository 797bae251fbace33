package io.brokerbench.run;

import io.brokerbench.clock.Clock;
import io.brokerbench.driver.BrokerException;
import io.brokerbench.driver.Cluster;
import io.brokerbench.driver.Session;
import io.brokerbench.load.LoadGenerator;
import io.brokerbench.load.Timeline;
import io.brokerbench.record.Metric;
import io.brokerbench.record.PhasedRecords;
import io.brokerbench.result.Audit;
import io.brokerbench.result.Judge;
import io.brokerbench.result.LatencySummary;
import io.brokerbench.result.Measurement;
import io.brokerbench.result.RunDirectory;
import io.brokerbench.result.RunResult;
import io.brokerbench.result.Setup;
import io.brokerbench.result.Verdict;
import io.brokerbench.sample.HiccupMeter;
import io.brokerbench.sample.ResourceSampler;
import io.brokerbench.workload.Workload;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One run, from top to bottom: cluster, session, load, audit, floor, verdict, files. Used once;
 * {@link #stop} may come from any thread.
 */
public final class BenchmarkRun {

  /** Until the first message is due, so that every sender is there in time. */
  private static final long LEAD_NANOS = 50_000_000;

  private final Experiment experiment;
  private final Workload workload;
  private final Clock clock;
  private final RunListener listener;
  private final Object lock = new Object();
  private volatile boolean stopped;
  private @Nullable Thread starting;

  /** A run of this experiment; nothing happens yet. */
  public BenchmarkRun(Experiment experiment, Clock clock, RunListener listener) {
    this.experiment = experiment;
    this.workload = experiment.workload();
    this.clock = clock;
    this.listener = listener;
  }

  /** Ends the load now; what was measured is written as ever, and marked as cut short. */
  public void stop() {
    synchronized (lock) {
      stopped = true;
      if (starting != null) {
        starting.interrupt();
      }
    }
  }

  /**
   * Runs, and returns when everything is written and the cluster is gone.
   *
   * @throws BrokerException if the cluster did not come up, or not as it should
   * @throws IOException if results cannot be written
   * @throws InterruptedException if interrupted or stopped before the load began
   */
  public Verdict run() throws BrokerException, IOException, InterruptedException {
    Setup setup;
    Measurement measurement;
    Audit audit;
    RunDirectory directory;
    interruptible(true);
    try (Cluster cluster = experiment.cluster().start(listener::step);
        Session session = connect(cluster)) {
      interruptible(false);
      setup = setup(cluster, session);
      directory =
          RunDirectory.create(workload.output().directory(), workload.name(), setup.startedAt());
      try {
        measurement = measure(cluster, session, directory, setup.startedAt());
      } finally {
        directory.close();
      }
      listener.step("comparing with the brokers' own counts");
      audit = new Auditor(session, clock).audit(measurement.allCounts(), stopped);
      if (!measurement.faults().isEmpty() || !audit.agreesWithBroker()) {
        cluster.saveLogs(directory.path().resolve("logs"));
      }
    }
    RunResult result = new RunResult(setup, measurement, audit, floor());
    Verdict verdict = Judge.judge(result);
    Path path = directory.finish(result, verdict);
    listener.ended(result, verdict, path);
    return verdict;
  }

  /** Whether {@link #stop} interrupts this thread: until the load begins. */
  private void interruptible(boolean yes) throws InterruptedException {
    synchronized (lock) {
      starting = yes ? Thread.currentThread() : null;
      if (stopped) {
        // Told by the exception from here on; closing must not find the thread interrupted.
        Thread.interrupted();
        throw new InterruptedException("stopped before the load began");
      }
    }
  }

  /** A cluster that cannot be connected is gone soon, and its logs with it: they are kept. */
  private Session connect(Cluster cluster) throws BrokerException, InterruptedException {
    try {
      return experiment.driver().connect(cluster, listener::step);
    } catch (BrokerException e) {
      if (cluster.nodes().isEmpty()) {
        throw e;
      }
      Path logs =
          RunDirectory.ofFailedStart(workload.output().directory(), workload.name(), clock.now());
      cluster.saveLogs(logs);
      throw new BrokerException(
          "%s; the brokers' logs are in %s".formatted(e.getMessage(), logs), e);
    }
  }

  private Setup setup(Cluster cluster, Session session) {
    Map<String, Object> environment = new LinkedHashMap<>();
    environment.put("host", Environment.host());
    environment.put("jvm", Environment.jvm());
    environment.put("cluster", cluster.facts());
    Map<String, Object> facts = new LinkedHashMap<>(session.facts());
    environment.put("client", facts.remove("client"));
    environment.put("broker", facts);
    return new Setup(
        clock.now(),
        experiment.command(),
        workload,
        experiment.settings(),
        environment,
        session.promise());
  }

  private Measurement measure(
      Cluster cluster, Session session, RunDirectory directory, Instant startedAt)
      throws BrokerException, IOException, InterruptedException {
    PhasedRecords records = new PhasedRecords();
    ResourceSampler sampler = new ResourceSampler(clock, cluster.nodes());
    try (HiccupMeter hiccups = new HiccupMeter(clock)) {
      Timeline timeline = new Timeline(clock.nanoTime() + LEAD_NANOS);
      int run = (int) startedAt.getEpochSecond();
      LoadGenerator load = new LoadGenerator(workload, run, session, records, timeline, clock);
      Collector collector = new Collector(records, timeline, sampler, hiccups);
      return new Conductor(workload, clock, timeline, load, collector, cluster, listener)
          .conduct(directory, () -> stopped, records);
    }
  }

  private Map<Metric, LatencySummary> floor() throws BrokerException, InterruptedException {
    if (stopped) {
      return Map.of();
    }
    listener.step("measuring the floor of this machine");
    return Floor.measure(workload, clock);
  }
}
