package io.brokerbench.run;

import io.brokerbench.clock.Clock;
import io.brokerbench.driver.BrokerException;
import io.brokerbench.driver.Cluster;
import io.brokerbench.fault.inject.FaultInjector;
import io.brokerbench.generator.RunClients;
import io.brokerbench.load.Timeline;
import io.brokerbench.measurement.Interval;
import io.brokerbench.measurement.Measurement;
import io.brokerbench.measurement.Received;
import io.brokerbench.measurement.RunDirectory;
import io.brokerbench.results.Consumption.DrainEnd;
import io.brokerbench.results.Phase;
import io.brokerbench.results.Throughput.WarmupEnd;
import io.brokerbench.units.Text;
import io.brokerbench.workload.Load;
import io.brokerbench.workload.Workload;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Controls the load through backlog or warm-up, measured time, settling and drain, second by
 * second. For one thread, once.
 *
 * <p>A broker that fails does not end the run: the clients' view of the failure is a result, too.
 */
final class PhaseControl {

  private static final long SECOND_NANOS = 1_000_000_000;

  /** Maximum loss of a run that is killed. */
  private static final long DRAFT_NANOS = 10 * SECOND_NANOS;

  /** Frequent enough for a signal; each check costs the generator processor time. */
  private static final long POLL_NANOS = 50_000_000;

  private static final long DRAIN_POLL_NANOS = 5_000_000;
  private static final long SETTLE_POLL_NANOS = 1_000_000;

  /** Maximum wait for outcomes after a signal. */
  private static final long STOPPED_SETTLE_NANOS = 3 * SECOND_NANOS;

  /** Time for messages in flight to arrive after a signal. */
  private static final long HURRY_NANOS = 2 * SECOND_NANOS;

  private final Workload workload;
  private final Load plan;
  private final RunClients clients;
  private final Clock clock;
  private final Timeline timeline;
  private final @Nullable BacklogWatch backlog;
  private final IntervalCollector collector;
  private final Cluster cluster;
  private final FaultInjector injector;
  private final RunListener listener;
  private final AbortWatch abort;
  private String aborted = "";
  private final List<String> faults = new ArrayList<>();
  private final WarmupDetector detector;
  private WarmupEnd warmupEndedBy = WarmupEnd.TIME;
  private final Interruption interruption;
  private boolean measuring;
  private long nextNanos;
  private long nextDraftNanos;
  private @Nullable Drain drain;

  /** Stores the results measured so far. */
  @FunctionalInterface
  interface Keeper {

    /**
     * Stores a measurement; returns at once.
     *
     * @throws IOException if an earlier one could not be written
     */
    void keep(Measurement measurement) throws IOException;
  }

  PhaseControl(
      Workload workload,
      RunClients clients,
      IntervalCollector collector,
      Cluster cluster,
      FaultInjector injector,
      RunListener listener,
      Interruption interruption) {
    this.workload = workload;
    this.plan = workload.load();
    this.detector = new WarmupDetector(plan.schedule().isPresent());
    this.clients = clients;
    this.clock = clients.clock();
    this.timeline = clients.timeline();
    this.collector = collector;
    this.cluster = cluster;
    this.injector = injector;
    this.listener = listener;
    this.interruption = interruption;
    this.abort = new AbortWatch(workload.abort(), workload.leadingMetric());
    this.backlog =
        workload.consumption().any()
            ? workload
                .consumption()
                .backlog()
                .map(wanted -> new BacklogWatch(workload, wanted, clients))
                .orElse(null)
            : null;
  }

