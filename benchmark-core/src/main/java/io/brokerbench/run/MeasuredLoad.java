package io.brokerbench.run;

import io.brokerbench.driver.BrokerException;
import io.brokerbench.driver.BrokerSends;
import io.brokerbench.driver.Cluster;
import io.brokerbench.driver.Session;
import io.brokerbench.generator.RunBooks;
import io.brokerbench.generator.RunClients;
import io.brokerbench.generator.Standing;
import io.brokerbench.measurement.Measurement;
import io.brokerbench.measurement.Received;
import io.brokerbench.measurement.RunDirectory;
import io.brokerbench.record.CheckBackBook;
import io.brokerbench.record.Ledger.Counts;
import io.brokerbench.record.Receipts;
import io.brokerbench.record.Reconciliation;
import io.brokerbench.record.Reconciliation.Visibility;
import io.brokerbench.record.Resolution;
import io.brokerbench.record.SendBook;
import io.brokerbench.record.SendCount;
import io.brokerbench.record.SendOutcome;
import io.brokerbench.results.Transactions;
import io.brokerbench.results.faults.PlannedFaults;
import io.brokerbench.sample.RemoteNodes;
import io.brokerbench.sample.ResourceSampler;
import io.brokerbench.workload.Workload;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** The load of a run, from its first message to the reconciliation. For one thread, once. */
record MeasuredLoad(Workload workload, Session session, RunClients clients, RecordedFaults faults) {

  /**
   * What was measured.
   *
   * @param stored messages that brokers should hold; null if a worker was lost before it could
   *     report all that it sent
   * @param sendsByBroker empty if producers do not choose the broker of a message
   * @param received by the consumers; null without them
   * @param transactions by their end; null without them
   * @param plannedFaults consequences of planned faults; null without them
   */
  record Outcome(
      Measurement measurement,
      @Nullable SendCount stored,
      Map<String, BrokerSends> sendsByBroker,
      @Nullable Received received,
      @Nullable Transactions transactions,
      @Nullable PlannedFaults plannedFaults) {}

  /**
   * The cluster that is watched during a run.
   *
   * @param remote its nodes on other machines
   */
  record Observed(Cluster cluster, RemoteNodes remote) {}

  /** Starts the consumers that must run from the first message on. */
  void startConsumers(RunListener listener) throws BrokerException, InterruptedException {
    // Without senders, the run starts its consumers with the load and measures from their first
    // message on.
    boolean alone = workload.load().threads() == 0;
    if (consumes() && !alone && workload.consumption().backlog().isEmpty()) {
      listener.step("starting the consumers");
      clients.startConsumers();
    }
  }

  private boolean consumes() {
    return workload.consumption().any();
  }

  /** Runs the load to its end, and reconciles sends and receipts. */
  Outcome measure(
      Observed observed,
      RunDirectory directory,
      Drafts drafts,
      Interruption interruption,
      RunListener listener)
      throws BrokerException, IOException, InterruptedException {
    ResourceSampler sampler =
        new ResourceSampler(
            clients.clock(), observed.cluster().nodes(), observed.remote(), clients.machines());
    IntervalCollector collector = new IntervalCollector(workload, clients, sampler);
    PhaseControl phases =
        new PhaseControl(
            workload,
            clients,
            collector,
            observed.cluster(),
            faults.injector(clients.timeline()),
            listener,
            interruption);
    // Last: samples and faults take time to prepare, in which no message is due.
    clients.startAt(clients.clock().nanoTime() + clients.leadNanos());
    phases.run(
        directory,
        soFar ->
            drafts.keep(
                new Outcome(
                    soFar, null, Map.of(), consumes() ? soFar(phases, soFar) : null, null, null)));
    RunBooks books = clients.books();
    // A worker may be lost until its books have arrived.
    Measurement measurement = phases.measurement();
    BooleanSupplier hurry = () -> interruption.came() || !books.complete();
    Received received = consumes() ? received(books, phases, measurement, hurry) : null;
    return new Outcome(
        measurement,
        books.complete() ? stored(books, measurement.allCounts()) : null,
        books.sendsByBroker(),
        received,
        workload.transactions().enabled() ? transactions(books.sends(), books.checks()) : null,
        faults.results(clients.timeline(), books, received));
  }

  /** The reception so far, without reconciliation with the senders. */
  private Received soFar(PhaseControl phases, Measurement measurement) {
    List<Received.Group> received = new ArrayList<>();
    Map<String, OptionalLong> behind = clients.backlogs();
    Standing standing = clients.standing();
    for (int i = 0; i < standing.groups().size(); i++) {
      Standing.Group group = standing.groups().get(i);
      String name = workload.consumption().groupNames().get(i);
      received.add(
          new Received.Group(
              name,
              group.receipts(),
              null,
              null,
              perSecond(group, measurement),
              behind.getOrDefault(name, OptionalLong.empty()),
              OptionalLong.empty(),
              Map.of()));
    }
    return phases.received(received);
  }

