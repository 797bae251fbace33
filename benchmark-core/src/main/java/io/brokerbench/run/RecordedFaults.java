package io.brokerbench.run;

import io.brokerbench.clock.Clock;
import io.brokerbench.driver.BrokerException;
import io.brokerbench.driver.Cluster;
import io.brokerbench.driver.Session;
import io.brokerbench.fault.FaultAnalysis;
import io.brokerbench.fault.FaultAnalysis.LoadSpan;
import io.brokerbench.fault.GroupAudit;
import io.brokerbench.fault.InjectedFault;
import io.brokerbench.fault.SentMessages;
import io.brokerbench.fault.inject.FaultInjector;
import io.brokerbench.generator.RunBooks;
import io.brokerbench.load.Timeline;
import io.brokerbench.measurement.BrokerAudit;
import io.brokerbench.measurement.Received;
import io.brokerbench.record.Reconciliation;
import io.brokerbench.record.SendBook;
import io.brokerbench.results.Promise;
import io.brokerbench.results.faults.PlannedFaults;
import io.brokerbench.schedule.IntendedTimes;
import io.brokerbench.units.Text;
import io.brokerbench.workload.Workload;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The planned faults of a run: what they hit and what came of it. For one thread, once. */
final class RecordedFaults implements AutoCloseable {

  private final Experiment experiment;
  private final Cluster cluster;
  private final Session session;
  private final Clock clock;
  private final @Nullable SentMessages sent;
  private @Nullable FaultInjector injector;

  /**
   * Prepares the faults of a run.
   *
   * @throws BrokerException if one is not possible in this cluster
   */
  RecordedFaults(Experiment experiment, Cluster cluster, Session session, Clock clock)
      throws BrokerException {
    FaultInjector.prepare(experiment.faults(), cluster);
    this.experiment = experiment;
    this.cluster = cluster;
    this.session = session;
    this.clock = clock;
    this.sent =
        experiment.faults().isEmpty() ? null : SentMessages.of(experiment.workload(), clock);
  }

  /** Where each message has its times, outcome and receipt; empty without faults. */
  Optional<SentMessages> sent() {
    return Optional.ofNullable(sent);
  }

  /** Creates the injector of a load with this timeline, once. */
  FaultInjector injector(Timeline timeline) {
    injector = new FaultInjector(experiment.faults(), cluster, session, clock, timeline);
    return injector;
  }

  /**
   * What came of the faults, as far as the messages are known.
   *
   * @param received by the consumers; null without them
   * @return null without faults
   */
  @Nullable PlannedFaults results(Timeline timeline, RunBooks books, @Nullable Received received) {
    if (sent == null) {
      return null;
    }
    LoadSpan span =
        new LoadSpan(timeline.startNanos(), timeline.measuredFromNanos(), timeline.endNanos());
    List<InjectedFault> injected = Objects.requireNonNull(injector).injected();
    PlannedFaults found =
        FaultAnalysis.of(
            sent,
            injected,
            span,
            // Which messages a lost worker has sent is not known.
            books.complete() ? unsentNanos(timeline, books.sends()) : new long[0],
            groups(received));
    return found.with(injector.failures(), null);
  }

  /**
   * The same with a judgement of the promise. Messages that the brokers still hold for a group are
   * not lost: it did not get them in time. Where their number is unknown, nothing is judged.
   *
   * @param found the consequences; null without faults
   */
  @Nullable PlannedFaults judged(
      @Nullable PlannedFaults found, @Nullable Received received, BrokerAudit audit) {
    if (found == null || received == null || found.faults().isEmpty()) {
      return found;
    }
    List<OptionalLong> losses =
        received.groups().stream().map(group -> lost(group, audit)).toList();
    if (losses.stream().anyMatch(OptionalLong::isEmpty)) {
      return found;
    }
    long lost = losses.stream().mapToLong(OptionalLong::getAsLong).max().orElse(0);
    return found.with(
        found.notInjected(), brokenPromise(lost, Objects.requireNonNull(injector).injected()));
  }

  /**
   * Number of messages that a group did not get, without those that are still held for it; empty if
   * these are unknown.
   */
  private OptionalLong lost(Received.Group group, BrokerAudit audit) {
    Reconciliation reconciliation = group.reconciliation();
    if (reconciliation == null || reconciliation.lost().size() == 0) {
      return OptionalLong.of(0);
    }
    OptionalLong held = group.unconsumed(audit.brokerCount());
    return held.isEmpty() && !queuesAreEmpty()
        ? OptionalLong.empty()
        : OptionalLong.of(reconciliation.lost().size() - held.orElse(0));
  }

  private boolean queuesAreEmpty() {
    SortedMap<String, Long> figures = session.figures();
    return Stream.of(Session.READY, Session.UNACKED)
        .allMatch(name -> Objects.equals(figures.get(name), 0L));
  }

  /** Groups that were reconciled with the senders. */
  private static List<GroupAudit> groups(@Nullable Received received) {
    return received == null
        ? List.of()
        : received.groups().stream()
            .flatMap(
                group ->
                    Stream.ofNullable(group.reconciliation())
                        .map(
                            reconciliation ->
                                GroupAudit.of(
                                    reconciliation, Objects.requireNonNull(group.receipts()))))
            .toList();
  }

  /** Intended times of the messages that were due before the end of the load and never sent. */
  private long[] unsentNanos(Timeline timeline, SendBook sends) {
    Workload workload = experiment.workload();
    LongStream.Builder unsent = LongStream.builder();
    int batch = workload.message().batch();
    int senders = workload.load().threads();
    for (int sender = 0; sender < senders; sender++) {
      IntendedTimes times = workload.load().schedule().orElseThrow().times(sender, senders, batch);
      long attempted = sends.attempted(sender);
      long quota = workload.load().quota(sender, batch);
      for (long sequence = 0; sequence < quota; sequence += batch) {
        long intendedNanos = timeline.startNanos() + times.nextNanos();
        if (intendedNanos >= timeline.endNanos()) {
          break;
        }
        if (sequence >= attempted) {
          for (int i = 0; i < batch; i++) {
            unsent.add(intendedNanos);
          }
        }
      }
    }
    return unsent.build().toArray();
  }

  /**
   * A message that is on disk or on several brokers survives the end of one process. Its node must
   * be back, unless others have the message; nothing is known of what commands did, and of what
   * brokers may drop while a node is down.
   */
  private @Nullable String brokenPromise(long lost, List<InjectedFault> injected) {
    Promise promise = session.promise();
    boolean several = promise.copies() > 1;
    boolean survives =
        !promise.atMostOnce()
            && !session.dropsWhileDown()
            && injected.stream()
                .allMatch(
                    fault ->
                        !fault.node().isEmpty()
                            && injected.stream().noneMatch(fault::overlaps)
                            && (several || (promise.onDisk() && fault.returnedNanos() != null)));
    return lost > 0 && survives
        ? Text.of("%,d messages are lost that were %s", lost, promise.level().text())
        : null;
  }

  @Override
  public void close() {
    if (injector != null) {
      injector.close();
    }
  }
}
