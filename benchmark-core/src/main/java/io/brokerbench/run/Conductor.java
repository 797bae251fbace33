package io.brokerbench.run;

import io.brokerbench.clock.Clock;
import io.brokerbench.driver.BrokerException;
import io.brokerbench.driver.Cluster;
import io.brokerbench.load.ConsumerGroups;
import io.brokerbench.load.LoadGenerator;
import io.brokerbench.load.Timeline;
import io.brokerbench.record.Phase;
import io.brokerbench.record.PhasedRecords;
import io.brokerbench.result.Interval;
import io.brokerbench.result.Measurement;
import io.brokerbench.result.Received;
import io.brokerbench.result.RunDirectory;
import io.brokerbench.workload.Load;
import io.brokerbench.workload.Workload;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Leads the load through backlog or warm-up, measured time, settling and drain, second by second.
 * For one thread, once.
 *
 * <p>A broker that fails does not end the run: what the clients see then is a result too.
 */
final class Conductor {

  private static final long SECOND_NANOS = 1_000_000_000;

  /** A run that is killed loses this much at most. */
  private static final long DRAFT_NANOS = 10 * SECOND_NANOS;

  /** Often enough for a signal; each look costs the generator processor time. */
  private static final long POLL_NANOS = 50_000_000;

  private static final long DRAIN_POLL_NANOS = 5_000_000;

  private static final long SETTLE_POLL_NANOS = 1_000_000;

  /** Outcomes are waited for no longer than this after a signal. */
  private static final long STOPPED_SETTLE_NANOS = 3 * SECOND_NANOS;

  /** What is on its way may still come when somebody waits for the end. */
  private static final long HURRY_NANOS = 2 * SECOND_NANOS;

  /** Boundaries are set this far ahead, beyond any message that is on its way. */
  private static final long AHEAD_NANOS = 50_000_000;

  private final Workload workload;
  private final PhasedRecords records;
  private final Load plan;
  private final Clock clock;
  private final Timeline timeline;
  private final LoadGenerator load;
  private final ConsumerGroups groups;
  private final @Nullable BacklogWatch backlog;
  private final Collector collector;
  private final Cluster cluster;
  private final RunListener listener;
  private final MeasuredSoFar measured;
  private final List<String> faults = new ArrayList<>();
  private final WarmupDetector detector;
  private String warmupEndedBy = "time";
  private final Interruption interruption;
  private boolean measuring;
  private long nextNanos;
  private long nextDraftNanos;
  private @Nullable Drain drain;

  /** Keeps what was measured so far. */
  @FunctionalInterface
  interface Keeper {

    /**
     * Keeps it; returns at once.
     *
     * @throws IOException if what was handed over before could not be written
     */
    void keep(Measurement measurement) throws IOException;
  }

  Conductor(
      Workload workload,
      PhasedRecords records,
      Clock clock,
      Timeline timeline,
      LoadGenerator load,
      ConsumerGroups groups,
      Collector collector,
      Cluster cluster,
      RunListener listener,
      Interruption interruption) {
    this.workload = workload;
    this.records = records;
    this.plan = workload.load();
    this.detector = new WarmupDetector(plan.schedule().isPresent());
    this.clock = clock;
    this.timeline = timeline;
    this.load = load;
    this.groups = groups;
    this.collector = collector;
    this.cluster = cluster;
    this.listener = listener;
    this.interruption = interruption;
    this.measured = new MeasuredSoFar(workload, records, timeline, load, collector, clock);
    this.backlog =
        !groups.any() || workload.consumption().backlog().isEmpty()
            ? null
            : new BacklogWatch(
                workload.consumption().backlog().get(),
                groups,
                clock,
                () -> collector.counts().successCount());
  }

  /**
   * Runs the load; returns when every send has its outcome, or the time to settle is over, and
   * consumers have what there was to be had.
   *
   * @param keeper of what was measured so far: after the first measured second, every ten seconds
   *     from then on, when the load has ended, and at the end
   */
  Measurement conduct(RunDirectory directory, Keeper keeper)
      throws BrokerException, IOException, InterruptedException {
    if (backlog == null) {
      plan.warmup().ifPresent(length -> measureFrom(timeline.startNanos() + length.toNanos()));
    }
    if (groups.any() && load.senders() == 0) {
      groups.start();
    }
    nextNanos = timeline.startNanos() + SECOND_NANOS;
    load.start();
    try {
      untilOver(directory, keeper);
      keeper.keep(measurement());
      settle(directory);
      failWithTheLoad();
      if (groups.started() || workload.transactions().enabled()) {
        drain(directory, keeper);
      }
      // What still comes while consumers end has latencies, too.
      groups.close();
      failWithTheLoad();
      if (drain != null) {
        collect(directory, Phase.DRAIN);
      }
    } finally {
      timeline.stop();
    }
    Measurement measurement = measurement();
    keeper.keep(measurement);
    return measurement;
  }

