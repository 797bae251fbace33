package io.brokerbench.run;

import io.brokerbench.load.Timeline;
import io.brokerbench.measurement.Interval;
import io.brokerbench.workload.Load;

/**
 * How far the load has come.
 *
 * @param plan of the load
 * @param timeline of the run
 */
record LoadProgress(Load plan, Timeline timeline) {

  /** Completed share of the run, from 0 to 1; negative if it has no known end. */
  double share(Interval interval) {
    double byMessages =
        plan.messages() == 0 ? -1 : (double) interval.after().sends().attempted() / plan.messages();
    double left = secondsLeft(interval);
    double byTime = left < 0 ? -1 : interval.toSeconds() / (interval.toSeconds() + left);
    return Math.min(1, Math.max(byMessages, byTime));
  }

  /** Time until the end of the measured time; negative if unknown. */
  double secondsLeft(Interval interval) {
    long end = timeline.endNanos();
    return end == Long.MAX_VALUE
        ? -1
        : Math.max(0, (end - timeline.startNanos()) / 1e9 - interval.toSeconds());
  }
}