  private Received received(
      RunBooks books, PhaseControl phases, Measurement measurement, BooleanSupplier hurry) {
    // Consumers have stopped: receipts do not change any more, and brokers know the groups'
    // progress.
    Map<String, OptionalLong> behind = clients.backlogs();
    Standing standing = clients.standing();
    List<OptionalLong> progress =
        new Auditor(clients.audited(), clients.clock(), hurry).progress(books.groups().size());
    List<Received.Group> received = new ArrayList<>();
    for (int i = 0; i < books.groups().size(); i++) {
      RunBooks.Group group = books.groups().get(i);
      // The books of a lost worker are missing, or a part of them; its latest counts are known.
      Receipts.Counts counts =
          books.complete() ? group.receipts().counts() : standing.groups().get(i).receipts();
      received.add(
          new Received.Group(
              group.name(),
              counts,
              group.receipts(),
              reconciliation(books, group.receipts(), phases),
              perSecond(standing.groups().get(i), measurement),
              behind.getOrDefault(group.name(), OptionalLong.empty()),
              progress.get(i),
              sideCounts(i, group)));
    }
    return phases.received(received);
  }

  private Map<String, Long> sideCounts(int index, RunBooks.Group group) {
    Map<String, Long> counts = new TreeMap<>(group.clientCounts());
    counts.putAll(clients.audited().groupCounts(index));
    return counts;
  }

  private static double perSecond(Standing.Group group, Measurement measurement) {
    return measurement.seconds() > 0 ? group.receivedInTime() / measurement.seconds() : 0;
  }

  private @Nullable Reconciliation reconciliation(
      RunBooks books, Receipts receipts, PhaseControl phases) {
    return workload.load().threads() > 0 && workload.message().hasHeader() && books.complete()
        ? Reconciliation.of(
            books.sends(),
            receipts,
            session.promise().acknowledged(),
            phases.waitedForAll(),
            workload.allVisible(),
            workload::visibility)
        : null;
  }

  /** Messages that the topic should hold: without those rolled back, whether consumed or not. */
  private SendCount stored(RunBooks books, Counts all) {
    return workload.transactions().enabled()
        ? SendCount.of(
            books.sends(), (producer, sequence) -> stored(books.checks(), producer, sequence))
        : new SendCount(all.ackedCount(), all.unknownCount());
  }

  private Visibility stored(CheckBackBook checks, int producer, long sequence) {
    var outcome = workload.transactions().outcome(workload.seed(), producer, sequence);
    boolean open = outcome.local() == Resolution.UNKNOWN && !checks.isResolved(producer, sequence);
    return open || outcome.end() == Resolution.UNKNOWN
        ? Visibility.BROKER_KNOWS
        : outcome.end() == Resolution.COMMIT ? Visibility.YES : Visibility.NO;
  }

  /** All transactions whose half message was acknowledged; senders must have stopped. */
  private Transactions transactions(SendBook sent, CheckBackBook checks) {
    long committed = 0;
    long rolledBack = 0;
    long unknown = 0;
    long checkedCommitted = 0;
    long checkedRolledBack = 0;
    long abandoned = 0;
    for (int producer = 0; producer < sent.producers(); producer++) {
      for (long sequence = 0; sequence < sent.attempted(producer); sequence++) {
        if (sent.outcome(producer, sequence) != SendOutcome.ACKED) {
          continue;
        }
        var outcome = workload.transactions().outcome(workload.seed(), producer, sequence);
        switch (outcome.local()) {
          case COMMIT -> committed++;
          case ROLLBACK -> rolledBack++;
          case UNKNOWN -> {
            unknown++;
            boolean resolved = checks.isResolved(producer, sequence);
            abandoned += outcome.end() == Resolution.UNKNOWN ? 1 : 0;
            checkedCommitted += resolved && outcome.end() == Resolution.COMMIT ? 1 : 0;
            checkedRolledBack += resolved && outcome.end() == Resolution.ROLLBACK ? 1 : 0;
          }
        }
      }
    }
    CheckBackBook.Counts checkBacks = checks.counts();
    return new Transactions(
        committed,
        rolledBack,
        unknown,
        checkedCommitted,
        checkedRolledBack,
        abandoned,
        unknown - checkedCommitted - checkedRolledBack - abandoned,
        checkBacks.checks(),
        checkBacks.unexpected(),
        checkBacks.duplicate(),
        checkBacks.foreign());
  }
}
