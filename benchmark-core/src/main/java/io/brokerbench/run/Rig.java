package io.brokerbench.run;

import io.brokerbench.clock.Clock;
import io.brokerbench.driver.BrokerException;
import io.brokerbench.driver.Cluster;
import io.brokerbench.driver.Session;
import io.brokerbench.load.ConsumerGroups;
import io.brokerbench.load.Consumers;
import io.brokerbench.load.LoadGenerator;
import io.brokerbench.load.Timeline;
import io.brokerbench.record.Ledger.Counts;
import io.brokerbench.record.PhasedRecords;
import io.brokerbench.record.Reckoning;
import io.brokerbench.record.Reckoning.Visibility;
import io.brokerbench.record.Resolution;
import io.brokerbench.record.SendCount;
import io.brokerbench.result.Measurement;
import io.brokerbench.result.Received;
import io.brokerbench.result.RunDirectory;
import io.brokerbench.result.Transacted;
import io.brokerbench.sample.HiccupMeter;
import io.brokerbench.sample.ResourceSampler;
import io.brokerbench.workload.Workload;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** Senders and consumers of a run, with all that is recorded of them. For one thread, once. */
final class Rig implements AutoCloseable {

  /** Until the first message is due, so that every sender is there in time. */
  private static final long LEAD_NANOS = 50_000_000;

  private final Workload workload;
  private final Session session;
  private final Clock clock;
  private final PhasedRecords records = new PhasedRecords();
  private final Timeline timeline;
  private final LoadGenerator load;
  private final ConsumerGroups groups;

  /** What it measured, and what brokers should hold by it. */
  record Outcome(
      Measurement measurement,
      SendCount stored,
      @Nullable Received received,
      @Nullable Transacted transacted) {}

  /**
   * Opens all producers.
   *
   * @param run number in the message headers
   */
  Rig(Workload workload, int run, Session session, Clock clock) throws BrokerException {
    this.workload = workload;
    this.session = session;
    this.clock = clock;
    this.timeline = new Timeline(clock.nanoTime());
    this.load = new LoadGenerator(workload, run, session, records, timeline, clock);
    this.groups = new ConsumerGroups(workload, run, session, records, timeline, clock);
  }

  /** Starts consumers that are to be there from the first message on. */
  void startConsumers(RunListener listener) throws BrokerException, InterruptedException {
    // Alone they are measured from their first message on.
    boolean alone = workload.load().threads() == 0;
    if (groups.any() && !alone && workload.consumption().backlog().isEmpty()) {
      listener.step("starting the consumers");
      groups.start();
    }
  }

  /** Runs the load to its end, and reckons. */
  Outcome measure(
      Cluster cluster,
      RunDirectory directory,
      Drafts drafts,
      Interruption interruption,
      RunListener listener)
      throws BrokerException, IOException, InterruptedException {
    ResourceSampler sampler = new ResourceSampler(clock, cluster.nodes());
    try (HiccupMeter hiccups = new HiccupMeter(clock)) {
      timeline.startAt(clock.nanoTime() + LEAD_NANOS);
      Backlogs backlogs = new Backlogs(workload, session.promise().acknowledged(), records, groups);
      Collector collector =
          new Collector(
              workload.leadingMetric(),
              records,
              load,
              groups,
              backlogs,
              session,
              timeline,
              sampler,
              hiccups);
      Conductor conductor =
          new Conductor(
              workload,
              records,
              clock,
              timeline,
              load,
              groups,
              collector,
              cluster,
              listener,
              interruption);
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

  /** What there is of reception while nothing is held against the senders yet. */
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
    // Consumers have ended: receipts change no more, and brokers know how far they are.
    Map<String, OptionalLong> behind = backlogs.now();
    List<OptionalLong> progress = new Auditor(session, clock).progress(groups, hurry);
    List<Received.Group> received = new ArrayList<>();
    for (int i = 0; i < groups.all().size(); i++) {
      Consumers group = groups.all().get(i);
      received.add(
          new Received.Group(
              group.name(),
              group.receipts(),
              reckoning(group, conductor),
              measurement.seconds() > 0 ? group.receivedInTime() / measurement.seconds() : 0,
              behind.getOrDefault(group.name(), OptionalLong.empty()),
              progress.get(i),
              group.sideCounts()));
    }
    return conductor.received(received);
  }

  private @Nullable Reckoning reckoning(Consumers group, Conductor conductor) {
    return workload.load().threads() > 0 && workload.message().hasHeader()
        ? Reckoning.of(
            records.sends(),
            group.receipts(),
            session.promise().acknowledged(),
            conductor.waitedForAll(),
            workload.allVisible(),
            workload::visibility)
        : null;
  }

  /** What the topic should hold: without what was rolled back, whoever consumes it or not. */
  private SendCount stored(Counts all) {
    return workload.transactions().enabled()
        ? SendCount.of(records.sends(), this::isStored)
        : new SendCount(all.ackedCount(), all.unknownCount());
  }

  private Visibility isStored(int producer, long sequence) {
    var fate = workload.transactions().fate(workload.seed(), producer, sequence);
    boolean open =
        fate.local() == Resolution.UNKNOWN && !load.checks().isResolved(producer, sequence);
    return open || fate.end() == Resolution.UNKNOWN
        ? Visibility.BROKER_KNOWS
        : fate.end() == Resolution.COMMIT ? Visibility.YES : Visibility.NO;
  }

  private @Nullable Transacted transacted() {
    return workload.transactions().enabled()
        ? Transactions.count(workload, records.sends(), load.checks())
        : null;
  }

  @Override
  public void close() {
    groups.close();
  }
}
