package io.brokerbench.run;

import io.brokerbench.clock.Clock;
import io.brokerbench.driver.BrokerException;
import io.brokerbench.driver.Cluster;
import io.brokerbench.driver.Session;
import io.brokerbench.load.ConsumerGroups;
import io.brokerbench.load.Consumers;
import io.brokerbench.load.LoadGenerator;
import io.brokerbench.load.Recording;
import io.brokerbench.load.Timeline;
import io.brokerbench.measurement.Measurement;
import io.brokerbench.measurement.Received;
import io.brokerbench.measurement.RunDirectory;
import io.brokerbench.measurement.Transacted;
import io.brokerbench.record.Ledger.Counts;
import io.brokerbench.record.PageStore;
import io.brokerbench.record.PhasedRecords;
import io.brokerbench.record.Reconciliation;
import io.brokerbench.record.Reconciliation.Visibility;
import io.brokerbench.record.Resolution;
import io.brokerbench.record.SendCount;
import io.brokerbench.sample.HiccupMeter;
import io.brokerbench.sample.RemoteNodes;
import io.brokerbench.sample.ResourceSampler;
import io.brokerbench.workload.Workload;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** Senders and consumers of a run with all their records. For one thread, once. */
final class Rig implements AutoCloseable {

  /** Time until the first message is due, so that all senders have started by then. */
  private static final long LEAD_NANOS = 50_000_000;

  private final Workload workload;
  private final Session session;
  private final Recording recording;
  private final LoadGenerator load;
  private final ConsumerGroups groups;

  /** The measurement, and the messages that brokers should hold. */
  record Outcome(
      Measurement measurement,
      SendCount stored,
      @Nullable Received received,
      @Nullable Transacted transacted) {}

  /**
   * The cluster that is watched during a run.
   *
   * @param remote its nodes on other machines
   */
  record Observed(Cluster cluster, RemoteNodes remote) {}

  /**
   * Opens all producers.
   *
   * @param run number in the message headers
   * @param store for the books of the audit, which are read after this is closed
   */
  Rig(Workload workload, int run, Session session, PageStore store, Clock clock)
      throws BrokerException {
    this.workload = workload;
    this.session = session;
    this.recording = new Recording(new PhasedRecords(store), new Timeline(clock.nanoTime()), clock);
    this.load = new LoadGenerator(workload, run, session, recording);
    this.groups = new ConsumerGroups(workload, run, session, recording);
  }

  /** Starts the consumers that must run from the first message on. */
  void startConsumers(RunListener listener) throws BrokerException, InterruptedException {
    // Without senders, the run starts its consumers with the load and measures from their first
    // message on.
    boolean alone = workload.load().threads() == 0;
    if (groups.any() && !alone && workload.consumption().backlog().isEmpty()) {
      listener.step("starting the consumers");
      groups.start();
    }
  }

  /** Runs the load to its end, and reconciles sends and receipts. */
  Outcome measure(
      Observed observed,
      RunDirectory directory,
      Drafts drafts,
      Interruption interruption,
      RunListener listener)
      throws BrokerException, IOException, InterruptedException {
    Clock clock = recording.clock();
    Traffic traffic = new Traffic(load, groups);
    ResourceSampler sampler =
        new ResourceSampler(clock, observed.cluster().nodes(), observed.remote());
    try (HiccupMeter hiccups = new HiccupMeter(clock)) {
      recording.timeline().startAt(clock.nanoTime() + LEAD_NANOS);
      Backlogs backlogs =
          new Backlogs(workload, session.promise().acknowledged(), recording.records(), groups);
      Collector collector =
          new Collector(workload, recording, traffic, backlogs, session, sampler, hiccups);
      Conductor conductor =
          new Conductor(
              workload, recording, traffic, collector, observed.cluster(), listener, interruption);
      Measurement measurement =
          conductor.conduct(
              directory,
              soFar ->
                  drafts.keep(
                      soFar, groups.any() ? soFar(conductor, soFar, backlogs) : null, null));
      SendCount stored = stored(measurement.allCounts());
      Received received =
          groups.any() ? received(conductor, measurement, backlogs, interruption.came()) : null;
      return new Outcome(measurement, stored, received, transacted());
    }
  }

  /** The reception so far, without reconciliation with the senders. */
  private Received soFar(Conductor conductor, Measurement measurement, Backlogs backlogs) {
    Map<String, OptionalLong> behind = backlogs.now();
    return conductor.received(
        groups.all().stream()
            .map(
                group ->
                    new Received.Group(
                        group.name(),
                        group.receipts(),
                        null,
                        measurement.seconds() > 0
                            ? group.receivedInTime() / measurement.seconds()
                            : 0,
                        behind.getOrDefault(group.name(), OptionalLong.empty()),
                        OptionalLong.empty(),
                        Map.of()))
            .toList());
  }

  private Received received(
      Conductor conductor, Measurement measurement, Backlogs backlogs, boolean hurry) {
    // Consumers have stopped: receipts do not change any more, and brokers know the groups'
    // progress.
    Map<String, OptionalLong> behind = backlogs.now();
    List<OptionalLong> progress = new Auditor(session, recording.clock(), hurry).progress(groups);
    List<Received.Group> received = new ArrayList<>();
    for (int i = 0; i < groups.all().size(); i++) {
      Consumers group = groups.all().get(i);
      received.add(
          new Received.Group(
              group.name(),
              group.receipts(),
              reconciliation(group, conductor),
              measurement.seconds() > 0 ? group.receivedInTime() / measurement.seconds() : 0,
              behind.getOrDefault(group.name(), OptionalLong.empty()),
              progress.get(i),
              group.sideCounts()));
    }
    return conductor.received(received);
  }

  private @Nullable Reconciliation reconciliation(Consumers group, Conductor conductor) {
    return workload.load().threads() > 0 && workload.message().hasHeader()
        ? Reconciliation.of(
            recording.records().sends(),
            group.receipts(),
            session.promise().acknowledged(),
            conductor.waitedForAll(),
            workload.allVisible(),
            workload::visibility)
        : null;
  }

  /** Messages that the topic should hold: without those rolled back, whether consumed or not. */
  private SendCount stored(Counts all) {
    return workload.transactions().enabled()
        ? SendCount.of(recording.records().sends(), this::isStored)
        : new SendCount(all.ackedCount(), all.unknownCount());
  }

  private Visibility isStored(int producer, long sequence) {
    var outcome = workload.transactions().outcome(workload.seed(), producer, sequence);
    boolean open =
        outcome.local() == Resolution.UNKNOWN && !load.checks().isResolved(producer, sequence);
    return open || outcome.end() == Resolution.UNKNOWN
        ? Visibility.BROKER_KNOWS
        : outcome.end() == Resolution.COMMIT ? Visibility.YES : Visibility.NO;
  }

  private @Nullable Transacted transacted() {
    return workload.transactions().enabled()
        ? TransactionCounts.count(workload, recording.records().sends(), load.checks())
        : null;
  }

  @Override
  public void close() {
    groups.close();
  }
}
