package io.brokerbench.run;

import io.brokerbench.compare.Slope;
import io.brokerbench.record.Metric;
import io.brokerbench.result.Interval;
import java.util.ArrayList;
import java.util.List;
import org.HdrHistogram.Histogram;

/**
 * Finds the end of the warm-up: the rate, and in an open loop the median service time as well,
 * surely changes by less than five percent in ten seconds, as the slope of its last 10 to 40
 * seconds shows. What is too restless for that in 40 seconds has to change by less than half as
 * much by the slope alone. A standstill is no steady load. Not thread-safe.
 */
final class WarmupDetector {

  /** From the one that needs the least patience to the one that bears the most noise. */
  private static final int[] WINDOWS = {10, 15, 20, 25, 30, 40};

  private static final double TOLERANCE = 0.05;
  private static final int SECONDS = 10;

  /** Of 95 %, one-sided. */
  private static final double NORMAL_QUANTILE = 1.65;

  private final boolean openLoop;
  private final List<Double> rates = new ArrayList<>();
  private final List<Double> speeds = new ArrayList<>();

  /**
   * For a load.
   *
   * @param openLoop whether the schedule sets the rate; in a closed loop the service time is its
   *     reciprocal and tells nothing more
   */
  WarmupDetector(boolean openLoop) {
    this.openLoop = openLoop;
  }

  /** Takes the next second's figures; true if the load is steady now. */
  boolean isSteadyAfter(Interval interval) {
    boolean sends = interval.after().sends().attempted() > 0;
    // With consumers alone, what they receive is the load.
    rates.add(sends ? interval.successPerSecond() : interval.receivedPerSecond());
    Histogram service = interval.latencies(Metric.SERVICE);
    speeds.add(service.getTotalCount() == 0 ? 0 : 1e9 / service.getValueAtPercentile(50));
    return steady(rates) && (!openLoop || steady(speeds));
  }

  /** Of figures that grow until they are steady. */
  static boolean steady(List<Double> figures) {
    for (int window : WINDOWS) {
      if (figures.size() < window) {
        return false;
      }
      List<Double> last = figures.subList(figures.size() - window, figures.size());
      if (last.stream().noneMatch(figure -> figure > 0)) {
        return false;
      }
      Slope slope = Slope.of(last);
      double change = SECONDS * Math.abs(slope.perStep());
      double error = SECONDS * NORMAL_QUANTILE * slope.standardError();
      boolean longest = window == WINDOWS[WINDOWS.length - 1];
      if (change + error <= TOLERANCE || (longest && change <= TOLERANCE / 2)) {
        return true;
      }
    }
    return false;
  }
}
