package io.brokerbench.run;

import io.brokerbench.measurement.Interval;
import io.brokerbench.measurement.LoadFlow;
import io.brokerbench.results.LimitStep;
import io.brokerbench.workload.InFlight;
import io.brokerbench.workload.InFlightLimits;
import io.brokerbench.workload.Workload;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * Adds up the measured time by the steps of the limit of sends in flight. Not thread-safe: called
 * by the controlling thread.
 */
final class LimitSteps {

  /** Intervals end about at whole seconds. */
  private static final double HALF_SECOND = 0.5;

  private final Workload workload;
  private final List<Step> steps = new ArrayList<>();
  private double fromSeconds = -1;
  private int started;

  private static final class Step {
    private final InFlight limit;
    private final double endSeconds;
    private final LatencySums latencies = new LatencySums();
    private double seconds;
    private long sent;
    private long rejected;
    private long acked;
    private long deliveries;
    private long firstReceipts;
    private @Nullable Long backlog;

    Step(InFlight limit, double endSeconds) {
      this.limit = limit;
      this.endSeconds = endSeconds;
    }
  }

  LimitSteps(Workload workload) {
    this.workload = workload;
    InFlightLimits limits = workload.load().inFlight();
    double end = 0;
    if (limits.stepped()) {
      for (InFlightLimits.Step step : limits.steps()) {
        end += step.length().toNanos() / 1e9;
        steps.add(new Step(step.limit(), end));
      }
    }
  }

  /** Adds an interval of the measured time. */
  void add(Interval interval) {
    if (steps.isEmpty()) {
      return;
    }
    fromSeconds = fromSeconds < 0 ? interval.fromSeconds() : fromSeconds;
    Step step = at((interval.fromSeconds() + interval.toSeconds()) / 2 - fromSeconds);
    step.seconds += interval.seconds();
    step.sent += interval.after().sends().attempted() - interval.before().sends().attempted();
    step.rejected +=
        interval.after().sends().rejectedCount() - interval.before().sends().rejectedCount();
    step.acked += interval.after().sends().ackedCount() - interval.before().sends().ackedCount();
    step.deliveries +=
        interval.after().receipts().deliveries() - interval.before().receipts().deliveries();
    step.firstReceipts += interval.firstReceipts(workload.message());
    step.latencies.add(interval.measured(), interval.errorNanos());
    step.backlog = largest(interval.backlogs().values());
  }

  private static @Nullable Long largest(Collection<OptionalLong> backlogs) {
    OptionalLong largest = backlogs.stream().flatMapToLong(OptionalLong::stream).max();
    return largest.isPresent() ? largest.getAsLong() : null;
  }

  /**
   * The limit of the step that starts when an interval has ended; once for each step, and not for
   * the first one. Requires steps.
   *
   * @param measuredSeconds end of the interval since the start of the measured time
   */
  Optional<InFlight> starting(double measuredSeconds) {
    Step step = at(measuredSeconds + HALF_SECOND);
    int index = steps.indexOf(step);
    if (index <= started) {
      return Optional.empty();
    }
    started = index;
    return Optional.of(step.limit);
  }

  private Step at(double measuredSeconds) {
    return steps.stream()
        .filter(step -> measuredSeconds < step.endSeconds)
        .findFirst()
        .orElseGet(() -> steps.get(steps.size() - 1));
  }

  List<LimitStep> results() {
    return steps.stream().filter(step -> step.seconds > 0).map(this::result).toList();
  }

  private LimitStep result(Step step) {
    double sent = step.sent / step.seconds;
    double taken = (step.sent - step.rejected) / step.seconds;
    double received = step.deliveries / step.seconds;
    return new LimitStep(
        step.limit.text(),
        step.seconds,
        sent,
        step.acked / step.seconds,
        workload.consumption().any() ? received : null,
        step.backlog,
        LoadFlow.ofPart(workload, taken, step.firstReceipts / step.seconds, step.seconds)
            .orElse(null),
        step.latencies.summaries());
  }
}