  /**
   * Runs the load; returns when every send has its outcome or the settling time is over, and
   * consumers have received all available messages.
   *
   * @param keeper receives the measurement after the first measured second, every ten seconds from
   *     then on, when the load has ended, and at the end
   */
  void run(RunDirectory directory, Keeper keeper)
      throws BrokerException, IOException, InterruptedException {
    if (backlog == null) {
      plan.warmup().ifPresent(length -> measureFrom(timeline.startNanos() + length.toNanos()));
    }
    if (workload.consumption().any() && plan.threads() == 0) {
      clients.startConsumers();
    }
    nextNanos = timeline.startNanos() + SECOND_NANOS;
    clients.startSenders();
    injector.start();
    try {
      untilOver(directory, keeper);
      keeper.keep(measurement());
      injector.endLoad();
      awaitNodes(directory);
      settle(directory);
      clients.check();
      if (clients.consumersStarted() || workload.transactions().enabled()) {
        drain(directory, keeper);
      }
      // Messages that arrive while consumers stop have latencies, too.
      clients.stopConsumers();
      clients.check();
      if (drain != null) {
        cut(directory, Phase.DRAIN);
      }
      awaitIntervals(directory);
    } finally {
      injector.close();
      clients.stop();
    }
    keeper.keep(measurement());
  }

  /** Waits, for a limited time, until nodes that faults hit accept connections again. */
  private void awaitNodes(RunDirectory directory) throws IOException {
    nextNanos = clock.nanoTime() + SECOND_NANOS;
    while (injector.isReturning() && !interruption.came()) {
      collectOrPark(directory);
    }
    injector.giveUp();
  }

  private void untilOver(RunDirectory directory, Keeper keeper)
      throws BrokerException, IOException, InterruptedException {
    while (!over()) {
      long now = clock.nanoTime();
      collector.countDue();
      if (!measuring && timeline.phaseOf(now) == Phase.MEASURED) {
        beginMeasuring(directory);
      } else if (isSecondOver(now)) {
        collector.cut(measuring ? Phase.MEASURED : Phase.WARMUP, now);
        followSteps(now);
        follow(directory, keeper);
      } else if (!follow(directory, keeper)) {
        clock.park(Math.min(pollNanos(), nextBoundaryNanos() - now));
      }
    }
    clients.endAt(clock.nanoTime());
    if (timeline.endNanos() > collector.cutNanos()) {
      cut(directory, measuring || isWithoutWarmup() ? Phase.MEASURED : Phase.WARMUP);
    }
  }

  /** Decides by the intervals that have become complete; returns whether there was one. */
  private boolean follow(RunDirectory directory, Keeper keeper) throws IOException {
    List<Interval> complete = collect(directory);
    for (Interval interval : complete) {
      if (aborted.isEmpty()) {
        aborted = abort.after(interval).orElse("");
      }
      endWarmup(interval);
      followBacklog(interval);
      keepSometimes(keeper);
    }
    return !complete.isEmpty();
  }

  /** Stores a draft after the first measured second, and every ten seconds from then on. */
  private void keepSometimes(Keeper keeper) throws IOException {
    long now = clock.nanoTime();
    if (measuring && (nextDraftNanos == 0 || now - nextDraftNanos >= 0)) {
      nextDraftNanos = now + DRAFT_NANOS;
      keeper.keep(measurement());
    }
  }

  /** What is only found by polling is polled more often: the end of a backlog, an interval. */
  private long pollNanos() {
    boolean often = collector.awaits() || (backlog != null && clients.consumersStarted());
    return often ? DRAIN_POLL_NANOS : POLL_NANOS;
  }

  private long nextBoundaryNanos() {
    long boundary = measuring ? timeline.endNanos() : timeline.measuredFromNanos();
    return Math.min(nextNanos, boundary);
  }

  private boolean isWithoutWarmup() {
    return timeline.measuredFromNanos() <= timeline.startNanos();
  }

  /** Ends the interval of the warm-up, and restarts the count of seconds. */
  private void beginMeasuring(RunDirectory directory)
      throws BrokerException, IOException, InterruptedException {
    if (isWithoutWarmup()) {
      collector.restart();
    } else {
      cut(directory, Phase.WARMUP);
    }
    measuring = true;
    if (plan.inFlight().stepped()) {
      clients.stepFrom(timeline.measuredFromNanos());
    }
    nextNanos = timeline.measuredFromNanos() + SECOND_NANOS;
    if (backlog != null) {
      listener.step(Text.of("starting the consumers on a backlog of %,d", backlog.begin()));
      clients.startConsumers();
    }
  }

  /** Whether the next interval is due; true once for each. */
  private boolean isSecondOver(long now) {
    if (now < nextNanos) {
      return false;
    }
    nextNanos += SECOND_NANOS * (1 + (now - nextNanos) / SECOND_NANOS);
    return true;
  }

