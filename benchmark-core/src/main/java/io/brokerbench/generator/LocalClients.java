package io.brokerbench.generator;

import io.brokerbench.clock.Clock;
import io.brokerbench.driver.BrokerException;
import io.brokerbench.driver.Seat;
import io.brokerbench.driver.Session;
import io.brokerbench.load.ConnectionStorm;
import io.brokerbench.load.ConsumerGroup;
import io.brokerbench.load.ConsumerGroups;
import io.brokerbench.load.LoadGenerator;
import io.brokerbench.load.Recording;
import io.brokerbench.load.Timeline;
import io.brokerbench.record.Books;
import io.brokerbench.record.Ledger.Counts;
import io.brokerbench.record.PhasedRecords;
import io.brokerbench.record.Reconciliation.Visibility;
import io.brokerbench.record.Resolution;
import io.brokerbench.record.SendCount;
import io.brokerbench.record.TransactionOutcome;
import io.brokerbench.results.Connections;
import io.brokerbench.results.Metric;
import io.brokerbench.results.Phase;
import io.brokerbench.results.workers.WorkerUse;
import io.brokerbench.sample.HiccupMeter;
import io.brokerbench.sample.RemoteNodes;
import io.brokerbench.workload.InFlight;
import io.brokerbench.workload.Workload;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.TreeMap;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/** Senders and consumers in this process. */
public final class LocalClients implements RunClients {

  /** Beyond any message in flight, and enough for all threads to have started. */
  private static final long LEAD_NANOS = 50_000_000;

  private final Workload workload;
  private final Session session;
  private final Recording recording;
  private final LoadGenerator load;
  private final ConsumerGroups groups;
  private final ConnectionStorm storm;
  private final HiccupMeter hiccups;
  private Optional<Flip> ended = Optional.empty();

  /**
   * Opens the producers.
   *
   * @param seat those senders and consumers of the run that are here
   * @param run number in the message headers
   * @param recording whose timeline starts not later than the load, and whose books are read before
   *     their store is closed
   * @throws BrokerException if a producer cannot be opened
   */
  public LocalClients(Workload workload, Seat seat, int run, Session session, Recording recording)
      throws BrokerException {
    this.workload = workload;
    this.session = session;
    this.recording = recording;
    this.load = new LoadGenerator(workload, seat.senders(), run, session, recording);
    this.groups = new ConsumerGroups(workload, seat, run, session, recording, load.checks());
    this.storm = new ConnectionStorm(workload.connections(), session, recording);
    this.hiccups = new HiccupMeter(recording.clock());
  }

  @Override
  public Clock clock() {
    return recording.clock();
  }

  @Override
  public long leadNanos() {
    return LEAD_NANOS;
  }

  @Override
  public Timeline timeline() {
    return recording.timeline();
  }

  @Override
  public void startConsumers() throws BrokerException, InterruptedException {
    groups.start();
  }

  @Override
  public boolean consumersStarted() {
    return groups.started();
  }

  @Override
  public void startAt(long nanos) {
    timeline().startAt(nanos);
  }

  @Override
  public void startSenders() {
    load.start();
    storm.start();
  }

  @Override
  public void measure(long fromNanos, long toNanos) {
    timeline().measure(fromNanos, toNanos);
  }

  @Override
  public void endAt(long nanos) {
    timeline().endAt(nanos);
  }

  @Override
  public void stepFrom(long nanos) {
    timeline().stepFrom(nanos);
  }

  @Override
  public void limit(InFlight limit) {
    load.limit(limit);
  }

  @Override
  public boolean quantityEnded() {
    return load.quantityEnded();
  }

  /** When the quantity of these senders ended; 0 before that. */
  public long quantityEndedNanos() {
    return load.quantityEndedNanos();
  }

  @Override
  public boolean settled() {
    return load.settled() && storm.settled();
  }

  @Override
  public void stop() {
    timeline().stop();
  }

  @Override
  public void stopSenders(long deadlineNanos) throws InterruptedException {
    load.stop(deadlineNanos);
  }

  @Override
  public void stopConsumers() {
    groups.close();
  }

  @Override
  public void check() {
    failWith("a sender failed", load.failure());
    failWith("a consumer failed", groups.failure());
    failWith("a client alongside the load failed", storm.failure());
  }

  private static void failWith(String what, @Nullable Throwable cause) {
    if (cause != null) {
      throw new IllegalStateException(what + ": " + cause, cause);
    }
  }

