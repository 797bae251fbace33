package io.brokerbench.run;

import io.brokerbench.clock.Clock;
import io.brokerbench.load.LoadGenerator;
import io.brokerbench.load.Timeline;
import io.brokerbench.record.Phase;
import io.brokerbench.record.PhasedRecords;
import io.brokerbench.result.Measurement;
import io.brokerbench.schedule.DueCount;
import io.brokerbench.workload.Load;
import io.brokerbench.workload.Workload;
import java.util.List;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;

/**
 * The measurement of a run, at any moment from the start of the measured time on. Not thread-safe:
 * the conducting thread calls it.
 */
final class MeasuredSoFar {

  private final Workload workload;
  private final Load plan;
  private final PhasedRecords records;
  private final Timeline timeline;
  private final LoadGenerator load;
  private final Collector collector;
  private final Clock clock;
  private final @Nullable DueCount due;
  private boolean ended;
  private long blockedNanos;

  /** Nothing is measured yet. */
  MeasuredSoFar(
      Workload workload,
      PhasedRecords records,
      Timeline timeline,
      LoadGenerator load,
      Collector collector,
      Clock clock) {
    this.workload = workload;
    this.plan = workload.load();
    this.records = records;
    this.timeline = timeline;
    this.load = load;
    this.collector = collector;
    this.clock = clock;
    int batch = workload.message().batch();
    this.due =
        plan.schedule()
            .map(
                schedule ->
                    schedule.dueCount(plan.threads(), batch, sender -> plan.quota(sender, batch)))
            .orElse(null);
  }

  /** The measured time starts. */
  void begin() {
    blockedNanos = load.blockedNanos();
  }

  /** The measured time has ended, at the end that the timeline has. */
  void end() {
    ended = true;
    blockedNanos = load.blockedNanos() - blockedNanos;
  }

  /** Counts what has become due, so that little is left to count when it is asked for. */
  void countDue() {
    dueUntil(Math.min(clock.nanoTime(), timeline.endNanos()));
  }

  /**
   * What was measured until now, or until the end; it changes no more.
   *
   * @param warmupEndedBy what ended the warm-up
   * @param faults of the cluster
   * @param cutShort what a signal cut short; empty if nothing
   */
  Measurement measurement(String warmupEndedBy, List<String> faults, String cutShort) {
    long to = ended ? timeline.endNanos() : Math.min(clock.nanoTime(), timeline.endNanos());
    long from = Math.min(timeline.measuredFromNanos(), to);
    double seconds = (to - from) / 1e9;
    long fullNanos = ended ? blockedNanos : load.blockedNanos() - blockedNanos;
    long dueMessages = dueUntil(to);
    return new Measurement(
        (from - timeline.startNanos()) / 1e9,
        warmupEndedBy,
        seconds,
        collector.steadyState(workload),
        seconds > 0 && due != null
            ? OptionalDouble.of(dueMessages / seconds)
            : OptionalDouble.empty(),
        records.of(Phase.MEASURED).ledger().counts().withInFlightAs(LoadGenerator.NO_ANSWER),
        collector.counts().withInFlightAs(LoadGenerator.NO_ANSWER),
        collector.latencies(),
        records.of(Phase.WARMUP).outOfRange() + records.of(Phase.MEASURED).outOfRange(),
        seconds > 0 ? fullNanos / 1e9 / Math.max(1, plan.threads()) / seconds : 0,
        collector.hiccups(),
        Runtime.getRuntime().availableProcessors(),
        collector.resources(),
        collector.figures(),
        collector.incidents(),
        List.copyOf(faults),
        cutShort);
  }

  /** Messages that were due in the measured time until then, by the schedule alone. */
  private long dueUntil(long nanos) {
    long start = timeline.startNanos();
    return due == null
        ? 0
        : due.due(Math.min(timeline.measuredFromNanos(), nanos) - start, nanos - start);
  }
}