  /** Waits for the outcomes of all sends. */
  private void settle(RunDirectory directory) throws IOException, InterruptedException {
    nextNanos = timeline.endNanos() + SECOND_NANOS;
    long deadline = clock.nanoTime() + plan.settle().toNanos();
    boolean hurried = false;
    while (!clients.settled() && clock.nanoTime() < deadline) {
      if (!hurried && interruption.cameAt(this::unsettled)) {
        hurried = true;
        deadline = Math.min(deadline, clock.nanoTime() + STOPPED_SETTLE_NANOS);
      }
      collectOrPark(directory);
    }
    if (hurried && !clients.settled()) {
      interruption.cut(unsettled());
    }
    clients.stopSenders(deadline);
    cut(directory, Phase.SETTLING);
  }

  private void collectOrPark(RunDirectory directory) throws IOException {
    if (isSecondOver(clock.nanoTime())) {
      cut(directory, Phase.SETTLING);
    } else if (collect(directory).isEmpty()) {
      clock.park(SETTLE_POLL_NANOS);
    }
  }

  private String unsettled() {
    return Text.of(
        "while sends settled: %,d had no outcome", clients.standing().sends().inFlight());
  }

  private void drain(RunDirectory directory, Keeper keeper) throws IOException {
    Drain missing = new Drain(workload, clients);
    drain = missing;
    missing.begin();
    nextNanos = clock.nanoTime() + SECOND_NANOS;
    long hurryNanos = clock.nanoTime() + HURRY_NANOS;
    while (plan.threads() > 0 && !missing.over()) {
      clients.check();
      if (interruption.cameAt(this::undrained) && clock.nanoTime() >= hurryNanos) {
        interruption.cut(undrained());
        break;
      }
      if (isSecondOver(clock.nanoTime())) {
        cut(directory, Phase.DRAIN);
        keepSometimes(keeper);
        listener.step(Text.of("draining: %,d messages are missing", missing.missing()));
      } else if (collect(directory).isEmpty()) {
        clock.park(DRAIN_POLL_NANOS);
      }
    }
  }

  private String undrained() {
    return Text.of(
        "during the drain: %,d messages were missing", drain == null ? 0 : drain.missing());
  }

  private boolean over() {
    if (interruption.came()) {
      if (isEndless() && measuring) {
        interruption.endsTheLoad();
      } else {
        double seconds = (clock.nanoTime() - timeline.startNanos()) / 1e9;
        interruption.cameAt(() -> Text.of("after %.1f s", seconds));
      }
      clients.stop();
      return true;
    }
    if (!aborted().isEmpty()) {
      listener.step(aborted());
      clients.stop();
      return true;
    }
    clients.check();
    // Otherwise senders without further messages due before the end would bring it forward.
    boolean sent = plan.messages() > 0 && backlog == null && clients.quantityEnded();
    return sent || clock.nanoTime() >= timeline.endNanos() || isBacklogOver();
  }

  /** Whether consumers have caught up; without a duration of the load, also if they never will. */
  private boolean isBacklogOver() {
    if (backlog == null) {
      return false;
    }
    if (backlog.caughtUp()) {
      return true;
    }
    boolean stalled = plan.duration().isZero() && backlog.stalled();
    if (stalled) {
      listener.step(
          Text.of(
              "the load ends: the backlog has not become smaller for %d s, %,d messages are missing",
              workload.consumption().drain().toSeconds(), backlog.least()));
    }
    return stalled;
  }

  /** Whether only a signal ends the load. */
  private boolean isEndless() {
    return plan.duration().isZero() && plan.messages() == 0 && backlog == null;
  }

  /** Ends an interval, and stores those that are complete. */
  private void cut(RunDirectory directory, Phase phase) throws IOException {
    collector.cut(phase, clock.nanoTime());
    List<Interval> unused = collect(directory);
  }

  /** Waits until all intervals are complete: workers that give nothing are lost at last. */
  private void awaitIntervals(RunDirectory directory) throws IOException {
    while (collector.awaits()) {
      if (collect(directory).isEmpty()) {
        clock.park(SETTLE_POLL_NANOS);
      }
    }
  }