  @Override
  public Standing standing() {
    PhasedRecords records = recording.records();
    // Sends first, so that a message that arrives in between does not count as received unsent.
    Counts warmup = records.of(Phase.WARMUP).ledger().counts();
    Counts measured = records.of(Phase.MEASURED).ledger().counts();
    return new Standing(
        warmup,
        measured,
        groups.all().stream().map(LocalClients::standing).toList(),
        load.checks().counts(),
        load.checks().resolutions(),
        load.blockedNanos(),
        records.of(Phase.WARMUP).outOfRange() + records.of(Phase.MEASURED).outOfRange());
  }

  private static Standing.Group standing(ConsumerGroup group) {
    return new Standing.Group(group.receipts().counts(), group.receivedInTime(), group.lastNanos());
  }

  @Override
  public void cut() {
    recording.brokers().refresh();
    ended =
        Optional.of(
            new Flip(
                standing(),
                flip(Phase.WARMUP),
                flip(Phase.MEASURED),
                flipErrors(),
                hiccups.flip()));
  }

  @Override
  public Optional<Flip> flip() {
    Optional<Flip> taken = ended;
    ended = Optional.empty();
    return taken;
  }

  /** Maximum errors of the latencies of both phases; called after their flips. */
  private Map<Metric, Long> flipErrors() {
    PhasedRecords records = recording.records();
    Map<Metric, Long> errors = new EnumMap<>(Metric.class);
    for (Metric metric : Metric.values()) {
      long error =
          Math.max(
              records.of(Phase.WARMUP).recorder(metric).flipErrorNanos(),
              records.of(Phase.MEASURED).recorder(metric).flipErrorNanos());
      if (error > 0) {
        errors.put(metric, error);
      }
    }
    return errors;
  }

  private Map<Metric, Histogram> flip(Phase phase) {
    Map<Metric, Histogram> latencies = new EnumMap<>(Metric.class);
    for (Metric metric : Metric.values()) {
      if (recording.records().of(phase).recorder(metric).used()) {
        latencies.put(metric, recording.records().of(phase).recorder(metric).flip());
      }
    }
    return latencies;
  }

  @Override
  public void discardPauses() {
    hiccups.flip();
  }

  @Override
  public void packBooks() {
    recording.records().sends().store().compact();
  }

  @Override
  public OptionalLong awaited() {
    return groups.awaited();
  }

  @Override
  public Map<String, OptionalLong> backlogs() {
    return groups.backlogs();
  }

  @Override
  public SortedMap<String, Long> figures() {
    if (!workload.connections().any()) {
      return session.figures();
    }
    SortedMap<String, Long> figures = new TreeMap<>(session.figures());
    figures.put("openConnections", (long) storm.open());
    return figures;
  }

  @Override
  public OptionalLong readings(String figure) {
    return session.readings(figure);
  }

  @Override
  public @Nullable Connections connections() {
    return storm.counts();
  }

  @Override
  public List<String> incidents() {
    return session.incidents();
  }

  @Override
  public DrainGoal drainGoal() {
    return new DrainGoal(expectedByConsumers(), expectedResolutions());
  }

  private SendCount expectedByConsumers() {
    if (!groups.any()) {
      return new SendCount(0, 0);
    }
    if (workload.allVisible()) {
      Counts sent = recording.records().counts();
      return new SendCount(sent.ackedCount(), sent.unknownCount() + sent.inFlight());
    }
    return SendCount.of(recording.records().sends(), workload::visibility);
  }

  private long expectedResolutions() {
    if (!workload.transactions().enabled()) {
      return 0;
    }
    SendCount sent = SendCount.of(recording.records().sends(), this::isToBeResolved);
    return sent.visible() + sent.uncertain();
  }

  private Visibility isToBeResolved(int producer, long sequence) {
    TransactionOutcome outcome =
        workload.transactions().outcome(workload.seed(), producer, sequence);
    return outcome.local() == Resolution.UNKNOWN && outcome.end() != Resolution.UNKNOWN
        ? Visibility.YES
        : Visibility.NO;
  }

  @Override
  public Optional<String> loss() {
    return Optional.empty();
  }

  @Override
  public RemoteNodes machines() {
    return RemoteNodes.NONE;
  }

  @Override
  public List<WorkerUse> parts() {
    return List.of();
  }

  /** The books as one, for another process. */
  public Books transfer() {
    return new Books(
        recording.records().sends(),
        groups.all().stream().map(ConsumerGroup::receipts).toList(),
        load.checks());
  }

  @Override
  public RunBooks books() {
    return new RunBooks(
        recording.records().sends(),
        session.sendsByBroker(),
        groups.all().stream()
            .map(group -> new RunBooks.Group(group.name(), group.receipts(), group.clientCounts()))
            .toList(),
        load.checks(),
        true);
  }

  @Override
  public Session audited() {
    return session;
  }

  @Override
  public void close() {
    storm.close();
    groups.close();
    hiccups.close();
  }
}
