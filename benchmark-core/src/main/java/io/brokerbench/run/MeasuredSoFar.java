package io.brokerbench.run;

import io.brokerbench.clock.Clock;
import io.brokerbench.generator.RunClients;
import io.brokerbench.generator.Standing;
import io.brokerbench.load.LoadGenerator;
import io.brokerbench.load.Timeline;
import io.brokerbench.measurement.Measurement;
import io.brokerbench.results.Throughput.WarmupEnd;
import io.brokerbench.workload.Load;
import io.brokerbench.workload.Workload;
import java.util.List;
import java.util.OptionalDouble;
import java.util.function.LongBinaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * The measurement of a run at any moment from the start of the measured time on. Not thread-safe:
 * called by the controlling thread.
 */
final class MeasuredSoFar {

  private final Load plan;
  private final RunClients clients;
  private final Timeline timeline;
  private final IntervalCollector collector;
  private final Clock clock;
  private final @Nullable LongBinaryOperator due;
  private boolean ended;

  MeasuredSoFar(Workload workload, RunClients clients, IntervalCollector collector) {
    this.plan = workload.load();
    this.clients = clients;
    this.timeline = clients.timeline();
    this.collector = collector;
    this.clock = clients.clock();
    int batch = workload.message().batch();
    this.due =
        plan.schedule()
            .map(
                schedule ->
                    schedule.dueCount(plan.threads(), batch, sender -> plan.quota(sender, batch)))
            .orElse(null);
  }

  /** Notes the end of the measured time, which the timeline contains. */
  void end() {
    ended = true;
  }

  /** Counts the messages due so far, so that little remains to be counted later. */
  void countDue() {
    dueUntil(Math.min(clock.nanoTime(), timeline.endNanos()));
  }

  /**
   * The measurement until now, or until the end; immutable.
   *
   * @param warmupEndedBy reason for the end of the warm-up
   * @param faults of the cluster
   * @param aborted why the load was ended, or the run is incomplete; empty for neither
   * @param cutShort description of what a signal cut short; empty if nothing was
   */
  Measurement measurement(
      WarmupEnd warmupEndedBy, List<String> faults, String aborted, String cutShort) {
    long to = ended ? timeline.endNanos() : Math.min(clock.nanoTime(), timeline.endNanos());
    long from = Math.min(timeline.measuredFromNanos(), to);
    double seconds = (to - from) / 1e9;
    Standing now = clients.standing();
    long dueMessages = dueUntil(to);
    return new Measurement(
        (from - timeline.startNanos()) / 1e9,
        warmupEndedBy,
        seconds,
        collector.steadyState(),
        seconds > 0 && due != null
            ? OptionalDouble.of(dueMessages / seconds)
            : OptionalDouble.empty(),
        now.measured().withInFlightAs(LoadGenerator.NO_ANSWER),
        now.sends().withInFlightAs(LoadGenerator.NO_ANSWER),
        clients.connections(),
        collector.latencies(),
        collector.steps().results(),
        now.outOfRange(),
        seconds > 0 ? collector.blockedNanos() / 1e9 / Math.max(1, plan.threads()) / seconds : 0,
        collector.hiccups(),
        Runtime.getRuntime().availableProcessors(),
        collector.resources(),
        collector.firstReceiptsPerSecond(),
        collector.figures(),
        clients.parts(),
        clients.incidents(),
        List.copyOf(faults),
        aborted,
        cutShort);
  }

  /** Number of messages due in the measured time until then, by the schedule alone. */
  private long dueUntil(long nanos) {
    long start = timeline.startNanos();
    return due == null
        ? 0
        : due.applyAsLong(Math.min(timeline.measuredFromNanos(), nanos) - start, nanos - start);
  }
}