  private void untilOver(RunDirectory directory, Keeper keeper)
      throws BrokerException, IOException, InterruptedException {
    while (!over()) {
      long now = clock.nanoTime();
      measured.countDue();
      if (!measuring && timeline.phaseOf(now) == Phase.MEASURED) {
        beginMeasuring(directory);
      } else if (isSecondOver(now)) {
        Interval interval = collect(directory, measuring ? Phase.MEASURED : Phase.WARMUP);
        endWarmup(interval);
        followBacklog(interval);
        keepSometimes(keeper);
      } else {
        clock.park(Math.min(pollNanos(), nextBoundaryNanos() - now));
      }
    }
    timeline.endAt(clock.nanoTime());
    measured.end();
    if (timeline.endNanos() > collector.collectedNanos()) {
      collect(directory, measuring || isWithoutWarmup() ? Phase.MEASURED : Phase.WARMUP);
    }
  }

  /** After the first measured second, and every ten seconds from then on. */
  private void keepSometimes(Keeper keeper) throws IOException {
    long now = clock.nanoTime();
    if (measuring && (nextDraftNanos == 0 || now - nextDraftNanos >= 0)) {
      nextDraftNanos = now + DRAFT_NANOS;
      keeper.keep(measurement());
    }
  }

  /** A backlog's end is noticed by looking alone. */
  private long pollNanos() {
    return backlog != null && groups.started() ? DRAIN_POLL_NANOS : POLL_NANOS;
  }

  private long nextBoundaryNanos() {
    long boundary = measuring ? timeline.endNanos() : timeline.measuredFromNanos();
    return Math.min(nextNanos, boundary);
  }

  private boolean isWithoutWarmup() {
    return timeline.measuredFromNanos() <= timeline.startNanos();
  }

  /** The interval of the warm-up ends here, and seconds are counted from here on. */
  private void beginMeasuring(RunDirectory directory)
      throws BrokerException, IOException, InterruptedException {
    if (isWithoutWarmup()) {
      collector.restart();
    } else {
      collect(directory, Phase.WARMUP);
    }
    measuring = true;
    measured.begin();
    nextNanos = timeline.measuredFromNanos() + SECOND_NANOS;
    if (backlog != null) {
      listener.step(
          String.format(
              Locale.ROOT, "starting the consumers on a backlog of %,d", backlog.begin()));
      groups.start();
    }
  }

  /** Whether it is time for the next interval; once for each. */
  private boolean isSecondOver(long now) {
    if (now < nextNanos) {
      return false;
    }
    nextNanos += SECOND_NANOS * (1 + (now - nextNanos) / SECOND_NANOS);
    return true;
  }

  /** Waits for outcomes. */
  private void settle(RunDirectory directory) throws IOException, InterruptedException {
    nextNanos = timeline.endNanos() + SECOND_NANOS;
    long deadline = clock.nanoTime() + plan.settle().toNanos();
    boolean hurried = false;
    while (!load.settled() && clock.nanoTime() < deadline) {
      if (!hurried && interruption.cameAt(this::unsettled)) {
        hurried = true;
        deadline = Math.min(deadline, clock.nanoTime() + STOPPED_SETTLE_NANOS);
      }
      if (isSecondOver(clock.nanoTime())) {
        collect(directory, Phase.SETTLING);
      } else {
        clock.park(SETTLE_POLL_NANOS);
      }
    }
    if (hurried && !load.settled()) {
      interruption.cut(unsettled());
    }
    load.stop(deadline);
    collect(directory, Phase.SETTLING);
  }

  private String unsettled() {
    return String.format(Locale.ROOT, "while sends settled: %,d had no outcome", load.inFlight());
  }