  /** Stores the intervals that have become complete. */
  private List<Interval> collect(RunDirectory directory) throws IOException {
    List<Interval> complete = new ArrayList<>();
    Optional<Interval> next = collector.collect();
    while (next.isPresent()) {
      Interval interval = next.get();
      complete.add(interval);
      directory.add(interval);
      listener.interval(interval, share(interval), secondsLeft(interval));
      injector.news().forEach(listener::event);
      checkCluster(interval);
      next = collector.collect();
    }
    return complete;
  }

  /** Completed share of the run, from 0 to 1; negative if it has no known end. */
  private double share(Interval interval) {
    // With a backlog, the run continues when all messages are sent.
    double byMessages =
        plan.messages() == 0 || backlog != null
            ? -1
            : (double) interval.after().sends().attempted() / plan.messages();
    double left = secondsLeft(interval);
    double byTime = left < 0 ? -1 : interval.toSeconds() / (interval.toSeconds() + left);
    return Math.min(1, Math.max(byMessages, byTime));
  }

  /** Time until the end of the measured time; negative if unknown. */
  private double secondsLeft(Interval interval) {
    long end = timeline.endNanos();
    return end == Long.MAX_VALUE
        ? -1
        : Math.max(0, (end - timeline.startNanos()) / 1e9 - interval.toSeconds());
  }

  private void checkCluster(Interval interval) {
    if (faults.isEmpty()) {
      try {
        cluster.check();
      } catch (BrokerException e) {
        faults.add(Text.of("after %.0f s: %s", interval.toSeconds(), e.getMessage()));
      }
    }
  }

  private void endWarmup(Interval interval) {
    if (timeline.measuredFromNanos() != Long.MAX_VALUE || backlog != null) {
      return;
    }
    boolean steady = detector.isSteadyAfter(interval);
    boolean late = clock.nanoTime() - timeline.startNanos() >= plan.warmupLimit().toNanos();
    if (steady || late) {
      warmupEndedBy = steady ? WarmupEnd.STEADY : WarmupEnd.LIMIT;
      // Starts with a full second, so that no interval is split.
      measureFrom(Math.max(nextNanos, clock.nanoTime() + clients.leadNanos()));
    }
  }

  /**
   * Starts the next step of the limit of sends in flight when its time has come: at the end of an
   * interval, which workers may complete later.
   */
  private void followSteps(long now) {
    if (measuring && plan.inFlight().stepped()) {
      double seconds = (now - timeline.measuredFromNanos()) / 1e9;
      collector
          .steps()
          .starting(seconds)
          .ifPresent(
              limit -> {
                // First, so that a sender that the new limit frees sends no overdue messages.
                clients.stepFrom(clock.nanoTime());
                clients.limit(limit);
              });
    }
  }

  /** Starts measured time and consumers once the backlog is complete. */
  private void followBacklog(Interval interval) {
    if (backlog != null && !measuring && backlog.isBuilt(interval)) {
      warmupEndedBy = WarmupEnd.BACKLOG;
      measureFrom(clock.nanoTime() + clients.leadNanos());
    }
  }

  private void measureFrom(long nanos) {
    long length = plan.duration().toNanos();
    clients.measure(nanos, length == 0 ? Long.MAX_VALUE : nanos + length);
  }

  /** Whether consumers had enough time to receive all messages. */
  boolean waitedForAll() {
    return drain != null && drain.endedBy() != DrainEnd.STOPPED;
  }

  /** Results of the consumers. */
  Received received(List<Received.Group> received) {
    return new Received(
        received,
        drain == null ? 0 : drain.seconds(),
        drain == null ? DrainEnd.STOPPED : drain.endedBy(),
        backlog == null ? null : backlog.result());
  }

  /** The measurement until now, or until the end. */
  Measurement measurement() {
    return collector.measurement(warmupEndedBy, faults, aborted());
  }

  /** Why the run cannot go on, or could not be completed; empty if nothing is wrong. */
  private String aborted() {
    return aborted.isEmpty() ? clients.loss().orElse("") : aborted;
  }
}