  private void drain(RunDirectory directory, Keeper keeper) throws IOException {
    Drain missing = new Drain(workload, records, load, groups, timeline, clock);
    drain = missing;
    missing.begin();
    nextNanos = clock.nanoTime() + SECOND_NANOS;
    long hurryNanos = clock.nanoTime() + HURRY_NANOS;
    while (load.senders() > 0 && !missing.over()) {
      failWithTheLoad();
      if (interruption.cameAt(this::undrained) && clock.nanoTime() >= hurryNanos) {
        interruption.cut(undrained());
        break;
      }
      if (isSecondOver(clock.nanoTime())) {
        collect(directory, Phase.DRAIN);
        keepSometimes(keeper);
        listener.step(
            String.format(Locale.ROOT, "draining: %,d messages are missing", missing.missing()));
      } else {
        clock.park(DRAIN_POLL_NANOS);
      }
    }
  }

  private String undrained() {
    return String.format(
        Locale.ROOT,
        "during the drain: %,d messages were missing",
        drain == null ? 0 : drain.missing());
  }

  private boolean over() {
    if (interruption.came()) {
      if (isEndless() && measuring) {
        interruption.endsTheLoad();
      } else {
        double seconds = (clock.nanoTime() - timeline.startNanos()) / 1e9;
        interruption.cameAt(() -> String.format(Locale.ROOT, "after %.1f s", seconds));
      }
      timeline.stop();
      return true;
    }
    failWithTheLoad();
    // Else senders that have nothing due until the end would bring it forward.
    boolean sent =
        plan.messages() > 0 && load.quantityEnded() && (!groups.any() || groups.started());
    return sent
        || clock.nanoTime() >= timeline.endNanos()
        || (backlog != null && backlog.caughtUp());
  }

  /** Whether only a signal ends the load. */
  private boolean isEndless() {
    return plan.duration().isZero() && plan.messages() == 0 && backlog == null;
  }

  /** A load or a consumption that shrinks in silence would be blamed on the broker. */
  private void failWithTheLoad() {
    failWith("a sender failed", load.failure());
    failWith("a consumer failed", groups.failure());
  }

  private static void failWith(String what, @Nullable Throwable cause) {
    if (cause != null) {
      throw new IllegalStateException(what + ": " + cause, cause);
    }
  }

  private Interval collect(RunDirectory directory, Phase phase) throws IOException {
    Interval interval = collector.collect(phase, clock.nanoTime());
    directory.add(interval);
    listener.interval(interval, progress(interval), secondsLeft(interval));
    checkCluster(interval);
    return interval;
  }

  private double progress(Interval interval) {
    double byMessages =
        plan.messages() == 0 ? -1 : (double) interval.after().sends().attempted() / plan.messages();
    double left = secondsLeft(interval);
    double byTime = left < 0 ? -1 : interval.toSeconds() / (interval.toSeconds() + left);
    return Math.min(1, Math.max(byMessages, byTime));
  }

  /** Negative if the end is not known. */
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
        faults.add(
            String.format(Locale.ROOT, "after %.0f s: %s", interval.toSeconds(), e.getMessage()));
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
      warmupEndedBy = steady ? "steady" : "limit";
      // With a whole second, so that no interval is cut in two.
      measureFrom(Math.max(nextNanos, clock.nanoTime() + AHEAD_NANOS));
    }
  }

  /** Once it is built, measured time begins, and consumers start with it. */
  private void followBacklog(Interval interval) {
    if (backlog != null && !measuring && backlog.isBuilt(interval)) {
      warmupEndedBy = "backlog";
      measureFrom(clock.nanoTime() + AHEAD_NANOS);
    }
  }

  private void measureFrom(long nanos) {
    long length = plan.duration().toNanos();
    timeline.measure(nanos, length == 0 ? Long.MAX_VALUE : nanos + length);
  }

  /** Whether consumers had the time to get everything. */
  boolean waitedForAll() {
    return drain != null && !drain.endedBy().equals(Received.STOPPED);
  }

  /** What the consumers' side had. */
  Received received(List<Received.Group> received) {
    return new Received(
        received,
        drain == null ? 0 : drain.seconds(),
        drain == null ? Received.STOPPED : drain.endedBy(),
        backlog == null ? null : backlog.result());
  }

  /** What was measured until now, or until the end. */
  private Measurement measurement() {
    return measured.measurement(warmupEndedBy, faults, interruption.reason());
  }
}
